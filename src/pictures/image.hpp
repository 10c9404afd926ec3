// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/base/index.hpp>

#include "colours.hpp"

namespace ashlar::pictures {

/// Image in row-major order from the top.
class Image {
 public:
  Image(Index rows, Index cols, Colour fill = white)
      : rows_(rows), cols_(cols), pixels_(static_cast<std::size_t>(rows * cols), fill) {}

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  /// @pre 0 <= i < rows, 0 <= j < cols
  Colour& operator()(Index i, Index j) { return pixels_[i * cols_ + j]; }
  Colour operator()(Index i, Index j) const { return pixels_[i * cols_ + j]; }
  const std::vector<Colour>& pixels() const { return pixels_; }

 private:
  Index rows_, cols_;
  std::vector<Colour> pixels_;
};

/// PNG file, eight bits a channel, one channel for grey images. Deterministic.
/// @throws ArgumentError  if the library was built without libpng; the message names the package
std::string encode_png(const Image& image);

}  // namespace ashlar::pictures
