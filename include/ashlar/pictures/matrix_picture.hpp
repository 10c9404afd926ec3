// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/pictures/picture.hpp>

namespace ashlar::pictures {

/// Content of a cell in the picture of a matrix. The value of a complex element is its modulus.
enum class CellView {
  Mean,     ///< the mean of the finite values
  Modulus,  ///< the largest modulus
  Spy,      ///< black where an element is not zero, magenta where one is NaN
};

/// Options of matrix_picture. [same]
struct MatrixPictureOptions {
  CellView view = CellView::Mean;
  /// Most rows and columns of cells. A larger matrix is cut into rectangles of elements, one a
  /// cell.
  Shape most_cells = {512, 512};
  Section section = {Range::all(), Range::all()};  ///< the part that is drawn
  std::string title = {};                          ///< such as the name of a file
  io::FileHints file = {};                         ///< of a matrix file
};

/// Picture of a matrix, the same on all ranks: a spy plot or a heat map with indices along the
/// sides, a colour bar, and the elements that a cell stands for. Colours are CoolWarm with zero in
/// the middle where values have both signs, else Viridis.
/// @throws ArgumentError  unless most_cells is from 1x1 to 4096x4096 and the section lies within
/// the matrix
/// @collective over a.comm()
/// @example save_picture(a.comm(), "spy.svg", matrix_picture(a, {.view = CellView::Spy}));
template <Element T>
Picture matrix_picture(const DistMatrix<T>& a, const MatrixPictureOptions& options = {});

/// Picture of a matrix file of any size, the same on all ranks: the file is read in panels of 64
/// MiB a rank, and no more of it than the section.
/// @param path  [same]
/// @throws FileError, ArgumentError as above
/// @collective over `comm`
/// @cost one pass over the elements; of a coordinate file (Matrix Market) over the entries, in 32
/// bytes of memory for each of them, shared by the ranks
Picture matrix_picture(mpi::CommunicatorView comm, const std::string& path,
                       const MatrixPictureOptions& options = {});

}  // namespace ashlar::pictures
