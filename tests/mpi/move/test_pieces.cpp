// SPDX-License-Identifier: BSD-3-Clause
// Moves of several megabytes between two ranks: more pieces than are in transit at once, and
// several messages for each between hosts.
#include <doctest/doctest.h>

#include <ashlar/move/copy.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Shape shape{1301, 1201}, small{701, 603};

/// Layouts in which every rank has elements for every other rank.
Layout by_rows(int ranks) { return Layout({.shape = shape, .block = {7, 64}, .grid = {ranks, 1}}); }
Layout by_columns(int ranks, Shape of) {
  return Layout({.shape = of, .block = {33, 5}, .grid = {1, ranks}, .source = {0, ranks - 1}});
}

template <class T>
T face(Index i, Index j) {
  return static_cast<T>(static_cast<RealOf<T>>(i * shape.cols + j));
}

/// True if each element of a target that was filled with -1 is the moved one, or still -1 outside
/// the move.
template <class T>
bool is_right(const DistMatrix<T>& b, const CopyOptions& options) {
  bool right = true;
  b.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    for (Index k = 0; k < count; ++k) {
      const bool moved = detail::Triangle{options.uplo, 0}.contains(i + k, j);
      const T there = options.op == Op::None ? face<T>(i + k, j) : face<T>(j, i + k);
      right = right && b.local()(il + k, jl) == (moved ? there : T(-1));
    }
  });
  return right;
}

}  // namespace

TEST_CASE_TEMPLATE("copy_into: many long pieces, also where networks ask the receiver first", T,
                   double, c64) {
  const auto comm = world();
  DistMatrix<T> a(comm, by_rows(comm.size()));
  a.fill_with(face<T>);
  for (const Op op : {Op::None, Op::Trans})
    for (const Uplo uplo : {Uplo::General, Uplo::Upper})
      // Messages of a whole piece, of almost equal parts, and with a last one of a few bytes.
      for (const Index piece_bytes : {Index{50} << 10, Index{119} << 10, (Index{60} << 10) + 8}) {
        const Shape moved = op == Op::None ? shape : Shape{shape.cols, shape.rows};
        DistMatrix<T> b(comm, by_columns(comm.size(), moved));
        b.fill(T(-1));
        const CopyOptions options{.op = op, .uplo = uplo};
        const Transfers what(a.layout(), b.layout(), {.op = op, .uplo = uplo});
        Plan<T> plan(comm, what, {.transport = Transport::Messages, .piece_bytes = piece_bytes});
        for (int round = 0; round < 2; ++round) plan.run(a, b);
        check_all(comm, is_right(b, options), "every element");
      }
}

TEST_CASE_TEMPLATE("copy_into: kept elements alternate with those of one partner", T, float, double,
                   c64) {
  const auto comm = world();
  // On two ranks, both send and keep elements of every column.
  const auto grid_of = [&](Op op) {
    return op == Op::None ? std::pair{comm.size(), 1} : std::pair{1, comm.size()};
  };
  for (const Op op : {Op::None, Op::Trans})
    for (const Index block : {3, 40})
      for (const Uplo uplo : {Uplo::General, Uplo::Lower})
        for (const Transport transport : {Transport::Staged, Transport::Messages})
          for (const Index piece_bytes : {Index{5} << 10, Index{40} << 10}) {
            const auto [rows, cols] = grid_of(op);
            const Shape moved = op == Op::None ? small : small.transposed();
            const Layout from({.shape = small, .block = {block, block + 1}, .grid = {rows, cols}}),
                to({.shape = moved, .block = {block + 2, block}, .grid = {rows, cols}});
            DistMatrix<T> a(comm, from, {.kind = mpi::StorageKind::Heap}), b(comm, to);
            a.fill_with(face<T>);
            b.fill(T(-1));
            const CopyOptions options{.op = op, .uplo = uplo};
            try {
              Plan<T> plan(comm, Transfers(from, to, {.op = op, .uplo = uplo}),
                           {.transport = transport, .piece_bytes = piece_bytes});
              for (int round = 0; round < 3; ++round) plan.run(a, b);
            } catch (const ArgumentError&) {  // without shared memory
              check_all(comm, transport == Transport::Staged, "refused");
              continue;
            }
            check_all(comm, is_right(b, options), "every element");
          }
}
