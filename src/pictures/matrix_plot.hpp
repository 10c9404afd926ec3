// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/pictures/matrix_picture.hpp>

#include "matrix_sketch.hpp"
#include "page.hpp"

namespace ashlar::pictures {

/// Picture of a sketch, and the kinds of it. Of the options the view and the title count.
Picture picture_of(MatrixSketch sketch, const MatrixPictureOptions& options);

/// The drawing; the units of the plot are cells.
Plot matrix_plot(const MatrixSketch& sketch, const MatrixPictureOptions& options);
/// The page; it takes about 30 bytes for each cell.
PageParts matrix_page(const MatrixSketch& sketch, const std::string& title);
/// Lines for a terminal.
std::string matrix_text(const MatrixSketch& sketch, CellView view, TerminalColours colours);

std::string matrix_title(const MatrixSketch& sketch, const std::string& title);

/// One pixel for each cell.
/// @param map  none: CoolWarm with zero in the middle where values have both signs, else Viridis
Image image_of(const MatrixSketch& sketch, CellView view, std::optional<ColourMap> map = {});

/// The values of all cells: the least and the greatest; low > high if none is finite.
struct CellRange {
  double low, high;
};
CellRange range_of(const MatrixSketch& sketch, CellView view);

}  // namespace ashlar::pictures
