// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/layout_for.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/layout/descriptor.hpp>

namespace ashlar {
namespace {

constexpr Index comfortable_block = 64;  // large enough for BLAS-3, small enough for load balance

struct Wishes {
  bool square_blocks;         // of the first matrix
  bool operand_rows_aligned;  // with the rows of the first matrix
};

constexpr Wishes wishes_of(Routine routine) {
  const bool is_product = routine == Routine::Gemm || routine == Routine::Syrk;
  return {.square_blocks = !is_product, .operand_rows_aligned = !is_product};
}

// Reduces a block beyond the extent, without effect on the distribution. ScaLAPACK adds MB to pivot
// vectors, so huge blocks cost memory or overflow.
Axis without_excess(Axis axis) {
  axis.block = std::min(axis.block, std::max(Index{1}, axis.extent));
  return axis;
}

// True if every element has the same process and local index in both.
bool deals_alike(const Axis& a, const Axis& b) {
  const bool is_one_block = a.block >= a.extent && b.block >= b.extent;
  const bool is_one_dealing = a.source == b.source && (a.block == b.block || is_one_block);
  return a.extent == 0 || a.nprocs == 1 || is_one_dealing;
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
                            deals_alike(legal.rows(), asked.rows()) &&
                            deals_alike(legal.cols(), asked.cols());
  return {std::move(legal), std::move(reason), keeps_places};
}

}  // namespace

LegalLayout legal_layout_for(Routine routine, const Layout& layout) {
  const Axis rows = without_excess(layout.rows());
  const Axis cols = without_excess(layout.cols());
  const Index mb = rows.block, nb = cols.block;
  if (mb == nb || !wishes_of(routine).square_blocks)
    return checked(layout, {rows, cols, layout.ranks()}, {});
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
    if (deals_alike(rows, with_block(rows, block)) && deals_alike(cols, with_block(cols, block)))
      return checked(layout, with_square(block), reason);
  return checked(layout, with_square(nearest), reason);
}

LegalLayout detail::legal_operand_for(Routine routine, const Layout& legal, const Layout& operand) {
  Axis rows = without_excess(operand.rows());
  Axis cols = without_excess(operand.cols());
  const Axis dealt_rows = rows;
  std::string reason;
  if (operand.ranks() != legal.ranks()) {
    rows = {rows.extent, rows.block, legal.grid().rows, 0};
    cols = {cols.extent, cols.block, legal.grid().cols, 0};
    reason = "it lies on another process grid than the first matrix";
  }
  if (wishes_of(routine).operand_rows_aligned) {
    rows.block = legal.rows().block;
    rows.source = legal.rows().source;
    if (reason.empty() && rows != dealt_rows)
      reason = concat("its rows are distributed in blocks of ", dealt_rows.block,
                      " from process row ", dealt_rows.source, ", but the routine requires ",
                      rows.block, " from ", rows.source, " as in the first matrix");
  }
  return checked(operand, {rows, cols, legal.ranks()}, std::move(reason));
}

}  // namespace ashlar
