// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/io/heat_map.hpp>
#include <ashlar/io/matrix_sketch.hpp>

namespace ashlar::io {

/// What a picture shows of each cell of a sketch.
enum class SketchView {
  Mean,     ///< the mean of its finite values
  Modulus,  ///< the largest modulus
  Spy,      ///< black where an element is not zero, magenta where one is NaN
};

/// Options of pictures of matrices.
struct MatrixPictureOptions {
  SketchView view = SketchView::Mean;
  /// Else CoolWarm with zero in the middle where there are values of both signs, and Viridis.
  std::optional<ColourMap> map = {};
  std::string title = {};  ///< such as the name of a file
};

/// Picture of a matrix: a spy plot or a heat map with indices along the sides, a colour bar, and
/// what a cell stands for. The text of an SVG file. Pure; so are the others.
std::string matrix_svg(const MatrixSketch& sketch, const MatrixPictureOptions& options = {});

/// The same as pixels.
Image matrix_image(const MatrixSketch& sketch, const MatrixPictureOptions& options = {});

/// The same as an HTML page without external parts, which says what an element is, or a cell holds:
/// under the pointer, chosen by the arrow keys, or any. It takes about 30 bytes for each cell.
std::string matrix_page(const MatrixSketch& sketch, const MatrixPictureOptions& options = {});

/// One pixel for each cell, and nothing else.
/// @throws ArgumentError if the matrix has no elements
Image sketch_image(const MatrixSketch& sketch, const MatrixPictureOptions& options = {});

}  // namespace ashlar::io
