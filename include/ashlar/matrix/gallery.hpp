// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/gallery_definite.hpp>
#include <ashlar/matrix/gallery_eigen.hpp>
#include <ashlar/matrix/gallery_structured.hpp>
#include <ashlar/matrix/special.hpp>

// Well-known test matrices as functions of the global indices, for generate() and fill_with():
// what is known of each stands beside it (see N. J. Higham, The Test Matrix Toolbox).
// docs/gallery.md has a table.
