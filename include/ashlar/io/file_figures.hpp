// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/statistics.hpp>
#include <ashlar/matrix/compare.hpp>

namespace ashlar::io {

/// Options of functions that read a matrix file part by part. [same]
struct FigureOptions {
  FileHints file = {};
  Index panel_bytes = Index{64} << 20;  ///< memory of a rank for the parts at hand, about
};

/// Range, mean, norms, NaN, symmetry and bandwidth of a matrix file of any size, as statistics()
/// has them of a matrix. T is the element type of the file.
/// @param path  [same]
/// @throws FileError on all ranks, also if the file holds another type than T
/// @collective over `comm`
/// @cost one pass over the file; memory for the options' parts, and a number for each row and
/// column of a square matrix, else for each element of a line. A square matrix is read in square
/// tiles, each next to its mirror image: of text each row of tiles takes as many passes over its
/// lines as it has tiles.
/// @example statistics_of_file<double>(comm, "A.npy").is_symmetric
template <Element T>
Statistics<T> statistics_of_file(mpi::CommunicatorView comm, const std::string& path,
                                 const FigureOptions& options = {});

/// A norm of a matrix file of any size and type, as norm() has it of a matrix of type T (ScaLAPACK
/// p?lange). The two-norm needs the whole matrix: load it, and take the first of its
/// singular_values.
/// @param path, kind  [same]
/// @throws FileError on all ranks, also if the file is complex and T real
/// @collective over `comm`
/// @cost one pass over the file; memory for the options' panel, and a number for each element of a
/// line
template <Scalar T>
RealOf<T> norm_of_file(mpi::CommunicatorView comm, const std::string& path, Norm kind,
                       const FigureOptions& options = {});

/// Differences of two matrix files of any size, compared as elements of type T; compare() has them
/// of two matrices. The second file may have another format and order than the first.
/// @param a, b, tolerance  [same]
/// @throws FileError on all ranks, also if the shapes differ or T cannot hold an element
/// @throws ArgumentError  if a tolerance is negative or NaN
/// @collective over `comm`
/// @cost one pass over each file; memory for the options' panel
/// @example compare_files<double>(comm, "A.npy", "B.h5:/x").same_bits()
template <Element T>
Comparison<T> compare_files(mpi::CommunicatorView comm, const std::string& a, const std::string& b,
                            const Tolerance& tolerance = {}, const FigureOptions& options = {});

}  // namespace ashlar::io
