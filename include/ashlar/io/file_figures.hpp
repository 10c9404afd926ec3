// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/statistics.hpp>
#include <ashlar/matrix/compare.hpp>

namespace ashlar::io {

/// Options of functions that read a matrix file by parts. [same]
struct FigureOptions {
  FileHints file = {};
  Index panel_bytes = Index{64} << 20;  ///< approximate buffer memory of a rank
};

/// Range, mean, norms, NaN, symmetry and bandwidth of a matrix file of any size, as statistics() of
/// a matrix. T is the element type of the file.
/// @param path  [same]
/// @throws FileError on all ranks, also for another element type than T
/// @collective over `comm`
/// @cost one pass over the file; memory of panel_bytes, and a number per row and column of a square
/// matrix, else per element of a line. A square matrix is read in square tiles, each next to its
/// mirror image; a text file is parsed once for each tile of a row of tiles.
/// @example statistics_of_file<double>(comm, "A.npy").is_symmetric
template <Element T>
Statistics<T> statistics_of_file(mpi::CommunicatorView comm, const std::string& path,
                                 const FigureOptions& options = {});

/// Norm of a matrix file of any size and type, as norm() of a matrix of type T (ScaLAPACK p?lange).
/// For the two-norm, load the matrix and take the first of its singular_values.
/// @param path, kind  [same]
/// @throws FileError on all ranks, also if the file is complex and T real
/// @collective over `comm`
/// @cost one pass over the file; memory of panel_bytes, and a number per element of a line
template <Scalar T>
RealOf<T> norm_of_file(mpi::CommunicatorView comm, const std::string& path, Norm kind,
                       const FigureOptions& options = {});

/// Compares two matrix files of any size in element type T, as compare() of two matrices. Formats
/// and orders of the files may differ.
/// @param a, b, tolerance  [same]
/// @throws FileError on all ranks, also if the shapes differ or T cannot represent an element
/// @throws ArgumentError  if a tolerance is negative or NaN
/// @collective over `comm`
/// @cost one pass over each file; memory of panel_bytes
/// @example compare_files<double>(comm, "A.npy", "B.h5:/x").same_bits()
template <Element T>
Comparison<T> compare_files(mpi::CommunicatorView comm, const std::string& a, const std::string& b,
                            const Tolerance& tolerance = {}, const FigureOptions& options = {});

}  // namespace ashlar::io
