// SPDX-License-Identifier: BSD-3-Clause
// Random moves through pieces and panels so small that even little matrices take many of them.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <ashlar/move/plan.hpp>

#include "node_transports.hpp"
#include "random_move.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <class T>
T numbered(Index i, Index j, int salt) {
  return static_cast<T>((i * 131 + j * 17 + salt) % 119 + 1);
}

/// A matrix in memory of the caller, with 3 elements of padding where the move asks for some.
template <class T>
struct Wrapped {
  std::vector<T> memory;
  DistMatrix<T> matrix;

  Wrapped(const Layout& layout, const Keeping& keeping, int salt) {
    const Shape local = layout.local_shape(world().rank());
    const bool by_rows = keeping.order == StorageOrder::C;
    const Index ld =
        std::max<Index>(1, by_rows ? local.cols : local.rows) + (keeping.padding > 0 ? 3 : 0);
    memory.resize(static_cast<std::size_t>(ld * (by_rows ? local.rows : local.cols)), T(120));
    matrix = DistMatrix<T>::wrap(world(), layout, memory.data(), ld, keeping.order);
    matrix.fill_with([&](Index i, Index j) { return numbered<T>(i, j, salt); });
  }
};

template <class T>
bool is_right(const RandomMove& move, const PlanOptions& options) {
  Wrapped<T> source(move.source, move.source_keeping, 0);
  Wrapped<T> target(move.target, move.target_keeping, 60);
  const CopyOptions& o = move.options;
  Plan<T> plan(world(),
               Transfers(move.source, move.target,
                         {.op = o.op,
                          .source = move.source_section,
                          .target = move.target_section,
                          .uplo = o.uplo,
                          .diagonal = o.diagonal}),
               options);
  plan.run(source.matrix, target.matrix);
  const Section &from = move.source_section, &to = move.target_section;
  Index right = 0, padding = 0;
  target.matrix.for_each_run([&](Index il, Index jl, Index i0, Index j, Index count) {
    for (Index k = 0; k < count; ++k) {
      const Index i = i0 + k, si = i - to.rows.first, sj = j - to.cols.first;
      const bool inside = i >= to.rows.first && i < to.rows.last && j >= to.cols.first &&
                          j < to.cols.last &&
                          (o.uplo == Uplo::General ||
                           (o.uplo == Uplo::Lower ? sj - si <= o.diagonal : sj - si >= o.diagonal));
      const bool swap = o.op != Op::None;
      const T expected = inside ? numbered<T>(from.rows.first + (swap ? sj : si),
                                              from.cols.first + (swap ? si : sj), 0)
                                : numbered<T>(i, j, 60);
      right += target.matrix.local()(il + k, jl) == expected;
    }
  });
  for (const T& value : target.memory) padding += value == T(120);
  return right + padding == std::ssize(target.memory);
}

}  // namespace

TEST_CASE("small pieces: random moves of wrapped memory through many pieces and panels") {
  std::vector<Transport> all = node_transports(world());
  all.push_back(Transport::Messages);
  MoveDice dice(31, world().size());
  for (int k = 0; k < 150; ++k) {
    const RandomMove move = dice.roll();
    if (move.kind != Kind::Copy) continue;
    for (Transport transport : all) {
      for (const Index piece_bytes : {1, 200, 6000}) {
        const PlanOptions options{.transport = transport, .piece_bytes = piece_bytes};
        const bool right = k % 3 == 0   ? is_right<std::int8_t>(move, options)
                           : k % 3 == 1 ? is_right<double>(move, options)
                                        : is_right<std::int32_t>(move, options);
        check_all(world(), right,
                  concat("pieces of ", piece_bytes, " bytes, transport ",
                         static_cast<int>(transport), ": ", move.describe()));
      }
    }
  }
}
