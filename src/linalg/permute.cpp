// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/rows_and_cols.hpp>

#include <algorithm>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/move/aligned.hpp>
#include <ashlar/move/assembler.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "aligned_vector.hpp"
#include "base/instantiate.hpp"
#include "mpi/collectives.hpp"
#include "operand.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

void check_permutation(const char* function, std::span<const Index> perm, Index count) {
  expect(std::ssize(perm) == count, function, ": ", counted(perm.size(), "number"), " for ", count,
         " lines; give one for each");
  std::vector<bool> seen(perm.size(), false);
  for (const Index k : perm) {
    expect(k >= 0 && k < count, function, ": index ", k, " is outside the lines 0:", count);
    expect(!seen[static_cast<std::size_t>(k)], function, ": line ", k,
           " stands twice; a permutation names each once");
    seen[static_cast<std::size_t>(k)] = true;
  }
}

// Rows sent to and received from each rank, in the same order on both sides.
struct LineLists {
  std::vector<std::vector<Index>> sent;
  std::vector<std::vector<Index>> received;
};

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

// Moves rows of `from` to rows of `to`, on other ranks or locally, with two buffers of 128 KiB, or
// of one column if larger. Both have equal numbers of columns.
// @param follows_rows  [same] true if rows of `from` are contiguous
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

// Lines sent along a grid line, in the order of the result.
LineLists lists_of(const Axis& from, Range section, const Axis& to, int me,
                   std::span<const Index> perm) {
  const Index before = from.local_count_below(me, section.first);
  LineLists lists;
  lists.sent.resize(static_cast<std::size_t>(from.nprocs));
  lists.received.resize(static_cast<std::size_t>(from.nprocs));
  for (Index k = 0; k < std::ssize(perm); ++k) {
    const Index line = section.first + perm[static_cast<std::size_t>(k)];
    const int sender = from.owner(line), receiver = to.owner(k);
    if (sender == me)
      lists.sent[static_cast<std::size_t>(receiver)].push_back(from.to_local(line) - before);
    if (receiver == me) lists.received[static_cast<std::size_t>(sender)].push_back(to.to_local(k));
  }
  return lists;
}

// Any lines from any rank, for a section that begins within a block, which changes the
// distribution.
template <Scalar T>
void by_elements(const MatrixView<const T>& a, Along along, std::span<const Index> perm,
                 DistMatrix<T>& result) {
  std::vector<Index> lines[2];
  for (Index il = 0; il < result.local_rows(); ++il) lines[0].push_back(result.global_row(il));
  for (Index jl = 0; jl < result.local_cols(); ++jl) lines[1].push_back(result.global_col(jl));
  for (Index& k : lines[along == Along::Rows ? 0 : 1]) k = perm[static_cast<std::size_t>(k)];
  get_values_into(a, lines[0], lines[1], result.local());
}

// The lines `perm` of `a`, repeated or omitted.
template <Scalar T>
DistMatrix<T> picked(const MatrixView<const T>& a, Along along, std::span<const Index> perm,
                     const Layout& layout) {
  const bool by_row = along == Along::Rows;
  DistMatrix<T> result(a.comm(), layout, {.init = Init::Uninitialized});
  const Shape all = layout.shape();
  const bool stays_on_lines = layout.ranks() == a.layout().ranks() &&
                              (by_row ? has_same_distribution(a.layout().cols(), a.section().cols,
                                                              layout.cols(), {0, all.cols})
                                      : has_same_distribution(a.layout().rows(), a.section().rows,
                                                              layout.rows(), {0, all.rows}));
  if (!stays_on_lines) {
    by_elements(a, along, perm, result);
    return result;
  }
  const auto& grid = mpi::Context::of(a.comm()).grid_communicators(layout.ranks());
  const auto& coord = result.coord();
  if (!coord) return result;
  const bool is_fortran = a.matrix().storage_order() == StorageOrder::Fortran;
  if (by_row)
    exchange_rows<T>(a.local(), result.local(),
                     lists_of(a.layout().rows(), a.section().rows, layout.rows(), coord->row, perm),
                     is_fortran, grid.col.native());
  else
    exchange_rows<T>(a.local().transposed(), result.local().transposed(),
                     lists_of(a.layout().cols(), a.section().cols, layout.cols(), coord->col, perm),
                     !is_fortran, grid.row.native());
  return result;
}

// An axis for another number of lines; slabs, one per process, remain slabs.
Axis axis_for(Axis axis, Index count) {
  const bool is_in_slabs =
      axis.nprocs > 1 && axis.block >= (axis.extent + axis.nprocs - 1) / axis.nprocs;
  if (is_in_slabs) axis.block = std::max<Index>(1, (count + axis.nprocs - 1) / axis.nprocs);
  axis.extent = count;
  return axis;
}

template <Scalar T>
DistMatrix<T> taken(const char* function, const MatrixView<const T>& a, Along along,
                    std::span<const Index> indices, const Layout* wanted) {
  const bool by_row = along == Along::Rows;
  const mpi::CollectiveCall call(a.comm(), function, mpi::same("A", a),
                                 mpi::same("the indices", indices));
  const auto [rows, cols] = a.shape();
  const Index count = std::ssize(indices), lines = by_row ? rows : cols;
  for (const Index k : indices)
    expect(k >= 0 && k < lines, function, ": there is no ", by_row ? "row " : "column ", k,
           " in a ", rows, "x", cols, " matrix; indices count from 0 to ", lines - 1);
  const Shape shape = by_row ? Shape{count, cols} : Shape{rows, count};
  if (wanted != nullptr) {
    expect(wanted->shape() == shape, function, ": the layout is of ", wanted->shape().rows, "x",
           wanted->shape().cols, ", but the result is ", shape.rows, "x", shape.cols);
    return picked(a, along, indices, *wanted);
  }
  const Layout whole = section_layout(a.layout(), a.section());
  return picked(a, along, indices,
                by_row ? Layout(axis_for(whole.rows(), count), whole.cols(), whole.ranks())
                       : Layout(whole.rows(), axis_for(whole.cols(), count), whole.ranks()));
}

}  // namespace

template <Scalar T>
DistMatrix<T> permute_rows(const MatrixView<const T>& a, std::span<const Index> perm) {
  const mpi::CollectiveCall call(a.comm(), "permute_rows", mpi::same("A", a),
                                 mpi::same("the permutation", perm));
  check_permutation("permute_rows", perm, a.shape().rows);
  return picked(a, Along::Rows, perm, section_layout(a.layout(), a.section()));
}

template <Scalar T>
DistMatrix<T> permute_cols(const MatrixView<const T>& a, std::span<const Index> perm) {
  const mpi::CollectiveCall call(a.comm(), "permute_cols", mpi::same("A", a),
                                 mpi::same("the permutation", perm));
  check_permutation("permute_cols", perm, a.shape().cols);
  return picked(a, Along::Cols, perm, section_layout(a.layout(), a.section()));
}

template <Scalar T>
DistMatrix<T> take_rows(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout) {
  return taken("take_rows", a, Along::Rows, indices, layout);
}

template <Scalar T>
DistMatrix<T> take_cols(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout) {
  return taken("take_cols", a, Along::Cols, indices, layout);
}

#define ASHLAR_INSTANTIATE(T)                                                              \
  template DistMatrix<T> permute_rows(const MatrixView<const T>&, std::span<const Index>); \
  template DistMatrix<T> permute_cols(const MatrixView<const T>&, std::span<const Index>); \
  template DistMatrix<T> take_rows(const MatrixView<const T>&, std::span<const Index>,     \
                                   const Layout*);                                         \
  template DistMatrix<T> take_cols(const MatrixView<const T>&, std::span<const Index>,     \
                                   const Layout*);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
