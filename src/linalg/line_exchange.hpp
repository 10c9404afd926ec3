// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/local_view.hpp>

namespace ashlar::detail {

/// Which of this rank's rows go to each rank of a communicator and which come from it, in an order
/// that both sides know.
struct LineLists {
  std::vector<std::vector<Index>> sent;
  std::vector<std::vector<Index>> received;
};

/// Rows of `from` become rows of `to`, on other ranks or on this one: all columns of a row move
/// together, and both sides have as many.
/// @param follows_rows  [same] whether the rows of `from` follow each other in memory
/// @collective over `comm`
/// @cost two buffers of 128 KiB, or of one column if that is more
template <Scalar T>
void exchange_rows(const LocalView<const T>& from, const LocalView<T>& to, const LineLists& lists,
                   bool follows_rows, MPI_Comm comm);

}  // namespace ashlar::detail
