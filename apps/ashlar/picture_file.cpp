// SPDX-License-Identifier: BSD-3-Clause
#include "picture_file.hpp"

#include "outputs.hpp"

namespace ashlar::apps {

CLI::Option* add_picture_options(CLI::App& app, PictureFile& file) {
  add_force(app, file.force);
  return app
      .add_option("-o,--output", file.path,
                  "draw a picture into this file: .svg, .png, or .html to point at")
      ->type_name("FILE")
      ->check([](const std::string& name) {
        return name.ends_with(".svg") || name.ends_with(".png") || name.ends_with(".html")
                   ? std::string()
                   : "'" + name + "' does not end in .svg, .png or .html";
      });
}

void write_picture(const PictureFile& file, const pictures::Picture& picture) {
  check_new({file.path}, file.force);
  pictures::save_picture(file.path, picture);
}

}  // namespace ashlar::apps
