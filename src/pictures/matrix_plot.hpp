// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/pictures/matrix_picture.hpp>

#include "matrix_sketch.hpp"
#include "page.hpp"

namespace ashlar::pictures {

/// Picture of a sketch. Used options: view and title.
Picture picture_of(MatrixSketch sketch, const MatrixPictureOptions& options);

/// Plot of a sketch; units are cells.
Plot matrix_plot(const MatrixSketch& sketch, const MatrixPictureOptions& options);
/// HTML page, about 30 bytes per cell.
PageParts matrix_page(const MatrixSketch& sketch, const std::string& title);

std::string matrix_title(const MatrixSketch& sketch, const std::string& title);

/// Image with one pixel per cell.
/// @param map  default: CoolWarm centred at zero for values of both signs, else Viridis
Image image_of(const MatrixSketch& sketch, CellView view, std::optional<ColourMap> map = {});

}  // namespace ashlar::pictures
