// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include <ashlar/move/plan.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// True if a move of ones into zeros and back returns exactly the elements that moved.
template <class T>
bool returns(const Plan<T>& there, const DistMatrix<T>& a, DistMatrix<T>& b,
             const std::function<bool(Index, Index)>& moved) {
  Plan<T> back = there.reversed();
  DistMatrix<T> home(a.comm(), a.layout());
  home.fill(T(7));
  back.run(b, home);
  bool right = true;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j)
      if (const T* mine = home.find(i, j))
        right = right && *mine == (moved(i, j) ? face<T>(i, j) : T(7));
  return right;
}

template <class T>
DistMatrix<T> of_faces(const Layout& layout) {
  DistMatrix<T> a(world(), layout);
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });
  return a;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("reversed: moves the elements of the plan back, and no others", T,
                          brings_back) {
  const int ranks = world().size();
  const Layout tall({.shape = {23, 18}, .block = {3, 4}, .grid = {ranks, 1}});
  const DistMatrix<T> a = of_faces<T>(tall);
  for (const Op op : {Op::None, Op::Trans, Op::ConjTrans})
    for (const Uplo uplo : {Uplo::General, Uplo::Lower, Uplo::Upper})
      for (const Diag diag : {Diag::NonUnit, Diag::Unit}) {
        const bool turns = op != Op::None;
        const Section from{{2, 15}, {1, 18}}, to{{1, turns ? 18 : 14}, {3, turns ? 16 : 20}};
        const Layout flat({.shape = {20, 24}, .block = {5, 2}, .grid = {1, ranks}});
        Plan<T> plan(world(), transfers(tall, flat,
                                        {.op = op,
                                         .source = from,
                                         .target = to,
                                         .uplo = uplo,
                                         .diagonal = 2,
                                         .diag = diag}));
        DistMatrix<T> b(world(), flat);
        plan.run(a, b);
        const auto moved = [&](Index i, Index j) {
          if (i < 2 || i >= 15 || j < 1) return false;
          // Relative to the target section.
          const Index row = turns ? j - 1 : i - 2, col = turns ? i - 2 : j - 1;
          const Index beyond = col - row - 2;
          return uplo == Uplo::General || (beyond == 0 && diag == Diag::NonUnit) ||
                 (uplo == Uplo::Lower ? beyond < 0 : beyond > 0);
        };
        check_all(world(), returns<T>(plan, a, b, moved),
                  concat(static_cast<char>(op), static_cast<char>(uplo), static_cast<char>(diag)));
      }
}
TEST_CASE_TEMPLATE_APPLY(brings_back, std::tuple<float, double, c64, c128, std::int32_t>);

TEST_CASE("reversed: of block maps, replicas and arrays") {
  const int ranks = world().size();
  const Layout tall({.shape = {12, 10}, .block = {2, 3}, .grid = {ranks, 1}});
  const BlockMap map({0, 5, 12}, {0, 3, 10},
                     [&](Index r, Index c) { return static_cast<int>((r + c) % ranks); });
  const DistMatrix<double> a = of_faces<double>(tall);
  {
    Plan<double> plan(world(),
                      Patchwork(Placement(tall), Placement(map.transposed()), {.op = Op::Trans}));
    BlockMatrix<double> b(world(), map.transposed());
    plan.run(a, b);
    DistMatrix<double> home(world(), tall);
    auto back = plan.reversed();
    back.run(b, home);
    bool right = true;
    home.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
      for (Index k = 0; k < count; ++k)
        right = right && home.local()(il + k, jl) == face<double>(i + k, j);
    });
    check_all(world(), right, "block map");
  }
  {
    auto everywhere = ReplicatedMatrix<double>::everywhere(world(), {12, 10});
    Plan<double> plan(world(), Patchwork(Placement(tall), everywhere.placement()));
    plan.run(a, everywhere);
    DistMatrix<double> home(world(), tall);
    auto back = plan.reversed();
    back.run(everywhere, home);
    bool right = true;
    home.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
      for (Index k = 0; k < count; ++k)
        right = right && home.local()(il + k, jl) == face<double>(i + k, j);
    });
    check_all(world(), right, "replicas");
  }
  const auto blocks_along = [&](std::vector<Index> sizes, int along) {
    std::vector<Dist> dists(3, Dist::none());
    std::vector<int> psizes(3, 1);
    dists[static_cast<std::size_t>(along)] = Dist::block();
    psizes[static_cast<std::size_t>(along)] = ranks;
    return Distribution({.sizes = std::move(sizes), .dists = dists, .psizes = psizes});
  };
  const Distribution from = blocks_along({5, 6, 7}, 0), to = blocks_along({7, 5, 6}, 2);
  DistArray<double> u(world(), from), v(world(), to), home(world(), from);
  const auto value = [](std::span<const Index> at) {
    return static_cast<double>(100 * at[0] + 10 * at[1] + at[2]);
  };
  u.fill_with(value);
  Plan<double> plan(world(), ArrayTransfers(from, to, {.axes = {2, 0, 1}}));
  plan.run(u, v);
  auto back = plan.reversed();
  back.run(v, home);
  bool right = std::ranges::equal(u.local(), home.local());
  check_all(world(), right, "array");
}

TEST_CASE("reversed: of several moves, and into another element type") {
  const int ranks = world().size();
  const Layout tall({.shape = {12, 10}, .block = {2, 3}, .grid = {ranks, 1}});
  const Layout flat({.shape = {12, 10}, .block = {5, 2}, .grid = {1, ranks}});
  const DistMatrix<double> a = of_faces<double>(tall);
  const DistMatrix<double> b = of_faces<double>(flat);
  DistMatrix<float> c(world(), flat), d(world(), tall);
  Plan<double> plan(world(), {transfers(tall, flat), transfers(flat, tall)});
  plan.run({{a, c}, {b, d}});
  auto back = plan.reversed<float>();
  DistMatrix<double> first(world(), tall), second(world(), flat);
  back.run({{c, first}, {d, second}});
  const auto same = [](const DistMatrix<double>& x, const DistMatrix<double>& y) {
    bool right = true;
    for (Index j = 0; j < x.local_cols(); ++j)
      for (Index i = 0; i < x.local_rows(); ++i)
        right = right && x.local()(i, j) == y.local()(i, j);
    return right;
  };
  check_all(world(), same(first, a) && same(second, b), "both");
}
