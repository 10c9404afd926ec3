// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/pictures/picture.hpp>

#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "image.hpp"
#include "io/atomic_file.hpp"
#include "mpi/collective_call.hpp"
#include "page.hpp"

namespace ashlar::pictures {

Picture::Picture(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {}

std::string Picture::svg() const { return parts_->plot.canvas.to_svg(); }
std::string Picture::png() const { return encode_png(parts_->plot.canvas.to_image()); }
std::string Picture::page() const { return html_page(parts_->plot, parts_->page()); }
std::string Picture::text(TerminalColours colours) const { return parts_->text(colours); }

void save_picture(const std::string& path, const Picture& picture) {
  const bool is_svg = path.ends_with(".svg"), is_png = path.ends_with(".png");
  expect(is_svg || is_png || path.ends_with(".html"), "save_picture: ", path,
         " ends in none of .svg, .png and .html");
  io::detail::write_whole_file(path, is_svg   ? picture.svg()
                                     : is_png ? picture.png()
                                              : picture.page());
}

void save_picture(mpi::CommunicatorView comm, const std::string& path, const Picture& picture) {
  const mpi::CollectiveCall call(comm, "save_picture", mpi::same("the path", path));
  mpi::together(comm, [&] {
    if (comm.rank() == 0) save_picture(path, picture);
  });
}

}  // namespace ashlar::pictures
