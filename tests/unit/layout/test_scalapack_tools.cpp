// SPDX-License-Identifier: BSD-3-Clause
// Axis compared with ScaLAPACK's index functions, which are 1-based and in 32 bits.
#include <doctest/doctest.h>

#include <limits>
#include <random>

#include <ashlar/layout/axis.hpp>

#include "distributed.hpp"

extern "C" {
int numroc_(const int* n, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
int indxg2p_(const int* indxglob, const int* nb, const int* iproc, const int* isrcproc,
             const int* nprocs);
int indxg2l_(const int* indxglob, const int* nb, const int* iproc, const int* isrcproc,
             const int* nprocs);
int indxl2g_(const int* indxloc, const int* nb, const int* iproc, const int* isrcproc,
             const int* nprocs);
}

using namespace ashlar;

namespace {

constexpr int int_max = std::numeric_limits<int>::max();

/// The four functions for one axis, 0-based.
class Reference {
 public:
  explicit Reference(const Axis& axis)
      : extent_(static_cast<int>(axis.extent)),
        block_(static_cast<int>(axis.block)),
        nprocs_(axis.nprocs),
        source_(axis.source) {}

  Index local_count(int p) const { return numroc_(&extent_, &block_, &p, &source_, &nprocs_); }
  int owner(Index g) const { return one_based(indxg2p_, g, 0); }
  Index to_local(Index g) const { return one_based(indxg2l_, g, 0) - 1; }
  Index to_global(int p, Index l) const { return one_based(indxl2g_, l, p) - 1; }

 private:
  template <class Function>
  int one_based(Function* function, Index index, int p) const {
    const int from_one = static_cast<int>(index + 1);
    return function(&from_one, &block_, &p, &source_, &nprocs_);
  }

  int extent_, block_, nprocs_, source_;
};

bool agrees_at(const Axis& axis, Index g) {
  const Reference reference(axis);
  const int p = reference.owner(g);
  const Index l = reference.to_local(g);
  return axis.owner(g) == p && axis.to_local(g) == l && axis.to_global(p, l) == g &&
         reference.to_global(p, l) == g;
}

}  // namespace

TEST_CASE("axis: agrees with NUMROC, INDXG2P, INDXG2L and INDXL2G on every small axis") {
  int wrong = 0;
  for_each_axis(26, 9, 6, [&](const Axis& axis) {
    for (int p = 0; p < axis.nprocs; ++p)
      wrong += axis.local_count(p) != Reference(axis).local_count(p);
    for (Index g = 0; g < axis.extent; ++g) wrong += !agrees_at(axis, g);
  });
  CHECK(wrong == 0);
}

TEST_CASE("axis: agrees with them up to 2^31 - 1 where block * nprocs fits an int") {
  std::mt19937 random(31);
  const auto pick = [&](int most) { return std::uniform_int_distribution<int>(1, most)(random); };
  int wrong = 0;
  for (int k = 0; k < 20000; ++k) {
    Axis axis{pick(int_max - 1), 1, pick(k % 2 == 0 ? 64 : 100000), 0};
    axis.block = pick(int_max / axis.nprocs);
    axis.source = pick(axis.nprocs) - 1;
    for (int p : {0, axis.nprocs - 1, pick(axis.nprocs) - 1})
      wrong += axis.local_count(p) != Reference(axis).local_count(p);
    for (Index g : {Index{0}, axis.extent / 2, axis.extent - 1}) wrong += !agrees_at(axis, g);
  }
  CHECK(wrong == 0);
}
