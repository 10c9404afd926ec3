// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/layout_for.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/linalg/eigen.hpp>

#include "base/tuning.hpp"
#include "node/panel_choice.hpp"
#include "node/room.hpp"
#include "one_rank.hpp"

namespace ashlar {

bool has_elpa() noexcept {
#ifdef ASHLAR_HAS_ELPA
  return true;
#else
  return false;
#endif
}

namespace {

constexpr Index always = std::numeric_limits<Index>::max();

// Other routines require square blocks of the first matrix, and operands with its rows.
constexpr bool is_product(Routine routine) {
  return routine == Routine::Gemm || routine == Routine::Syrk;
}

// Sizes are the smaller extent, as measured (docs/decisions/018).
struct Traits {
  bool has_node = false;
  bool has_nodes = false;
  bool has_scalapack = false;
  bool has_elpa = false;
  Index one_rank_below = 0;  // one rank is faster
  Index elpa_from = always;  // ELPA is faster than ScaLAPACK
  Index scalapack_block = 64;
};

Traits traits_of(Routine routine) {
  switch (routine) {
    case Routine::Gemm: return {.has_node = true, .has_nodes = true, .has_scalapack = true};
    case Routine::Syrk: return {.has_node = true, .has_scalapack = true};
    case Routine::Lu:
      return {.has_node = true,
              .has_scalapack = true,
              .one_rank_below = detail::tuning().one_rank_lu_below};
    case Routine::Cholesky:
      return {.has_node = true,
              .has_scalapack = true,
              .one_rank_below = detail::tuning().one_rank_cholesky_below};
    case Routine::Qr:
      return {.has_node = true,
              .has_scalapack = true,
              .one_rank_below = detail::tuning().one_rank_qr_below};
    case Routine::SymmetricEigen:
      return {.has_scalapack = true,
              .has_elpa = true,
              .one_rank_below = detail::tuning().one_rank_eigen_below,
              .elpa_from = detail::tuning().elpa_from,
              .scalapack_block = 32};
    case Routine::Svd:
      return {.has_scalapack = true,
              .one_rank_below = detail::tuning().one_rank_svd_below,
              .scalapack_block = 32};
    case Routine::Ldlt:
    case Routine::PivotedQr:
    case Routine::Eigenvalues: break;
  }
  return {.one_rank_below = always};
}

// One block per matrix, except in QR, where LAPACK is blocked.
Layout one_rank_layout(Routine routine, Shape shape) {
  Layout whole = detail::on_rank_zero(shape);
  if (routine != Routine::Qr) return whole;
  const Index block = node::block_width(routine, std::min(shape.rows, shape.cols), 1);
  return whole.with_block({block, block});
}

Layout node_layout(Routine routine, Shape shape, int ranks) {
  const Index n = std::max<Index>(shape.cols, 1);
  const Index block = is_product(routine)
                          ? (n + ranks - 1) / ranks
                          : node::block_width(routine, std::min(shape.rows, n), ranks);
  // A Cholesky factor is in one rank's memory; others are distributed in block columns.
  const Index columns =
      routine == Routine::Cholesky ? 1 : std::min<Index>(ranks, (n + block - 1) / block);
  return Layout({.shape = shape, .block = {block, block}, .grid = {1, static_cast<int>(columns)}});
}

// At most as many process rows as columns: pivot search is along columns, panel broadcast along
// rows.
Layout scalapack_layout(Shape shape, int ranks, Index block) {
  GridShape grid{1, ranks};
  if (ranks > 3) {
    const auto dims = dims_create(ranks, {0, 0});
    grid = {std::min(dims[0], dims[1]), std::max(dims[0], dims[1])};
  }
  return Layout({.shape = shape, .block = {block, block}, .grid = grid});
}

bool has(const Traits& traits, Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::Node: return traits.has_node;
    case Algorithm::Nodes: return traits.has_nodes;
    case Algorithm::ScaLapack: return traits.has_scalapack;
    case Algorithm::Elpa: return traits.has_elpa;
    case Algorithm::Automatic:
    case Algorithm::OneRank: break;
  }
  return true;
}

struct Selected {
  Algorithm algorithm;
  std::string reason;
};

// Size for thresholds. QR of a tall matrix, also the first step of its SVD, is faster on several
// ranks for any width.
Index size_of(Routine routine, Shape shape) {
  if (routine != Routine::Svd && routine != Routine::Qr) return std::min(shape.rows, shape.cols);
  return static_cast<Index>(
      std::sqrt(static_cast<double>(shape.rows) * static_cast<double>(shape.cols)));
}

Selected select(Routine routine, Shape shape, const Machine& machine, const Traits& traits) {
  const Index size = size_of(routine, shape);
  if (traits.one_rank_below == always)
    return {Algorithm::OneRank, concat("no library shares ", to_string(routine), " among ranks")};
  if (machine.ranks == 1 && !(traits.has_node && machine.shares_memory))
    return {Algorithm::OneRank, "there is one rank"};
  if (size < traits.one_rank_below)
    return {Algorithm::OneRank,
            concat("below order ", traits.one_rank_below, " one rank is faster")};
  if (traits.has_node && machine.shares_memory)
    return {Algorithm::Node, "the ranks share their node's memory"};
  if (traits.has_nodes && !machine.shares_memory)
    return {Algorithm::Nodes, "the ranks do not all share memory"};
  if (traits.has_elpa && has_elpa() && size >= traits.elpa_from)
    return {Algorithm::Elpa,
            concat("from order ", traits.elpa_from, " ELPA is faster than ScaLAPACK")};
  return {Algorithm::ScaLapack, machine.shares_memory ? "several ranks share the work"
                                                      : "the ranks do not all share memory"};
}

constexpr Index comfortable_block = 64;  // large enough for BLAS-3, small enough for load balance

// Reduces a block beyond the extent, without effect on the distribution. ScaLAPACK adds MB to pivot
// vectors, so huge blocks cost memory or overflow.
Axis without_excess(Axis axis) {
  axis.block = std::min(axis.block, std::max(Index{1}, axis.extent));
  return axis;
}

// True if every element has the same process and local index in both.
bool has_same_distribution(const Axis& a, const Axis& b) {
  const bool is_one_block = a.block >= a.extent && b.block >= b.extent;
  const bool is_equal = a.source == b.source && (a.block == b.block || is_one_block);
  return a.extent == 0 || a.nprocs == 1 || is_equal;
}

Axis with_block(Axis axis, Index block) {
  axis.block = block;
  return axis;
}

// ScaLAPACK's local indices have 32 bits. The source has the largest local array.
void check_fits_ints(const Layout& layout) {
  const std::string reason = why_no_descriptor(layout);
  if (!reason.empty())
    throw OverflowError(concat("ScaLAPACK cannot take ", layout.to_string(), ": ", reason));
  const Shape local = layout.local_shape(layout.source());
  checked_int(
      detail::checked_product(std::max(Index{1}, local.rows), local.cols, "size of a local block"),
      "size of a local block");
}

/// Adds the reason if a block was reduced.
LegalLayout checked(const Layout& asked, Layout legal, std::string reason) {
  check_fits_ints(legal);
  if (legal == asked) {
    reason.clear();
  } else if (reason.empty()) {
    const auto [mb, nb] = asked.block();
    const Block block = legal.block();
    reason = concat("its blocks are ", mb, "x", nb, ", larger than the matrix, which blocks of ",
                    block.rows, "x", block.cols, " hold as well");
  }
  const bool keeps_places = legal.ranks() == asked.ranks() &&
                            has_same_distribution(legal.rows(), asked.rows()) &&
                            has_same_distribution(legal.cols(), asked.cols());
  return {std::move(legal), std::move(reason), keeps_places};
}

}  // namespace

LayoutAdvice layout_for(Routine routine, Shape shape, const Machine& machine, Algorithm wanted) {
  const Traits traits = traits_of(routine);
  expect(machine.ranks >= 1, "layout_for: ", detail::counted(machine.ranks, "rank"),
         "; there must be 1 or more");
  expect(has(traits, wanted), "algorithm ", to_string(wanted), " does not exist for ",
         to_string(routine), "; leave the choice to automatic");
  expect(wanted != Algorithm::Elpa || has_elpa(),
         "algorithm elpa: this library was built without ELPA; take scalapack or automatic");
  expect(wanted != Algorithm::Node || machine.shares_memory,
         "algorithm node requires all ranks on one node with shared memory, which they do not have "
         "here; take scalapack or automatic");
  Selected selected{wanted, "it was asked for"};
  if (wanted == Algorithm::Automatic) selected = select(routine, shape, machine, traits);
  switch (selected.algorithm) {
    case Algorithm::Node:
      return {selected.algorithm, node_layout(routine, shape, machine.ranks), selected.reason};
    case Algorithm::Nodes:
    case Algorithm::ScaLapack:
    case Algorithm::Elpa:
      return {selected.algorithm, scalapack_layout(shape, machine.ranks, traits.scalapack_block),
              selected.reason};
    case Algorithm::Automatic:
    case Algorithm::OneRank: break;
  }
  return {Algorithm::OneRank, one_rank_layout(routine, shape), selected.reason};
}

Machine machine_of(mpi::CommunicatorView comm) {
  node::Room& room = node::Room::of(comm);
  return {.ranks = room.ranks(), .shares_memory = room.is_available()};
}

LegalLayout legal_layout_for(Routine routine, const Layout& layout) {
  const Axis rows = without_excess(layout.rows());
  const Axis cols = without_excess(layout.cols());
  const Index mb = rows.block, nb = cols.block;
  if (mb == nb || is_product(routine)) return checked(layout, {rows, cols, layout.ranks()}, {});
  const auto with_square = [&](Index block) {
    return Layout(with_block(rows, block), with_block(cols, block), layout.ranks());
  };
  const auto [asked_mb, asked_nb] = layout.block();
  std::string reason;
  if (asked_mb != asked_nb)
    reason =
        concat("its blocks are ", asked_mb, "x", asked_nb, ", but the routine takes square ones");
  const Index nearest = std::clamp(comfortable_block, std::min(mb, nb), std::max(mb, nb));
  // Prefers a block that needs no move.
  for (const Index block : {nearest, mb, nb})
    if (has_same_distribution(rows, with_block(rows, block)) &&
        has_same_distribution(cols, with_block(cols, block)))
      return checked(layout, with_square(block), reason);
  return checked(layout, with_square(nearest), reason);
}

LegalLayout detail::legal_operand_for(Routine routine, const Layout& legal, const Layout& operand) {
  Axis rows = without_excess(operand.rows());
  Axis cols = without_excess(operand.cols());
  const Axis stored_rows = rows;
  std::string reason;
  if (operand.ranks() != legal.ranks()) {
    rows = {rows.extent, rows.block, legal.grid().rows, 0};
    cols = {cols.extent, cols.block, legal.grid().cols, 0};
    reason = "it lies on another process grid than the first matrix";
  }
  if (!is_product(routine)) {
    rows.block = legal.rows().block;
    rows.source = legal.rows().source;
    if (reason.empty() && rows != stored_rows)
      reason = concat("its rows are distributed in blocks of ", stored_rows.block,
                      " from process row ", stored_rows.source, ", but the routine requires ",
                      rows.block, " from ", rows.source, " as in the first matrix");
  }
  return checked(operand, {rows, cols, legal.ranks()}, std::move(reason));
}

}  // namespace ashlar
