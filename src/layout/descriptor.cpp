// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/descriptor.hpp>

#include <limits>

#include <ashlar/base/checked_int.hpp>

namespace ashlar {
namespace {

std::string why_not_in_ints(const Axis& axis, const char* extent, const char* block,
                            const char* nprocs) {
  if (axis.extent > detail::largest_int)
    return concat(extent, " is ", axis.extent,
                  ", but ScaLAPACK counts in 32-bit integers (at most ", detail::largest_int, ")");
  if (axis.block > detail::largest_int / axis.nprocs)
    return concat(block, " * ", nprocs, " is ", axis.block, " * ", axis.nprocs,
                  ", but ScaLAPACK multiplies them as 32-bit integers; take a block of at most ",
                  detail::largest_int / axis.nprocs);
  return {};
}

std::string why_bad_axis(const Axis& axis, const char* extent, const char* block,
                         const char* source) {
  if (axis.extent < 0) return concat(extent, " is ", axis.extent, ", but must be at least 0");
  if (axis.block < 1) return concat(block, " is ", axis.block, ", but must be at least 1");
  if (axis.source == -1)
    return concat(source,
                  " is -1, PBLAS's sign for a replicated matrix, which no layout describes");
  if (axis.source < 0 || axis.source >= axis.nprocs)
    return concat(source, " is ", axis.source, ", but must lie between 0 and ", axis.nprocs - 1);
  return {};
}

Axis rows_of(const Descriptor& d, GridShape grid) { return {d.m, d.mb, grid.rows, d.rsrc}; }
Axis cols_of(const Descriptor& d, GridShape grid) { return {d.n, d.nb, grid.cols, d.csrc}; }

Descriptor without_place(const Layout& layout) {
  const std::string reason = why_no_descriptor(layout);
  expect(reason.empty(), "descriptor: ", reason);
  const Axis& rows = layout.rows();
  const Axis& cols = layout.cols();
  return {.m = static_cast<int>(rows.extent),
          .n = static_cast<int>(cols.extent),
          .mb = static_cast<int>(rows.block),
          .nb = static_cast<int>(cols.block),
          .rsrc = rows.source,
          .csrc = cols.source};
}

}  // namespace

Descriptor Descriptor::of(const Layout& layout, Coord position, int ctxt, Index lld) {
  Descriptor descriptor = without_place(layout);
  const Index smallest = detail::min_lld(layout, position);
  expect(lld == 0 || lld >= smallest, "descriptor: LLD is ", lld, ", but process (", position.row,
         ",", position.col, ") needs at least ", smallest);
  descriptor.ctxt = ctxt;
  descriptor.lld = checked_int(lld == 0 ? smallest : lld, "LLD");
  return descriptor;
}

Descriptor Descriptor::outside(const Layout& layout) { return without_place(layout); }

std::string Descriptor::to_string() const {
  return concat("DTYPE ", dtype, ", CTXT ", ctxt, ", M ", m, ", N ", n, ", MB ", mb, ", NB ", nb,
                ", RSRC ", rsrc, ", CSRC ", csrc, ", LLD ", lld);
}

Index detail::min_lld(const Layout& layout, Coord position) {
  return std::max(Index{1}, layout.rows().local_count(position.row));
}

std::string why_no_descriptor(const Layout& layout) {
  const std::string rows = why_not_in_ints(layout.rows(), "M", "MB", "NPROW");
  return !rows.empty() ? rows : why_not_in_ints(layout.cols(), "N", "NB", "NPCOL");
}

std::string why_invalid(const Descriptor& d, GridShape grid) {
  if (d.dtype != 1)
    return concat("DTYPE is ", d.dtype,
                  ", but a dense block-cyclic matrix has 1 (501 and 502 are band matrices)");
  if (d.ctxt < 0) return concat("CTXT is ", d.ctxt, ": this rank stands outside the grid");
  std::string rows = why_bad_axis(rows_of(d, grid), "M", "MB", "RSRC");
  if (!rows.empty()) return rows;
  std::string cols = why_bad_axis(cols_of(d, grid), "N", "NB", "CSRC");
  if (!cols.empty()) return cols;
  return d.lld < 1
             ? concat("LLD is ", d.lld, ", but must be at least 1, also for an empty local array")
             : "";
}

std::string why_invalid(const Descriptor& d, GridShape grid, Coord position) {
  std::string reason = why_invalid(d, grid);
  if (!reason.empty()) return reason;
  const Index local_rows = rows_of(d, grid).local_count(position.row);
  if (d.lld >= local_rows) return {};
  return concat("LLD is ", d.lld, ", but process (", position.row, ",", position.col, ") keeps ",
                local_rows, " local rows, so it must be at least ", local_rows);
}

Layout layout_of(const Descriptor& descriptor, const RankMap& ranks) {
  const std::string reason = why_invalid(descriptor, ranks.grid());
  expect(reason.empty(), "layout of a descriptor: ", reason);
  return {rows_of(descriptor, ranks.grid()), cols_of(descriptor, ranks.grid()), ranks};
}

}  // namespace ashlar
