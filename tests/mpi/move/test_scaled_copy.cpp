// SPDX-License-Identifier: BSD-3-Clause
// Moves with arithmetic: alpha, beta and other element types.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/move/copy.hpp>

#include "distributed_matrices.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// The conjugate of x in another type, converted part by part.
template <class T, class S>
T conjugated(S x) {
  if constexpr (is_complex<S>)
    return {static_cast<RealOf<T>>(x.real()), static_cast<RealOf<T>>(-x.imag())};
  else if constexpr (is_complex<T>) return {static_cast<RealOf<T>>(x), 0};
  else return static_cast<T>(x);
}

template <class T>
DistMatrix<T> faces(mpi::CommunicatorView comm, const Layout& layout) {
  return filled<T>(comm, layout, small_face<T>);
}

template <class T>
std::vector<Scaling<T>> scalings() {
  std::vector<Scaling<T>> list;
  for (auto [alpha, beta] : {std::pair{0, 2}, {1, 0}, {1, 1}, {-3, 0}, {2, -1}})
    list.push_back({static_cast<RealOf<T>>(alpha), static_cast<RealOf<T>>(beta)});
  if constexpr (is_complex<T>) {
    list.push_back({T(2, -1), T(0, 3)});
    list.push_back({T(0, 1), T(0)});
  }
  return list;
}

}  // namespace

TEST_CASE_TEMPLATE("copy_into: target := alpha * op(source) + beta * target", T, float, double, c64,
                   c128) {
  const auto comm = world();
  const Shape shape{150, 90};
  for (Op op : {Op::None, Op::Trans, Op::ConjTrans}) {
    const Shape from = is_transposing(op) ? shape.transposed() : shape;
    const auto a = faces<T>(comm, tall(comm, from));
    for (const Scaling<T>& s : scalings<T>()) {
      for (Transport transport : transports) {
        auto b = faces<T>(comm, wide(comm, shape));
        copy_into(a, b, {.op = op, .transport = transport}, s);
        check_all(comm,
                  holds(b,
                        [&](Index i, Index j) {
                          T x = is_transposing(op) ? small_face<T>(j, i) : small_face<T>(i, j);
                          if (op == Op::ConjTrans) x = conjugate(x);
                          return s.alpha * x + s.beta * small_face<T>(i, j);
                        }),
                  "all elements");
      }
    }
  }
}

TEST_CASE_TEMPLATE("copy_into: only the triangle is computed, in sections of row-major memory, too",
                   T, float, double, c64, c128) {
  const auto comm = world();
  const auto a = faces<T>(comm, wide(comm, {80, 70}));
  const Layout to = tall(comm, {90, 85});
  const Scaling<T> s{T{2}, T{-1}};
  for (StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
    const Shape local = to.local_shape(comm.rank());
    const Index ld = std::max<Index>(1, order == StorageOrder::C ? local.cols : local.rows) + 3;
    std::vector<T> memory(static_cast<std::size_t>(ld * std::max(local.rows, local.cols)));
    for (Transport transport : transports) {
      auto b = DistMatrix<T>::wrap(comm, to, {memory.data(), ld, order});
      b.fill_with(small_face<T>);
      copy_into(a.view({5, 75}, {0, 70}), b.view({10, 80}, {11, 81}),
                {.uplo = Uplo::Lower, .diagonal = -2, .transport = transport}, s);
      check_all(comm,
                holds(b,
                      [&](Index i, Index j) {
                        const Index si = i - 10, sj = j - 11;
                        const bool inside =
                            si >= 0 && si < 70 && sj >= 0 && sj < 70 && sj - si <= -2;
                        return inside ? T{2} * small_face<T>(si + 5, sj) - small_face<T>(i, j)
                                      : small_face<T>(i, j);
                      }),
                "inside and outside");
    }
  }
}

TEST_CASE_TEMPLATE("copy_into: beta = 0 does not read the target, alpha = 0 not the source", T,
                   float, double, c64, c128) {
  const auto comm = world();
  const T nan{std::numeric_limits<RealOf<T>>::quiet_NaN()};
  for (Transport transport : transports) {
    DistMatrix<T> nans(comm, tall(comm, {40, 30}));
    nans.fill(nan);
    auto b = faces<T>(comm, wide(comm, {40, 30}));
    copy_into(nans, b, {.transport = transport}, {.alpha = T{0}, .beta = T{2}});
    check_all(comm, holds(b, [](Index i, Index j) { return T{2} * small_face<T>(i, j); }),
              "alpha = 0");
    copy_into(b, nans, {.transport = transport}, {.alpha = T{2}});
    check_all(comm, holds(nans, [](Index i, Index j) { return T{4} * small_face<T>(i, j); }),
              "beta = 0");
    nans.fill(nan);
    copy_into(b, nans, {.transport = transport}, {.alpha = T{0}});
    check_all(comm, holds(nans, [](Index, Index) { return T{0}; }), "both");
  }
}

TEST_CASE("copy_into: elements are converted on their way") {
  const auto comm = world();
  const auto check = [&]<class S, class T>(ashlar::detail::Tag<S>, ashlar::detail::Tag<T>) {
    const auto a = faces<S>(comm, tall(comm, {33, 47}));
    for (Transport transport : transports) {
      DistMatrix<T> b(comm, wide(comm, {47, 33}));
      copy_into(a, b, {.op = Op::ConjTrans, .transport = transport});
      check_all(comm, holds(b, [](Index i, Index j) { return conjugated<T>(small_face<S>(j, i)); }),
                "converted");
    }
  };
  int pairs = 0;
  for (DType from : all_dtypes)
    for (DType to : all_dtypes)
      visit_element(from, [&](auto s) {
        using S = typename decltype(s)::type;
        visit_element(to, [&](auto t) {
          using T = typename decltype(t)::type;
          if constexpr (detail::ElementMovableTo<S, T>) {
            check(ashlar::detail::Tag<S>{}, t);
            ++pairs;
          }
        });
      });
  CHECK(pairs == 70);
}

TEST_CASE(
    "copy_into: conversion rounds to nearest, if need be to infinity, and comes before alpha") {
  const auto comm = world();
  DistMatrix<double> a(comm, tall(comm, {4, 4}));
  a.fill_with([](Index i, Index) { return i == 0 ? 1e300 : 1 + 0x1p-30; });
  const auto single = redistribute<float>(a, wide(comm, {4, 4}));
  check_all(
      comm,
      holds(single,
            [](Index i, Index) { return i == 0 ? std::numeric_limits<float>::infinity() : 1.0f; }),
      "rounded");
  DistMatrix<float> scaled(comm, wide(comm, {4, 4}));
  copy_into(a, scaled, {}, {.alpha = 0x1p-127f});
  check_all(comm,
            holds(scaled,
                  [](Index i, Index) {
                    return i == 0 ? std::numeric_limits<float>::infinity() : 0x1p-127f;
                  }),
            "rounded first");
}

TEST_CASE("plan: one plan serves targets of several types and scalings") {
  const auto comm = world();
  const Layout from = tall(comm, {40, 30}), to = wide(comm, {40, 30});
  const auto a = faces<float>(comm, from);
  Plan<float> plan(comm, transfers(from, to));
  DistMatrix<float> same(comm, to);
  DistMatrix<double> wider(comm, to);
  DistMatrix<c128> complex(comm, to);
  plan.run(a, same);
  plan.run(a, wider, {.alpha = 2});
  plan.run(a, complex, {.alpha = c128(0, 1)});
  check_all(comm, holds(same, small_face<float>), "float");
  check_all(comm, holds(wider, [](Index i, Index j) { return 2.0 * small_face<float>(i, j); }),
            "double");
  check_all(comm, holds(complex, [](Index i, Index j) { return c128(0, small_face<float>(i, j)); }),
            "complex");
}

TEST_CASE("copy_into: equal layouts, whose runs are joined, and a triangle") {
  const auto comm = world();
  for (const Layout& layout : {tall(comm, {90, 90}), wide(comm, {90, 90})}) {
    for (Op op : {Op::None, Op::Trans}) {
      const auto a = faces<double>(comm, layout);
      for (Transport transport : transports) {
        auto b = faces<double>(comm, layout);
        copy_into(a, b, {.op = op, .uplo = Uplo::Upper, .transport = transport},
                  {.alpha = 2, .beta = 1});
        check_all(comm,
                  holds(b,
                        [&](Index i, Index j) {
                          const double x =
                              op == Op::None ? small_face<double>(i, j) : small_face<double>(j, i);
                          return small_face<double>(i, j) + (i <= j ? 2 * x : 0);
                        }),
                  "upper triangle");
      }
    }
  }
}

TEST_CASE("plan: finite numbers that become infinite are counted, for every transport") {
  const auto comm = world();
  const Layout from = tall(comm, {33, 47}), to = wide(comm, {47, 33});
  DistMatrix<c128> a(comm, from);
  // Infinities and NaNs stay infinities and NaNs; only (i, 5) overflows.
  a.fill_with([](Index i, Index j) {
    const double infinity = std::numeric_limits<double>::infinity();
    if (j == 5) return i % 2 == 0 ? c128(1, -1e39) : c128(1e300, 1e300);
    if (j == 6) return c128(infinity, std::numeric_limits<double>::quiet_NaN());
    return c128(1, static_cast<double>(std::numeric_limits<float>::max()));
  });
  for (Transport transport : transports) {
    DistMatrix<c64> b(comm, to);
    Plan<c128> plan(comm, transfers(from, to, {.op = Op::ConjTrans}), {.transport = transport});
    for (Index runs = 1; runs <= 2; ++runs) {
      plan.run(a, b, {.alpha = c64(2, 0)});
      Index overflows = plan.statistics().overflows;
      MPI_Allreduce(MPI_IN_PLACE, &overflows, 1, MPI_INT64_T, MPI_SUM, comm.native());
      CHECK(overflows == 33 * runs);
    }
    // No type is narrowed, so no overflow is counted or refused.
    DistMatrix<c128> same(comm, to);
    copy_into(a, same,
              {.op = Op::ConjTrans, .transport = transport, .overflow = Overflow::Refused});
  }
}

TEST_CASE("copy_all: finite numbers that become infinite are refused on all ranks") {
  const auto comm = world();
  const auto a = faces<double>(comm, tall(comm, {12, 9}));
  DistMatrix<double> large(comm, a.layout());
  large.fill(1e39);
  DistMatrix<float> b(comm, wide(comm, {12, 9})), c(comm, wide(comm, {12, 9}));
  const CopyOptions refusing{.overflow = Overflow::Refused};
  copy_all({CopyTask(a, b, refusing), CopyTask(a, c, refusing)});
  std::string text;
  try {
    copy_all({CopyTask(a, b, refusing), CopyTask(large, c, refusing)});
  } catch (const OverflowError& error) {
    text = error.what();
  }
  check_all(comm, text.find("108 finite elements of type float64") != std::string::npos, text);
  check_all(comm, std::isinf(c.broadcast(0, 0)), "the target is written all the same");
}
