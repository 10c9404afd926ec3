// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/image.hpp>

#include <limits>

#include <ashlar/base/expect.hpp>

namespace ashlar::io {
namespace {

constexpr Index largest_side = std::numeric_limits<std::int32_t>::max();

std::size_t pixel_count(Index rows, Index cols) {
  expect(0 < rows && rows <= largest_side && 0 < cols && cols <= largest_side, "Image: ", rows, "x",
         cols, " pixels; give sizes from 1 to ", largest_side);
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}

void paste(Image& target, const Image& source, Index top, Index left) {
  for (Index i = 0; i < source.rows(); ++i)
    for (Index j = 0; j < source.cols(); ++j) target(top + i, left + j) = source(i, j);
}

}  // namespace

Image::Image(Index rows, Index cols, Colour fill)
    : rows_(rows), cols_(cols), pixels_(pixel_count(rows, cols), fill) {}

Image enlarged(const Image& image, Index factor) {
  expect(0 < factor && factor <= largest_side, "enlarged: factor ", factor, "; give one from 1 to ",
         largest_side);
  Image result(image.rows() * factor, image.cols() * factor);
  for (Index i = 0; i < result.rows(); ++i)
    for (Index j = 0; j < result.cols(); ++j) result(i, j) = image(i / factor, j / factor);
  return result;
}

Image mosaic(const std::vector<Image>& images, const MosaicOptions& options) {
  const Index count = std::ssize(images);
  expect(count > 0, "mosaic: no pictures; give at least one");
  expect(options.columns >= 0 && options.gap >= 0, "mosaic: columns ", options.columns, ", gap ",
         options.gap, "; both must be at least 0");
  const Index rows = images.front().rows(), cols = images.front().cols();
  for (const Image& image : images)
    expect(image.rows() == rows && image.cols() == cols, "mosaic: pictures of ", rows, "x", cols,
           " and ", image.rows(), "x", image.cols(), " pixels; all must have one size");

  const Index across = options.columns == 0 ? count : options.columns;
  const Index down = (count + across - 1) / across;
  const Index step_down = rows + options.gap, step_across = cols + options.gap;
  Image result(down * step_down + options.gap, across * step_across + options.gap,
               options.background);
  for (Index k = 0; k < count; ++k)
    paste(result, images[k], options.gap + k / across * step_down,
          options.gap + k % across * step_across);
  return result;
}

}  // namespace ashlar::io
