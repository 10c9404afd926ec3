// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/local_view.hpp>

namespace ashlar::detail {

/// Rows sent to and received from each rank, in the same order on both sides.
struct LineLists {
  std::vector<std::vector<Index>> sent;
  std::vector<std::vector<Index>> received;
};

/// Moves rows of `from` to rows of `to`, on other ranks or locally. Both have equal numbers of
/// columns.
/// @param follows_rows  [same] true if rows of `from` are contiguous
/// @collective over `comm`
/// @cost two buffers of 128 KiB, or of one column if larger
template <Scalar T>
void exchange_rows(const LocalView<const T>& from, const LocalView<T>& to, const LineLists& lists,
                   bool follows_rows, MPI_Comm comm);

}  // namespace ashlar::detail
