// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/matrix/dist_matrix.hpp>

#include "support/huge_array.hpp"
#include "support/move_case.hpp"

namespace ashlar::bench {

/// Element (i, j) of every source: exact in single precision, and rarely equal to a neighbour.
template <class T>
T element(Index i, Index j) {
  const auto value = static_cast<RealOf<T>>((i * 12289 + j) % 16777213);
  if constexpr (is_complex<T>) return {value, -value / 2};
  else return value;
}

/// Value that no source contains.
template <class T>
constexpr T spoilt() {
  return T(-1);
}

template <class T>
void spoil(DistMatrix<T>& target) {
  target.fill(spoilt<T>());
}

/// Element (i, j) of a previously spoilt target after the move.
template <class T>
T expected_at(const MoveCase& what, Index i, Index j) {
  const Section from = what.source_part(), to = what.target_part();
  const Index r = i - to.rows.first, c = j - to.cols.first;  // in the section
  const bool is_inside = 0 <= r && r < to.rows.size() && 0 <= c && c < to.cols.size();
  if (!is_inside || !detail::Triangle{what.uplo, 0}.contains(r, c)) return spoilt<T>();
  const Index row = is_transposing(what.op) ? c : r, col = is_transposing(what.op) ? r : c;
  const T value = element<T>(from.rows.first + row, from.cols.first + col);
  return what.op == Op::ConjTrans ? conjugate(value) : value;
}

/// True if every element of this rank has its expected value, inside and outside the target
/// section.
template <class T>
bool is_right(const DistMatrix<T>& target, const MoveCase& what) {
  bool right = true;
  target.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    for (Index k = 0; k < count; ++k)
      right = right && target.local()(il + k, jl) == expected_at<T>(what, i + k, j);
  });
  return right;
}

/// Start of a local column: at a cache line, as in matrices of Ashlar, or directly after the
/// previous one.
enum class Columns { Padded, Tight };

/// Matrix in private memory on huge pages, as for callers of other libraries.
template <class T>
struct UserMatrix {
  HugeArray<T> memory;
  DistMatrix<T> matrix;

  /// @param least  [local] least number of elements to allocate
  UserMatrix(mpi::CommunicatorView comm, const Layout& layout, Index least = 0,
             Columns columns = Columns::Padded) {
    const Shape local = layout.local_shape(comm.rank());
    const Index ld = columns == Columns::Tight ? detail::tight_ld(local) : detail::owned_ld(local);
    memory = HugeArray<T>(std::max(least, ld * local.cols));
    matrix = DistMatrix<T>::wrap(comm, layout, {memory.data(), ld});
  }
};

/// Equal sources and targets, in segments of Ashlar and in private memory.
template <class T>
struct Operands {
  mpi::CommunicatorView comm;
  MoveCase what;
  Transfers moves;
  Index received;                ///< elements of the target on this rank
  DistMatrix<T> source, target;  ///< in shared segments, if the node supports them
  UserMatrix<T> user_source, user_target;

  /// @param least  [local] least number of elements of the caller's arrays
  Operands(mpi::CommunicatorView on, const MoveCase& move, Index least = 0)
      : comm(on),
        what(move),
        moves(move.transfers()),
        received(received_by(on.rank())),
        source(on, move.source),
        target(on, move.target),
        user_source(on, move.source, std::max(received, least)),
        user_target(on, move.target, least) {
    source.fill_with(element<T>);
    user_source.matrix.fill_with(element<T>);
  }

 private:
  Index received_by(int rank) const {
    const Traffic traffic = moves.traffic_of(rank);
    return traffic.received + traffic.kept;
  }
};

}  // namespace ashlar::bench
