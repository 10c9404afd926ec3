// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/io/matrix_picture.hpp>

#include "plot.hpp"

namespace ashlar::io {

/// The picture of a sketch, whose cells are the units of the plot.
Plot matrix_plot(const MatrixSketch& sketch, const MatrixPictureOptions& options);

std::string matrix_title(const MatrixSketch& sketch, const MatrixPictureOptions& options);

}  // namespace ashlar::io
