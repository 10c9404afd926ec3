// SPDX-License-Identifier: BSD-3-Clause
// "darray and ScaLAPACK agree": the packed darray of a rank is the local array described by
// ScaLAPACK's index functions.
#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "mpi/mpi/type_probe.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Datatype;
using test::check_all;
using test::Indices;
using test::mapped_indices;
using test::packed_indices;
using test::world;

extern "C" {
int numroc_(const int* n, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
int indxl2g_(const int* indxloc, const int* nb, const int* iproc, const int* isrcproc,
             const int* nprocs);
}

namespace {

/// Global indices of process `p` in one dimension, in local order, by ScaLAPACK's Fortran
/// functions.
std::vector<Index> kept(const Axis& axis, int p) {
  const int n = static_cast<int>(axis.extent), nb = static_cast<int>(axis.block);
  std::vector<Index> result;
  const int count = numroc_(&n, &nb, &p, &axis.source, &axis.nprocs);
  for (int l = 1; l <= count; ++l)
    result.push_back(indxl2g_(&l, &nb, &p, &axis.source, &axis.nprocs) - 1);
  return result;
}

/// The local array at a grid position, column by column: the column-major indices of its elements
/// in the whole matrix.
Indices local_array(const Layout& layout, Coord position) {
  Indices result;
  const auto rows = kept(layout.rows(), position.row);
  for (Index j : kept(layout.cols(), position.col))
    for (Index i : rows) result.push_back(static_cast<std::int32_t>(i + j * layout.rows().extent));
  return result;
}

class Cases {
 public:
  explicit Cases(unsigned seed) : engine_(seed) {}

  LayoutSpec next() {
    LayoutSpec spec;
    spec.shape = {number(1, 30), number(1, 30)};
    spec.block = {number(1, 9), number(1, 9)};
    spec.grid = {number(1, 4), number(1, 4)};
    spec.source = {number(0, spec.grid.rows - 1), number(0, spec.grid.cols - 1)};
    spec.grid_order = number(0, 1) == 0 ? GridOrder::Row : GridOrder::Column;
    if (number(0, 2) == 0) spec.block.rows += 40;  // larger than the matrix
    if (number(0, 1) == 0) spec.ranks = some_ranks(static_cast<int>(spec.grid.size()));
    return spec;
  }

 private:
  int number(int first, int last) {
    return first + static_cast<int>(engine_() % static_cast<unsigned>(last - first + 1));
  }

  /// `count` ranks of count + 3, shuffled: three ranks are idle.
  std::vector<int> some_ranks(int count) {
    std::vector<int> ranks(static_cast<std::size_t>(count) + 3);
    std::iota(ranks.begin(), ranks.end(), 0);
    for (int k = count + 2; k > 0; --k)
      std::swap(ranks[static_cast<std::size_t>(k)], ranks[static_cast<std::size_t>(number(0, k))]);
    ranks.resize(static_cast<std::size_t>(count));
    return ranks;
  }

  std::mt19937 engine_;
};

/// The k-th position of a grid in its order, numbered as by BLACS.
Coord position_at(const LayoutSpec& spec, int k) {
  if (spec.grid_order == GridOrder::Row) return {k / spec.grid.cols, k % spec.grid.cols};
  return {k % spec.grid.rows, k / spec.grid.rows};
}

int rank_at(const LayoutSpec& spec, int k) {
  return spec.ranks.empty() ? k : spec.ranks[static_cast<std::size_t>(k)];
}

}  // namespace

TEST_CASE(
    "darray of a layout: is ScaLAPACK's local array, for all blocks, sources, grid orders and rank "
    "maps") {
  constexpr unsigned seed = 7;
  Cases cases(seed);
  std::map<std::string, int> features;
  int types = 0, wrong = 0;
  std::string first_fault;
  for (int c = 0; c < 600; ++c) {
    const LayoutSpec spec = cases.next();
    const Layout layout(spec);
    for (int k = 0; k < spec.grid.size(); ++k) {
      const Indices expected = local_array(layout, position_at(spec, k));
      ++types;
      features["column order"] += spec.grid_order == GridOrder::Column;
      features["rank map"] += !spec.ranks.empty();
      features["source"] += spec.source != Coord{0, 0};
      features["empty rank"] += expected.empty();
      features["large block"] += spec.block.rows > spec.shape.rows;
      if (c % world().size() != world().rank()) continue;
      const Datatype type =
          mpi::Datatype::darray(layout, rank_at(spec, k), mpi::native_type<std::int32_t>());
      const bool right = packed_indices(type, spec.shape.rows * spec.shape.cols) == expected &&
                         mapped_indices(type) == expected;
      if (!right && ++wrong == 1)
        first_fault = concat("case ", c, ", position ", k, ": ", layout.to_string());
    }
  }
  check_all(world(), wrong == 0,
            concat(wrong, " darrays differ (seed ", seed, "), the first: ", first_fault));
  CHECK(types >= 3000);
  for (const auto& [name, times] : features) {
    CAPTURE(name);
    CHECK(10 * times >= types);
  }
}

TEST_CASE(
    "darray in C order: m x n on p x q is the local array of the n x m transpose on q x p, "
    "column-major ranks") {
  const Dist dists[] = {Dist::cyclic(2), Dist::cyclic(3), Dist::block(), Dist::cyclic()};
  for (const Dist& rows : dists)
    for (const Dist& cols : dists)
      for (int p : {1, 2, 3})
        for (int q : {1, 2}) {
          const DistributionSpec spec{{7, 5}, {rows, cols}, {p, q}, StorageOrder::C};
          for (int rank = 0; rank < p * q; ++rank) {
            const DarrayArgs args{p * q, rank, spec};
            const Layout transpose = layout_of_darray(args);
            CHECK(transpose.shape() == Shape{5, 7});
            CHECK(transpose.grid() == GridShape{q, p});
            const Indices expected = local_array(transpose, {rank % q, rank / q});
            const Datatype type = Datatype::darray(args, mpi::native_type<std::int32_t>());
            CHECK(packed_indices(type, 35) == expected);
          }
        }
}

TEST_CASE(
    "darray of a layout: empty matrices, idle ranks and numbers beyond an int have none, and the "
    "reason is reported") {
  const mpi::DatatypeView element = mpi::native_type<double>();
  const Layout empty({.shape = {0, 5}, .block = {2, 2}, .grid = {1, 1}});
  CHECK(test::refusal([&] { (void)mpi::Datatype::darray(empty, 0, element); }).find("empty") !=
        std::string::npos);
  const Layout small({.shape = {5, 5}, .block = {2, 2}, .grid = {1, 1}});
  CHECK(test::refusal([&] { (void)mpi::Datatype::darray(small, 1, element); }).find("idle") !=
        std::string::npos);
  const Layout large({.shape = {Index{1} << 31, 5}, .block = {2, 2}, .grid = {1, 1}});
  CHECK(test::refusal([&] { (void)mpi::Datatype::darray(large, 0, element); }).find("2147483648") !=
        std::string::npos);
}
