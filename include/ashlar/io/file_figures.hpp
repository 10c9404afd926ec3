// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/statistics.hpp>
#include <ashlar/matrix/compare.hpp>

namespace ashlar::io {

/// Options of passes over a matrix file by panels. [same]
struct FigureOptions {
  FileHints file = {};
  Index panel_bytes = Index{64} << 20;  ///< approximate memory of a rank
};

/// Range, mean, norms, NaN, symmetry and bandwidth of a matrix file of any size, as statistics(). T
/// is its element type.
/// @param path  [same]
/// @throws FileError on all ranks, also if T is not its element type
/// @collective
/// @cost one pass over the file; k passes over a text file with a square matrix of k x k tiles,
/// which are read in mirrored pairs. Memory: panel_bytes, and one number per row and column of a
/// square matrix, otherwise per column (C order) or row (Fortran order).
/// @example statistics_of_file<double>(comm, "A.npy").is_symmetric
template <Element T>
Statistics<T> statistics_of_file(mpi::CommunicatorView comm, const std::string& path,
                                 const FigureOptions& options = {});

/// Norm of a matrix file of any size and type, as norm() in type T (ScaLAPACK p?lange). For the
/// two-norm, load the matrix and use singular_values.
/// @param path, kind  [same]
/// @throws FileError on all ranks, also for a complex file and real T
/// @collective
/// @cost one pass over the file; k passes over a text file with a square matrix of k x k tiles,
/// which are read in mirrored pairs. Memory: panel_bytes, and one number per column (C order) or
/// row (Fortran order)
template <Scalar T>
RealOf<T> norm_of_file(mpi::CommunicatorView comm, const std::string& path, Norm kind,
                       const FigureOptions& options = {});

/// Compares two matrix files of any size, formats and orders in type T, as compare().
/// @param a, b, tolerance  [same]
/// @throws FileError on all ranks, also for different shapes or an element that T cannot represent
/// @throws ArgumentError  for a negative or NaN tolerance
/// @collective
/// @cost one pass over each file. Memory: panel_bytes
/// @example compare_files<double>(comm, "A.npy", "B.h5:/x").same_bits()
template <Element T>
Comparison<T> compare_files(mpi::CommunicatorView comm, const std::string& a, const std::string& b,
                            const Tolerance& tolerance = {}, const FigureOptions& options = {});

}  // namespace ashlar::io
