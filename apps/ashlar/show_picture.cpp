// SPDX-License-Identifier: BSD-3-Clause
#include "show_picture.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/pictures/matrix_picture.hpp>

#include "outputs.hpp"
#include "report.hpp"

namespace ashlar::apps {
namespace {

/// Cells that fit the terminal: two per character, without a few lines for the prompt.
Shape terminal_cells() {
  winsize window = {};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  const Index columns = is_known ? window.ws_col : 80, lines = is_known ? window.ws_row : 24;
  return {2 * std::clamp<Index>(lines - 4, 8, 100), std::clamp<Index>(columns, 20, 200)};
}

/// Number of cells with nearly the aspect ratio of the matrix.
Shape fitting_cells(Shape shape, Shape most) {
  const double scale =
      std::min({static_cast<double>(most.rows) / static_cast<double>(shape.rows),
                static_cast<double>(most.cols) / static_cast<double>(shape.cols), 1.0});
  const auto cells = [scale](Index extent) {
    return std::max<Index>(1, static_cast<Index>(static_cast<double>(extent) * scale));
  };
  return {cells(shape.rows), cells(shape.cols)};
}

std::string title_of(const std::string& path, Section part, Shape shape) {
  if (part == Section::all(shape)) return path;
  return fmt::format("{}, rows {}:{}, columns {}:{}", path, part.rows.first, part.rows.last,
                     part.cols.first, part.cols.last);
}

}  // namespace

std::vector<CLI::Option*> add_show_picture_options(CLI::App& app, ShowPicture& options) {
  auto* spy = app.add_flag("--spy", options.spy, "draw where elements are not zero");
  auto* heat = app.add_flag("--heat", options.heat, "draw values as colours")->excludes(spy);
  auto* modulus = app.add_flag("--modulus", options.modulus, "draw moduli as colours")
                      ->excludes(spy)
                      ->excludes(heat);
  auto* file = add_picture_options(app, options.file);
  add_colour_option(app, options.colouring);
  return {spy, heat, modulus, file};
}

void show_picture(mpi::CommunicatorView world, const std::string& path, const io::FileHints& hints,
                  Section part, const ShowPicture& options) {
  const Shape shape = io::read_info(world, path, hints).shape;
  pictures::MatrixPictureOptions how{.view = options.spy       ? pictures::CellView::Spy
                                             : options.modulus ? pictures::CellView::Modulus
                                                               : pictures::CellView::Mean,
                                     .section = part,
                                     .title = title_of(path, part, shape),
                                     .file = hints};
  if (options.file.path.empty()) {
    if (part.shape().empty()) return print(world, std::string("the matrix has no elements"));
    // Uses rank 0's terminal.
    std::array<Index, 2> most = {terminal_cells().rows, terminal_cells().cols};
    MPI_Bcast(most.data(), 2, MPI_INT64_T, 0, world.native());
    how.most_cells = fitting_cells(part.shape(), {most[0], most[1]});
    const auto picture = pictures::matrix_picture(world, path, how);
    return print(world, picture.text(colours_of(options.colouring)));
  }
  check_new(world, {options.file.path}, options.file.force);
  // An HTML page has text for each cell: 30 times the size of a picture.
  if (options.file.path.ends_with(".html")) how.most_cells = {128, 128};
  const auto picture = pictures::matrix_picture(world, path, how);
  mpi::together(world, [&] {
    if (world.rank() == 0) write_picture(options.file, picture);
  });
}

}  // namespace ashlar::apps
