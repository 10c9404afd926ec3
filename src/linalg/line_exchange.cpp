// SPDX-License-Identifier: BSD-3-Clause
#include "line_exchange.hpp"

#include <algorithm>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "base/instantiate.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

// Calls f(row, column, buffer index) for `rows` and columns [first, last), in buffer order.
template <class F>
void for_each_place(const std::vector<Index>& rows, Range columns, bool follows_rows, F&& f) {
  const Index m = std::ssize(rows), n = columns.size();
  if (follows_rows) {
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < m; ++k)
        f(rows[static_cast<std::size_t>(k)], columns.first + j, j * m + k);
  } else {
    for (Index k = 0; k < m; ++k)
      for (Index j = 0; j < n; ++j)
        f(rows[static_cast<std::size_t>(k)], columns.first + j, k * n + j);
  }
}

// Counts and displacements for pieces of `width` columns.
struct Counts {
  std::vector<int> counts, places;
  Index total = 0;

  Counts(const std::vector<std::vector<Index>>& lists, Index width, int me) {
    for (std::size_t rank = 0; rank < lists.size(); ++rank) {
      const bool stays = static_cast<int>(rank) == me;
      const Index count = stays ? 0 : std::ssize(lists[rank]) * width;
      counts.push_back(checked_int(count, "elements of a piece"));
      places.push_back(checked_int(total, "elements of a piece"));
      total += count;
    }
  }
};

// Columns per buffer, equal on all ranks by the longest list.
template <Scalar T>
Index piece_width(const LineLists& lists, int me, MPI_Comm comm) {
  Index rows[2] = {0, 0};
  for (std::size_t rank = 0; rank < lists.sent.size(); ++rank) {
    if (static_cast<int>(rank) == me) continue;
    rows[0] += std::ssize(lists.sent[rank]);
    rows[1] += std::ssize(lists.received[rank]);
  }
  Index most = std::max(rows[0], rows[1]);
  most = mpi::all_max(comm, most);
  checked_int(most, "rows that one rank sends");
  constexpr Index bytes = Index{128} << 10;  // fits a core's cache
  return std::max<Index>(1, bytes / (std::max<Index>(most, 1) * Index{sizeof(T)}));
}

}  // namespace

template <Scalar T>
void exchange_rows(const LocalView<const T>& from, const LocalView<T>& to, const LineLists& lists,
                   bool follows_rows, MPI_Comm comm) {
  int me = 0;
  mpi::check(MPI_Comm_rank(comm, &me), "MPI_Comm_rank");
  const std::vector<Index>& leaves = lists.sent[static_cast<std::size_t>(me)];
  const std::vector<Index>& arrives = lists.received[static_cast<std::size_t>(me)];
  const Index width = piece_width<T>(lists, me, comm);
  std::vector<T> out, in;
  for (Index first = 0; first < to.cols; first += width) {
    const Range columns{first, std::min(to.cols, first + width)};
    const Counts sent(lists.sent, columns.size(), me), received(lists.received, columns.size(), me);
    out.resize(static_cast<std::size_t>(sent.total));
    in.resize(static_cast<std::size_t>(received.total));
    for (std::size_t rank = 0; rank < lists.sent.size(); ++rank)
      if (static_cast<int>(rank) != me)
        for_each_place(lists.sent[rank], columns, follows_rows,
                       [&, piece = out.data() + sent.places[rank]](Index i, Index j, Index at) {
                         piece[at] = from(i, j);
                       });
    mpi::wait_in("MPI_Alltoallv", comm, [&] {
      return MPI_Alltoallv(out.data(), sent.counts.data(), sent.places.data(),
                           mpi::native_type<T>(), in.data(), received.counts.data(),
                           received.places.data(), mpi::native_type<T>(), comm);
    });
    for (std::size_t rank = 0; rank < lists.received.size(); ++rank)
      if (static_cast<int>(rank) != me)
        for_each_place(lists.received[rank], columns, follows_rows,
                       [&, piece = in.data() + received.places[rank]](Index i, Index j, Index at) {
                         to(i, j) = piece[at];
                       });
    // Local rows: the k-th sent is the k-th received.
    for (Index j = columns.first; follows_rows && j < columns.last; ++j)
      for (std::size_t k = 0; k < leaves.size(); ++k) to(arrives[k], j) = from(leaves[k], j);
    for (std::size_t k = 0; !follows_rows && k < leaves.size(); ++k)
      for (Index j = columns.first; j < columns.last; ++j) to(arrives[k], j) = from(leaves[k], j);
  }
}

#define ASHLAR_INSTANTIATE(T)                                                                   \
  template void exchange_rows(const LocalView<const T>&, const LocalView<T>&, const LineLists&, \
                              bool, MPI_Comm);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
