// SPDX-License-Identifier: BSD-3-Clause
#include "canvas.hpp"

#include <algorithm>
#include <cmath>

#include "pixel_font.hpp"

namespace ashlar::pictures {
namespace {

/// Pixels of an interval, at least one, within the image.
Range pixels_of(double first, double length, int factor, Index most) {
  const Index from = std::lround(first * factor);
  const Index to = std::max<Index>(from + 1, std::lround((first + length) * factor));
  return {std::clamp<Index>(from, 0, most), std::clamp<Index>(to, 0, most)};
}

void paint(Image& target, const Box& box, Colour fill, int factor) {
  const Range rows = pixels_of(box.y, box.height, factor, target.rows());
  const Range cols = pixels_of(box.x, box.width, factor, target.cols());
  for (Index i = rows.first; i < rows.last; ++i)
    for (Index j = cols.first; j < cols.last; ++j) target(i, j) = fill;
}

void paint(Image& target, const Box& box, const Image& image, int factor) {
  const Range rows = pixels_of(box.y, box.height, factor, target.rows());
  const Range cols = pixels_of(box.x, box.width, factor, target.cols());
  for (Index i = rows.first; i < rows.last; ++i)
    for (Index j = cols.first; j < cols.last; ++j)
      target(i, j) = image((i - rows.first) * image.rows() / rows.size(),
                           (j - cols.first) * image.cols() / cols.size());
}

}  // namespace

void Canvas::outline(const Box& b, Colour colour) {
  box({b.x, b.y, b.width, 1}, colour);
  box({b.x, b.y + b.height - 1, b.width, 1}, colour);
  box({b.x, b.y + 1, 1, b.height - 2}, colour);
  box({b.x + b.width - 1, b.y + 1, 1, b.height - 2}, colour);
}

void Canvas::resize(double width, double height) {
  width_ = width;
  height_ = height;
}

Image Canvas::to_image(int factor) const {
  Image image(std::lround(height_ * factor), std::lround(width_ * factor));
  for (const auto& item : items_) {
    if (const auto* filled = std::get_if<Filled>(&item))
      paint(image, filled->box, filled->fill, factor);
    else if (const auto* pixels = std::get_if<Pixels>(&item))
      paint(image, pixels->box, pixels->image, factor);
    else if (const auto* words = std::get_if<Words>(&item))
      write_pixels(image, words->at, words->text, words->style, factor);
  }
  return image;
}

}  // namespace ashlar::pictures
