// SPDX-License-Identifier: BSD-3-Clause
#include "picture_file.hpp"

#include <ashlar/io/png.hpp>
#include <ashlar/io/whole_file.hpp>

#include "outputs.hpp"

namespace ashlar::apps {
namespace {

bool is_svg(const std::string& path) { return path.ends_with(".svg"); }
bool is_png(const std::string& path) { return path.ends_with(".png"); }
bool is_page(const std::string& path) { return path.ends_with(".html"); }

}  // namespace

CLI::Option* add_picture_options(CLI::App& app, PictureFile& file) {
  add_force(app, file.force);
  return app
      .add_option("-o,--output", file.path,
                  "draw a picture into this file: .svg, .png, or .html to point at")
      ->type_name("FILE")
      ->check([](const std::string& name) {
        return is_svg(name) || is_png(name) || is_page(name)
                   ? std::string()
                   : "'" + name + "' does not end in .svg, .png or .html";
      });
}

void write_picture(const PictureFile& file, const Drawers& drawers) {
  const std::string& path = file.path;
  check_new({path}, file.force);
  io::write_whole_file(path, is_svg(path)   ? drawers.svg()
                             : is_png(path) ? io::encode_png(drawers.image())
                                            : drawers.page());
}

}  // namespace ashlar::apps
