// SPDX-License-Identifier: BSD-3-Clause
#include "show_picture.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <ashlar/io/matrix_picture.hpp>
#include <ashlar/mpi/agree.hpp>

#include "outputs.hpp"
#include "report.hpp"

namespace ashlar::apps {
namespace {

/// Cells that the terminal has room for, two in each character and a few lines left for the prompt.
Shape terminal_cells() {
  winsize window = {};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  const Index columns = is_known ? window.ws_col : 80, lines = is_known ? window.ws_row : 24;
  return {2 * std::clamp<Index>(lines - 4, 8, 100), std::clamp<Index>(columns, 20, 200)};
}

/// As many cells, roughly as high and wide as the matrix is.
Shape fitting_cells(Shape shape, Shape most) {
  const double scale =
      std::min({static_cast<double>(most.rows) / static_cast<double>(shape.rows),
                static_cast<double>(most.cols) / static_cast<double>(shape.cols), 1.0});
  const auto cells = [scale](Index extent) {
    return std::max<Index>(1, static_cast<Index>(static_cast<double>(extent) * scale));
  };
  return {cells(shape.rows), cells(shape.cols)};
}

io::MatrixPictureOptions picture_options(const ShowPicture& options, const std::string& title) {
  return {.view = options.spy       ? io::SketchView::Spy
                  : options.modulus ? io::SketchView::Modulus
                                    : io::SketchView::Mean,
          .title = title};
}

std::string title_of(const std::string& path, Section part, Shape shape) {
  if (part == Section::all(shape)) return path;
  return fmt::format("{}, rows {}:{}, columns {}:{}", path, part.rows.first, part.rows.last,
                     part.cols.first, part.cols.last);
}

/// Dark becomes light: without colours nothing is a blank, and what is not zero a mark.
io::Image negative(io::Image image) {
  const auto turned = [](std::uint8_t channel) { return static_cast<std::uint8_t>(255 - channel); };
  for (Index i = 0; i < image.rows(); ++i)
    for (Index j = 0; j < image.cols(); ++j) {
      const io::Colour c = image(i, j);
      image(i, j) = {turned(c.red), turned(c.green), turned(c.blue)};
    }
  return image;
}

/// Lines of a terminal, without the last line break.
std::string as_lines(const io::MatrixSketch& sketch, const io::MatrixPictureOptions& how,
                     io::TerminalColours colours) {
  io::Image image = io::sketch_image(sketch, how);
  if (how.view == io::SketchView::Spy && colours == io::TerminalColours::None)
    image = negative(std::move(image));
  std::string text = io::half_blocks(image, colours);
  text.pop_back();
  return text;
}

/// What the marks of a picture in the terminal mean.
std::string legend(const io::MatrixSketch& sketch, const io::MatrixPictureOptions& how,
                   io::TerminalColours colours) {
  const Shape cells = sketch.cells();
  Index nonzeros = 0;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (Index i = 0; i < cells.rows; ++i)
    for (Index j = 0; j < cells.cols; ++j) {
      const io::SketchCell& cell = sketch(i, j);
      nonzeros += cell.nonzeros;
      const double value =
          how.view == io::SketchView::Modulus ? cell.largest_modulus() : cell.mean();
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  const std::string each = fmt::format("; a cell is up to {}x{} elements", sketch.rows_of(0).size(),
                                       sketch.cols_of(0).size());
  if (how.view == io::SketchView::Spy) return fmt::format("{} not zero{}", nonzeros, each);
  if (!(low < high)) return (low == high ? fmt::format("all {:.4g}", low) : "no numbers") + each;
  constexpr Index steps = 10;
  io::MatrixSketch ramp({2, steps}, {2, steps});
  for (Index j = 0; j < steps; ++j)
    for (Index i = 0; i < 2; ++i) {
      const double part = static_cast<double>(j) / (steps - 1);
      ramp(i, j).add(low * (1 - part) + high * part);
    }
  return fmt::format("{:.4g} [{}] {:.4g}{}", low, as_lines(ramp, how, colours), high, each);
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
  io::MatrixPictureOptions how = picture_options(options, title_of(path, part, shape));
  if (options.file.path.empty()) {
    if (part.shape().empty()) return print(world, std::string("the matrix has no elements"));
    // The terminal of rank 0 counts.
    std::array<Index, 2> most = {terminal_cells().rows, terminal_cells().cols};
    MPI_Bcast(most.data(), 2, MPI_INT64_T, 0, world.native());
    const io::MatrixSketch sketch = io::sketch_file(
        world, path,
        {.most = fitting_cells(part.shape(), {most[0], most[1]}), .section = part, .file = hints});
    const io::TerminalColours colours = colours_of(options.colouring);
    // Without colours only lightness counts, which from the least value to the largest must grow.
    if (colours == io::TerminalColours::None) how.map = io::ColourMap::Viridis;
    return print(world, as_lines(sketch, how, colours) + "\n" + legend(sketch, how, colours));
  }
  check_new(world, {options.file.path}, options.file.force);
  // A page has text for each cell, and takes 30 times as much for it as a picture.
  const bool is_page = options.file.path.ends_with(".html");
  const io::MatrixSketch sketch = io::sketch_file(
      world, path,
      {.most = is_page ? Shape{128, 128} : Shape{512, 512}, .section = part, .file = hints});
  mpi::together(world, [&] {
    if (world.rank() != 0) return;
    write_picture(options.file, {.svg = [&] { return io::matrix_svg(sketch, how); },
                                 .image = [&] { return io::matrix_image(sketch, how); },
                                 .page = [&] { return io::matrix_page(sketch, how); }});
  });
}

}  // namespace ashlar::apps
