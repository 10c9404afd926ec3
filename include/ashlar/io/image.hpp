// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar::io {

/// A colour in sRGB, eight bits a channel.
struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;

  friend bool operator==(const Colour&, const Colour&) = default;
};

inline constexpr Colour white = {255, 255, 255};
inline constexpr Colour black = {0, 0, 0};

/// A picture of rows x cols pixels, row by row from the top. Pure: no file, no MPI.
class Image {
 public:
  /// @throws ArgumentError  unless both sizes are positive and below 2^31
  Image(Index rows, Index cols, Colour fill = white);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  /// @pre 0 <= i < rows, 0 <= j < cols
  Colour& operator()(Index i, Index j) { return pixels_[i * cols_ + j]; }
  Colour operator()(Index i, Index j) const { return pixels_[i * cols_ + j]; }
  const std::vector<Colour>& pixels() const { return pixels_; }

  friend bool operator==(const Image&, const Image&) = default;

 private:
  Index rows_, cols_;
  std::vector<Colour> pixels_;
};

/// Each pixel as a square of `factor` x `factor`.
/// @throws ArgumentError  if the factor is not positive or the picture becomes too large
Image enlarged(const Image& image, Index factor);

/// Options of mosaic: columns, gaps and background of a table of images.
struct MosaicOptions {
  Index columns = 0;  ///< pictures in a row; 0: all in one
  Index gap = 4;      ///< pixels between neighbours and around them
  Colour background = white;
};

/// Pictures of one size side by side, row by row.
/// @throws ArgumentError  if there is none, or their sizes differ
/// @example mosaic({original, rank_10, rank_40}, {.gap = 8})
Image mosaic(const std::vector<Image>& images, const MosaicOptions& options = {});

}  // namespace ashlar::io
