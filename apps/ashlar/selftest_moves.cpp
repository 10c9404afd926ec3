// SPDX-License-Identifier: BSD-3-Clause
#include "selftest_moves.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/check.hpp>

#include "dice.hpp"

namespace ashlar::apps {
namespace {

Layout random_layout(Dice& dice, Shape shape, int ranks) {
  const GridShape grid = random_grid(dice, ranks);
  return Layout({.shape = shape,
                 .block = {dice.from(1, 12), dice.from(1, 12)},
                 .grid = grid,
                 .source = {dice.below(grid.rows), dice.below(grid.cols)},
                 .grid_order = dice.below(2) == 0 ? GridOrder::Row : GridOrder::Column});
}

struct Move {
  Layout source, target;
  CopyOptions options;
  std::string text;
};

Move random_move(Dice& dice, int ranks) {
  constexpr Transport transports[] = {Transport::Automatic, Transport::Messages,
                                      Transport::Datatypes};
  constexpr const char* names[] = {"automatic", "messages", "datatypes"};
  const Shape shape{dice.from(0, 90), dice.from(0, 90)};
  Move move;
  move.options.op = dice.below(2) == 0 ? Op::None : Op::Trans;
  const Shape result = is_transposing(move.options.op) ? shape.transposed() : shape;
  constexpr Uplo parts[] = {Uplo::General, Uplo::Lower, Uplo::Upper};
  move.options.uplo = parts[dice.below(3)];
  move.options.diagonal = dice.from(-20, 20);
  const int transport = dice.below(3);
  move.options.transport = transports[transport];
  move.source = random_layout(dice, shape, ranks);
  move.target = random_layout(dice, result, ranks);
  move.text = fmt::format("{} to {}, {}, {} part from diagonal {}, by {}", move.source.to_string(),
                          move.target.to_string(), to_string(move.options.op),
                          to_string(move.options.uplo), move.options.diagonal, names[transport]);
  return move;
}

/// Indices of a dimension on process `p` in memory order: blocks are assigned cyclically.
std::vector<Index> indices_on(const Axis& axis, int p) {
  std::vector<Index> mine;
  int process = axis.source;
  for (Index i = 0; i < axis.extent; ++i) {
    if (i > 0 && i % axis.block == 0) process = (process + 1) % axis.nprocs;
    if (process == p) mine.push_back(i);
  }
  return mine;
}

/// Value derived from its indices.
template <Element T>
T face(std::uint64_t seed, Index i, Index j) {
  return static_cast<T>(static_cast<RealOf<T>>(detail::random_bits(seed, i, j) % 127));
}

/// Position in the grid, in rank order.
Coord position_of(const Layout& layout, int rank) {
  const GridShape grid = layout.grid();
  return layout.grid_order() == GridOrder::Row ? Coord{rank / grid.cols, rank % grid.cols}
                                               : Coord{rank % grid.rows, rank / grid.rows};
}

/// Calls f(il, jl, i, j) for all local elements; false if the local shape is wrong.
template <class F>
bool for_each_local(const Layout& layout, int rank, Shape local, F&& f) {
  const Coord at = position_of(layout, rank);
  const auto rows = indices_on(layout.rows(), at.row), cols = indices_on(layout.cols(), at.col);
  if (local != Shape{std::ssize(rows), std::ssize(cols)}) return false;
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il)
      f(il, jl, rows[static_cast<std::size_t>(il)], cols[static_cast<std::size_t>(jl)]);
  return true;
}

/// Number of wrong local elements after the move.
template <Element T>
Index wrong_elements(mpi::CommunicatorView world, const Move& move, std::uint64_t seed) {
  const int rank = world.rank();
  constexpr T untouched = T(101);
  DistMatrix<T> a(world, move.source), b(world, move.target);
  bool fits = for_each_local(
      move.source, rank, a.local_shape(),
      [&](Index il, Index jl, Index i, Index j) { a.local()(il, jl) = face<T>(seed, i, j); });
  b.fill(untouched);
  copy_into(a, b, move.options);
  Index wrong = 0;
  const auto& options = move.options;
  const bool swap = is_transposing(options.op);
  fits = for_each_local(
             move.target, rank, b.local_shape(),
             [&](Index il, Index jl, Index i, Index j) {
               const bool is_moved = options.uplo == Uplo::General ||
                                     (options.uplo == Uplo::Lower ? j - i <= options.diagonal
                                                                  : j - i >= options.diagonal);
               const T expected = is_moved ? face<T>(seed, swap ? j : i, swap ? i : j) : untouched;
               wrong += b.local()(il, jl) != expected;
             }) &&
         fits;
  return fits ? wrong : std::max<Index>(wrong, 1);
}

Index wrong_elements_of(DType dtype, mpi::CommunicatorView world, const Move& move,
                        std::uint64_t seed) {
  return visit_element(dtype, [&](auto tag) {
    return wrong_elements<typename decltype(tag)::type>(world, move, seed);
  });
}

Index sum(mpi::CommunicatorView world, Index mine) {
  std::int64_t total = mine;
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_INT64_T, MPI_SUM, world.native()),
             "MPI_Allreduce");
  return total;
}

/// Bytes per second of the fastest of at least three runs of f.
template <class F>
double fastest(mpi::CommunicatorView world, Index bytes, double seconds, F&& f) {
  double best = 0;
  const double start = MPI_Wtime();
  for (int k = 0; k < 3 || slowest(world, MPI_Wtime() - start) < seconds; ++k) {
    world.barrier();
    const double begin = MPI_Wtime();
    f();
    const double took = slowest(world, MPI_Wtime() - begin);
    best = std::max(best, static_cast<double>(bytes) / took);
  }
  return best;
}

}  // namespace

MovesTested test_moves(mpi::CommunicatorView world, double seconds, std::uint64_t seed) {
  constexpr DType dtypes[] = {DType::Float64, DType::Int8,   DType::Complex128,
                              DType::Float32, DType::UInt16, DType::Complex64};
  Dice dice(seed);
  MovesTested tested;
  const double start = MPI_Wtime();
  while (tested.moves < 2 || slowest(world, MPI_Wtime() - start) < seconds) {
    const Move move = random_move(dice, world.size());
    const DType dtype = dtypes[tested.moves % std::ssize(dtypes)];
    const Index wrong = sum(world, wrong_elements_of(dtype, world, move, seed));
    if (wrong > 0 && tested.first.empty())
      tested.first = fmt::format("{}, {}", move.text, to_string(dtype));
    tested.wrong += wrong;
    tested.elements += move.target.shape().rows * move.target.shape().cols;
    ++tested.moves;
  }
  return tested;
}

Bandwidth measure_bandwidth(mpi::CommunicatorView world, double seconds) {
  const int ranks = world.size();
  constexpr Index bytes_of_rank = Index{8} << 20;  // exceeds the caches
  const Index cols = 1024, rows = bytes_of_rank / 8 / cols * ranks;
  const std::vector<int> dims = dims_create(ranks, {0, 0});
  const Layout slabs({.shape = {rows, cols}, .block = {rows / ranks, cols}, .grid = {ranks, 1}});
  const Layout blocks({.shape = {rows, cols}, .block = {64, 64}, .grid = {dims[0], dims[1]}});
  Bandwidth result{.bytes = rows * cols * 8};
  DistMatrix<double> a(world, slabs), b(world, blocks);
  a.fill(1);
  Plan<double> plan(world, transfers(slabs, blocks));
  result.move = fastest(world, result.bytes, seconds / 2, [&] { plan.run(a, b); });
  const std::vector<double> from(static_cast<std::size_t>(bytes_of_rank) / sizeof(double), 1.0);
  std::vector<double> to(from.size());
  result.copy = fastest(world, result.bytes, seconds / 2,
                        [&] { std::memcpy(to.data(), from.data(), to.size() * sizeof(double)); });
  if (to.back() != 1) result.copy = 0;  // also prevents removal of the copies by the compiler
  return result;
}

}  // namespace ashlar::apps
