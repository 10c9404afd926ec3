// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/pictures/picture.hpp>

namespace ashlar::pictures {

/// Value of a cell. Complex elements count by modulus.
enum class CellView {
  Mean,     ///< mean of the finite values
  Modulus,  ///< largest modulus; infinity has the last colour of the scale
  Spy,      ///< black with a nonzero element, magenta with a NaN
};

/// Options of matrix_picture. [same]
struct MatrixPictureOptions {
  CellView view = CellView::Mean;
  /// Maximum rows and columns of cells; in a larger matrix a cell is a rectangle of elements.
  Shape most_cells = {512, 512};
  Section section = {Range::all(), Range::all()};  ///< drawn section
  std::string title = {};                          ///< such as a file name
  io::FileHints file = {};                         ///< of a matrix file
};

/// Picture of a matrix [same]: a spy plot or heat map with indices, a colour bar and the number of
/// elements per cell. Colours are CoolWarm centred at zero for values of both signs, else Viridis.
/// @throws ArgumentError  unless most_cells is from 1x1 to 4096x4096 and the section lies within
/// the matrix
/// @collective
/// @example save_picture(a.comm(), "spy.svg", matrix_picture(a, {.view = CellView::Spy}));
template <Element T>
Picture matrix_picture(const DistMatrix<T>& a, const MatrixPictureOptions& options = {});

/// Picture of a matrix file of any size [same]. Reads the section in panels of 64 MiB per rank.
/// @param path  [same]
/// @throws FileError, ArgumentError as above
/// @collective
/// @cost one pass over the elements; for a coordinate file (Matrix Market) over the entries, with
/// 32 bytes of memory for each, distributed over the ranks
Picture matrix_picture(mpi::CommunicatorView comm, const std::string& path,
                       const MatrixPictureOptions& options = {});

}  // namespace ashlar::pictures
