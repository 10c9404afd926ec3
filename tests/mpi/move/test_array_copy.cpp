// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/plan.hpp>

#include <cstdint>
#include <string>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/matrix/layout_cases.hpp"
#include "mpi/mpi/type_probe.hpp"
#include "small_nodes.hpp"
#include "unit/layout/array_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A value that identifies its position in the array.
template <class T>
T element_at(std::span<const Index> indices, const Distribution& array) {
  Index number = 0;
  for (std::size_t d = 0; d < indices.size(); ++d)
    number = number * (array.axes()[d].extent + 1) + indices[d];
  if constexpr (is_complex<T>)
    return {static_cast<RealOf<T>>(number), static_cast<RealOf<T>>(-1 - number)};
  else return static_cast<T>(number % 120);
}

template <class T>
constexpr T poison = static_cast<T>(123);

/// True if each element of this rank is the moved one or, outside the move, the initial poison.
template <class T>
bool arrived(const DistArray<T>& target, const ArrayTransfers& moves) {
  std::vector<T> expected(target.local().size());
  DistArray<T> probe = DistArray<T>::wrap(target.comm(), target.distribution(), expected.data());
  const auto &from = moves.source_box(), &to = moves.target_box();
  probe.fill_with([&](std::span<const Index> at) {
    Position there(at.size());
    for (std::size_t d = 0; d < at.size(); ++d) {
      if (at[d] < to[d].first || at[d] >= to[d].last) return poison<T>;
      const auto s = static_cast<std::size_t>(moves.axes()[d]);
      there[s] = from[s].first + at[d] - to[d].first;
    }
    return element_at<T>(there, moves.source());
  });
  return std::equal(expected.begin(), expected.end(), target.local().begin());
}

}  // namespace

TEST_CASE("arrays: pieces packed after a read of the node's part have this rank's elements") {
  // Far more pieces than buffers, so that most pieces are packed after a neighbour's memory was
  // read.
  for (int per_node : {2, 3}) {
    const mpi::Communicator comm = with_nodes_of(per_node);
    const Distribution from({.sizes = {9, 10, 12},
                             .dists = {Dist::cyclic(1), Dist::none(), Dist::none()},
                             .psizes = {comm.size(), 1, 1}});
    const Distribution to({.sizes = {9, 10, 12},
                           .dists = {Dist::none(), Dist::none(), Dist::cyclic(1)},
                           .psizes = {1, 1, comm.size()}});
    const ArrayTransfers moves(from, to);
    DistArray<double> a(comm, from), b(comm, to);
    a.fill_with([&](std::span<const Index> at) { return element_at<double>(at, from); });
    Plan<double> plan(comm, moves, {.piece_bytes = 16});
    for (int round = 0; round < 4; ++round) {
      b.fill(poison<double>);
      plan.run(a, b);
      check_all(comm, arrived(b, moves), concat(per_node, " ranks a node, round ", round));
    }
  }
}

TEST_CASE("arrays: the elements of a rank are those of MPI's darray") {
  const int ranks = world().size();
  Draw random(32);
  for (int k = 0; k < 60; ++k) {
    DistributionSpec from, to;
    const int n = random(1, 4);
    const auto draw_spec = [&](DistributionSpec& spec) {
      spec.sizes.clear();
      spec.psizes = random_grid(random, static_cast<std::size_t>(n), ranks);
      // darray requires a grid of all ranks.
      int product = 1;
      for (int p : spec.psizes) product *= p;
      spec.psizes[0] *= ranks / product;
      if (product * (ranks / product) != ranks)
        spec.psizes = std::vector<int>(static_cast<std::size_t>(n), 1), spec.psizes[0] = ranks;
      spec.order = random(0, 1) ? StorageOrder::C : StorageOrder::Fortran;
      for (int p : spec.psizes)
        spec.dists.push_back(p == 1 && random(0, 1) ? Dist::none()
                             : random(0, 1)         ? Dist::block()
                                                    : Dist::cyclic(random(1, 3)));
    };
    draw_spec(from);
    draw_spec(to);
    for (int d = 0; d < n; ++d) from.sizes.push_back(random(1, n < 3 ? 15 : 6));
    to.sizes = from.sizes;
    to.order = from.order;  // so that both number the elements equally
    DistArray<std::int32_t> a(world(), Distribution(from));
    const auto probe = [&](const DistributionSpec& spec) {
      return packed_indices(
          mpi::Datatype::darray({.size = ranks, .rank = world().rank(), .spec = spec},
                                mpi::native_type<std::int32_t>()),
          a.distribution().count());
    };
    const auto mine = probe(from), wanted = probe(to);
    bool ok = mine.size() == a.local().size();
    for (std::size_t i = 0; ok && i < mine.size(); ++i)
      a.local()[i] = static_cast<std::int32_t>(mine[i]);
    const DistArray<std::int32_t> b = redistribute(a, Distribution(to));
    ok = ok && wanted.size() == b.local().size();
    for (std::size_t i = 0; ok && i < wanted.size(); ++i)
      ok = b.local()[i] == static_cast<std::int32_t>(wanted[i]);
    check_all(world(), ok, concat("darray ", k));
  }
}

TEST_CASE("arrays: regular values, with elements found by their indices") {
  const int ranks = world().size();
  const Distribution d({.sizes = {4, 2 * ranks, 3},
                        .dists = {Dist::none(), Dist::cyclic(), Dist::none()},
                        .psizes = {1, ranks, 1}});
  DistArray<double> a(world(), d);
  bool ok = std::count(a.local().begin(), a.local().end(), 0.0) == 4 * 2 * 3;
  a.fill_with([](std::span<const Index> at) {
    return static_cast<double>(100 * at[0] + 10 * at[1] + at[2]);
  });
  DistArray<double> b = a.copy();
  a.fill(-1);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 2 * ranks; ++j)
      for (Index k = 0; k < 3; ++k) {
        const Index at[] = {i, j, k};
        const double* const found = b.find(at);
        ok = ok && (found != nullptr) == (j % ranks == world().rank());
        if (found != nullptr) ok = ok && *found == static_cast<double>(100 * i + 10 * j + k);
      }
  const DistArray<double> moved = std::move(b);
  ok = ok && moved.local_extents() == std::vector<Index>{4, 2, 3} &&
       moved.local_strides() == std::vector<Index>{6, 3, 1};
  const Distribution turned({.sizes = {3, 4, 2 * ranks},
                             .dists = {Dist::none(), Dist::none(), Dist::block()},
                             .psizes = {1, 1, ranks}});
  const DistArray<double> c = permute(moved, {2, 0, 1}, turned);
  for (Index j = 0; j < 2; ++j) {
    const Index at[] = {2, 3, 2 * world().rank() + j};
    ok = ok && *c.find(at) == static_cast<double>(300 + 10 * at[2] + 2);
  }
  check_all(world(), ok, "values");
}

TEST_CASE("arrays: ranks of one node read their elements, others get messages") {
  const int ranks = world().size();
  const Distribution from(
      {.sizes = {30, 40}, .dists = {Dist::block(), Dist::none()}, .psizes = {ranks, 1}});
  const Distribution to(
      {.sizes = {30, 40}, .dists = {Dist::none(), Dist::cyclic(2)}, .psizes = {1, ranks}});
  DistArray<double> a(world(), from), b(world(), to);
  a.fill_with([&](std::span<const Index> at) { return element_at<double>(at, from); });
  const ArrayTransfers moves(from, to);
  Plan<double> plan(world(), moves);
  plan.run(a, b);
  plan.run(a, b);
  const mpi::Context& context = mpi::Context::of(world());
  Index pulled = 0, sent = 0;
  const auto is_near = [&](int rank) {
    return a.storage().is_shared() && context.node_rank_of(rank).has_value();
  };
  const detail::Share sends = moves.sent_by(context.rank()),
                      receives = moves.received_by(context.rank());
  for (const detail::Box& box : receives.boxes())
    if (box.rank != context.rank() && is_near(box.rank)) pulled += 2 * box.elements * 8;
  for (const detail::Box& box : sends.boxes())
    if (box.rank != context.rank() && !is_near(box.rank)) sent += 2 * box.elements * 8;
  const PlanStatistics statistics = plan.statistics();
  check_all(world(), arrived(b, moves), "elements");
  check_all(world(), statistics.pulled_bytes == pulled && statistics.message_bytes_sent == sent,
            concat("pulled ", statistics.pulled_bytes, " of ", pulled, ", sent ",
                   statistics.message_bytes_sent, " of ", sent));
}

TEST_CASE("arrays: private memory of one dimension is read from the peer") {
  const int ranks = world().size();
  const auto in_blocks = [&](Index block) {
    return Distribution({.sizes = {1000}, .dists = {Dist::cyclic(block)}, .psizes = {ranks}});
  };
  const Distribution from = in_blocks(7), to = in_blocks(5);
  std::vector<double> memory(static_cast<std::size_t>(from.local_count(world().rank())));
  auto a = DistArray<double>::wrap(world(), from, memory.data());
  DistArray<double> b(world(), to);
  a.fill_with([&](std::span<const Index> at) { return element_at<double>(at, from); });
  const ArrayTransfers moves(from, to);
  Plan<double> plan(world(), moves, {.transport = Transport::PeerMemory});
  try {
    plan.run(a, b);
  } catch (const ArgumentError&) {
    return;  // the system does not permit such reads
  }
  check_all(world(), arrived(b, moves), "elements");
}

TEST_CASE("arrays: private memory of any number of dimensions is read from the peer") {
  const int ranks = world().size();
  if (ranks == 1) return;
  const Distribution from({.sizes = {5, 12, 9},
                           .dists = {Dist::none(), Dist::block(), Dist::none()},
                           .psizes = {1, ranks, 1}});
  const Distribution to({.sizes = {9, 5, 12},
                         .dists = {Dist::cyclic(2), Dist::none(), Dist::none()},
                         .psizes = {ranks, 1, 1},
                         .order = StorageOrder::Fortran});
  std::vector<double> memory(static_cast<std::size_t>(from.local_count(world().rank()) + 1));
  auto a = DistArray<double>::wrap(world(), from, memory.data());
  DistArray<double> b(world(), to);
  a.fill_with([&](std::span<const Index> at) { return element_at<double>(at, from); });
  const ArrayTransfers moves(from, to, {.axes = {2, 0, 1}});
  Plan<double> plan(world(), moves, {.transport = Transport::PeerMemory});
  try {
    plan.run(a, b);
  } catch (const ArgumentError&) {
    return;  // the system does not permit such reads
  }
  plan.run(a, b);
  check_all(world(), arrived(b, moves), "elements");
  Index wanted = 0;
  const detail::Share receives = moves.received_by(world().rank());
  for (const detail::Box& box : receives.boxes())
    if (box.rank != world().rank()) wanted += 2 * box.elements * 8;
  check_all(world(), plan.statistics().pulled_bytes == wanted, "bytes");
}

TEST_CASE("arrays: a triangle of two dimensions, and zeros beside it") {
  const int ranks = world().size();
  const Distribution from(
      {.sizes = {20, 31}, .dists = {Dist::cyclic(3), Dist::none()}, .psizes = {ranks, 1}});
  const Distribution to({.sizes = {33, 22},
                         .dists = {Dist::none(), Dist::cyclic(2)},
                         .psizes = {1, ranks},
                         .order = StorageOrder::Fortran});
  DistArray<double> a(world(), from), b(world(), to), expected(world(), to);
  a.fill_with([&](std::span<const Index> at) { return element_at<double>(at, from); });
  for (const Uplo uplo : {Uplo::Upper, Uplo::Lower})
    for (const Diag diag : {Diag::NonUnit, Diag::Unit})
      for (const Rest rest : {Rest::Untouched, Rest::Zero}) {
        b.fill(poison<double>);
        copy_into(a, b,
                  {.uplo = uplo,
                   .diagonal = -3,
                   .diag = diag,
                   .rest = rest,
                   .axes = {1, 0},
                   .source = {{0, 20}, {1, 31}},
                   .target = {{2, 32}, {1, 21}}});
        expected.fill_with([&](std::span<const Index> at) {
          const Index i = at[0] - 2, j = at[1] - 1, k = j - i;
          if (i < 0 || i >= 30 || j < 0 || j >= 20) return poison<double>;
          const bool is_bound = k == -3 && diag == Diag::Unit;
          if (!is_bound && (uplo == Uplo::Upper ? k >= -3 : k <= -3)) {
            const Index there[] = {j, i + 1};
            return element_at<double>(there, from);
          }
          return rest == Rest::Untouched ? poison<double> : is_bound ? 1.0 : 0.0;
        });
        check_all(world(), std::ranges::equal(b.local(), expected.local()),
                  concat(to_string(uplo), " ", to_string(diag)));
      }
  // Two triangles of one array, moved together: they must not overlap.
  DistArray<double> c(world(), from), d(world(), from);
  c.fill_with([&](std::span<const Index> at) { return element_at<double>(at, from); });
  d.fill(poison<double>);
  copy_all({CopyTask(a, d, {.uplo = Uplo::Upper}),
            CopyTask(c, d, {.uplo = Uplo::Lower, .diagonal = -1})});
  check_all(world(), std::ranges::equal(a.local(), d.local()), "both triangles");
  CHECK_THROWS_AS(
      copy_all({CopyTask(a, d, {.uplo = Uplo::Upper}), CopyTask(c, d, {.uplo = Uplo::Lower})}),
      ArgumentError);
}

TEST_CASE("arrays: a box that is one run is read from the peer into memory of its size") {
  const int ranks = world().size();
  const Distribution slabs({.sizes = {6 * ranks, 40, 50},
                            .dists = {Dist::block(), Dist::none(), Dist::none()},
                            .psizes = {ranks, 1, 1}});
  DistArray<double> a(world(), slabs, {.kind = mpi::StorageKind::Heap});
  a.fill_with([&](std::span<const Index> at) { return element_at<double>(at, slabs); });
  const int root = ranks - 1;
  const Distribution whole = on_one_rank(slabs, root);
  DistArray<double> b(world(), whole, {.kind = mpi::StorageKind::Heap});
  const ArrayTransfers moves(slabs, whole);
  Plan<double> plan(world(), moves, {.transport = Transport::PeerMemory});
  try {
    plan.run(a, b);
  } catch (const ArgumentError&) {
    return;  // the system does not permit such reads
  }
  check_all(world(), arrived(b, moves), "elements");
}

TEST_CASE_TEMPLATE_DEFINE("arrays: the whole on one rank, and back, of every type", T,
                          whole_arrays) {
  Draw random(33);
  for (int k = 0; k < 10; ++k) {
    const Distribution d = random_array_case(random, world().size()).source;
    DistArray<T> a(world(), d), b(world(), d);
    a.fill_with([&](std::span<const Index> at) { return element_at<T>(at, d); });
    const int root = k % world().size();
    const std::vector<T> whole = gather(a, root);
    std::vector<T> expected(whole.size());
    auto mine = DistArray<T>::wrap(world(), on_one_rank(d, root), expected.data());
    mine.fill_with([&](std::span<const Index> at) { return element_at<T>(at, d); });
    const bool is_whole =
        static_cast<Index>(whole.size()) == (world().rank() == root ? d.count() : 0);
    scatter(whole, b, root);
    check_all(world(),
              is_whole && whole == expected &&
                  std::equal(a.local().begin(), a.local().end(), b.local().begin()),
              concat("array ", k));
  }
}

TEST_CASE_TEMPLATE_APPLY(whole_arrays, AllElements);

TEST_CASE("arrays: one rank finds an element by its indices") {
  const int ranks = world().size();
  DistArray<std::int32_t> a(world(), Distribution({.sizes = {4, 5, 6},
                                                   .dists = {Dist::none(), Dist::cyclic(), {}},
                                                   .psizes = {1, ranks, 1}}));
  a.fill_with([](std::span<const Index> at) {
    return static_cast<std::int32_t>(100 * at[0] + 10 * at[1] + at[2]);
  });
  const std::int32_t* found = std::as_const(a).find({3, 2, 5});
  check_all(world(), (found != nullptr) == (world().rank() == 2 % ranks), "the owner alone");
  check_all(world(), found == nullptr || *found == 325, "its value");
  CHECK_THROWS_AS((void)a.find({3, 5, 0}), ArgumentError);
}

TEST_CASE("arrays: errors are the same on all ranks") {
  const int ranks = world().size();
  const auto split_on = [](int processes) {
    return Distribution({.sizes = {12}, .dists = {Dist::block()}, .psizes = {processes}});
  };
  const auto error_of = [](auto&& f) -> std::string {
    try {
      f();
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return "nothing";
  };
  const auto check_part = [&](const std::string& text, const std::string& part) {
    check_all(world(), text.find(part) != std::string::npos, text);
  };
  DistArray<float> a(world(), split_on(ranks)), b(world(), split_on(1));
  check_part(error_of([&] { DistArray<float>(world(), split_on(ranks + 1)); }),
             "the communicator has only");
  check_part(error_of([&] { copy_into(a, a); }), "overlapping sections");
  DistArray<float> none;
  check_part(error_of([&] { copy_into(none, a); }), "default-made or moved from");
  check_part(error_of([&] { copy_into(a, none); }), "default-made or moved from");
  check_part(error_of([&] { scatter(std::vector<float>(11), a); }),
             "rank 0, gave memory for 11 elements, but the array has 12");
  check_part(error_of([&] { (void)gather(a, ranks); }), "root is rank ");
  std::vector<float> few(world().rank() == ranks - 1 ? 13 : 0);
  check_part(error_of([&] { gather_into(a, few, ranks - 1); }), "gave memory for 13 elements");
  check_part(error_of([&] { (void)DistArray<float>::wrap(world(), split_on(1), nullptr); }),
             "is null");
  check_part(error_of([&] { copy_into(a, b, {.uplo = Uplo::Upper}); }), "only those of two");
  check_part(error_of([&] { copy_into(a, b, {.op = Op::Trans}); }), "arrays have no op");
  check_part(error_of([&] { (void)a.find(std::vector<Index>{12}); }), "index 12 along dimension 0");
  check_part(error_of([&] { (void)a.find(std::vector<Index>{1, 1}); }), "the list has 2 indices");
  const ArrayTransfers moves(a.distribution(), b.distribution());
  check_part(error_of([&] { Plan<float>(world(), moves, {.transport = Transport::Datatypes}); }),
             "MPI's derived datatypes move between");
  for (Index bytes : {Index{0}, (Index{1} << 30) + 1})
    check_part(error_of([&] { Plan<float>(world(), moves, {.piece_bytes = bytes}); }),
               concat("piece_bytes is ", bytes, ", but must lie between 1 and 2^30"));
  Plan<float> plan(world(), moves);
  if (ranks > 1)
    check_part(error_of([&] { plan.run(b, a); }),
               "the source has another distribution than the plan");
  std::vector<float> memory(12);
  auto wrapped = DistArray<float>::wrap(world(), split_on(1), memory.data());
  auto again = DistArray<float>::wrap(world(), split_on(1), memory.data());
  check_part(error_of([&] { copy_into(wrapped, again); }), "overlap in memory");
  check_part(error_of([&] {
               Plan<float>(world(), ArrayTransfers(b.distribution(), b.distribution()),
                           {.transport = Transport::SharedMemory})
                   .run(wrapped, b);
             }),
             "shared memory was asked for");
}
