// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/tuning.hpp"
#include "linalg/local/tile.hpp"

// Factors of a product in the memory of the ranks of a node.

namespace ashlar::node {

/// Contiguous local elements of an axis on one process.
struct HeldRun {
  int process = 0;
  Range local;
};

/// The rank that has all of a nonempty section; nullopt if several have parts.
inline std::optional<int> sole_rank(const Layout& layout, const Section& section) {
  const auto keeps_all = [](const Axis& axis, Range range) {
    return axis.local_range(axis.owner(range.first), range).size() == range.size();
  };
  if (!keeps_all(layout.rows(), section.rows) || !keeps_all(layout.cols(), section.cols)) return {};
  return layout.owner_rank(section.rows.first, section.cols.first);
}

/// Position on `axis` of C's elements on process `p` of `c_axis`; `part` is the range of `axis` for
/// all of C. nullopt unless they are one run.
inline std::optional<HeldRun> held_run(const Axis& axis, Range part, const Axis& c_axis, int p) {
  const bool starts_block = axis.nprocs == 1 || part.first % axis.block == 0;
  const bool has_same_distribution = axis.nprocs == c_axis.nprocs &&
                                     (axis.block == c_axis.block || axis.nprocs == 1) &&
                                     starts_block;
  if (has_same_distribution) {
    const int process = (axis.owner(part.first) + c_axis.distance(p)) % axis.nprocs;
    return HeldRun{process, axis.local_range(process, part)};
  }
  if (c_axis.block_count() > c_axis.nprocs) return {};
  const Index first = std::min<Index>(c_axis.distance(p) * c_axis.block, c_axis.extent);
  const Range run{part.first + first, part.first + first + c_axis.local_count(p)};
  if (run.empty()) return HeldRun{};
  const int process = axis.owner(run.first);
  const bool is_one_run = axis.nprocs == 1 || run.first / axis.block == (run.last - 1) / axis.block;
  if (!is_one_run) return {};
  return HeldRun{process, axis.local_range(process, run)};
}

/// A factor of a product in the memory of a node's ranks, divided along k.
template <class T>
class Reading {
 public:
  struct Piece {
    Range k;
    local::Factor<T> factor;  ///< of A: rows of C x k; of B: k x columns of C
    bool is_left = true;      ///< true for A

    local::Factor<T> part(Range some) const {
      const Index first = some.first - k.first;
      return is_left ? factor.part(0, first, factor.rows(), some.size())
                     : factor.part(first, 0, some.size(), factor.cols());
    }
  };

  /// op of `section` of `matrix`. @param k_first  k of its first element
  Reading(const DistMatrix<T>& matrix, const Section& section, Op op, Index k_first, bool is_left)
      : matrix_(&matrix),
        section_(section),
        op_(op),
        k_first_(k_first),
        is_left_(is_left),
        k_is_cols_(is_left != is_transposing(op)) {}

  /// True if every process of `c_axis` reads its part in long pieces. [same]
  bool suits(const Axis& c_axis) const {
    for (int p = 0; p < c_axis.nprocs; ++p)
      if (!held_run(free_axis(), free_range(), c_axis, p)) return false;
    const Axis& k = k_axis();
    return k.nprocs == 1 || k.block >= ashlar::detail::tuning().product_terms ||
           k.block_count() <= k.nprocs;
  }

  /// [same]
  bool is_stored_on(int rank) const { return sole_rank(matrix_->layout(), section_) == rank; }
  /// True if all ranks of a node can read all elements. [same]
  bool is_shared() const {
    return !matrix_->is_wrapped() && matrix_->storage().is_shared() && is_column_major();
  }
  bool is_column_major() const { return matrix_->storage_order() == StorageOrder::Fortran; }

  /// Elements that process `p` of `c_axis` needs for `k`. [local]
  /// @pre  in memory of this rank, or shared with it
  std::vector<Piece> pieces(Range k, const Axis& c_axis, int p) const {
    std::vector<Piece> result;
    const HeldRun run = *held_run(free_axis(), free_range(), c_axis, p);
    const Axis& axis = k_axis();
    const Index shift = k_range().first - k_first_;  // from k to the axis
    for (Index first = k.first + shift; first < k.last + shift;) {
      const Index block_end = (first / axis.block + 1) * axis.block;
      const Index last = axis.nprocs == 1 ? k.last + shift : std::min(k.last + shift, block_end);
      const Range local{axis.to_local(first), axis.to_local(first) + last - first};
      result.push_back(
          {{first - shift, last - shift}, tile(run, {axis.owner(first), local}), is_left_});
      first = last;
    }
    return result;
  }

 private:
  const Axis& k_axis() const {
    return k_is_cols_ ? matrix_->layout().cols() : matrix_->layout().rows();
  }
  const Axis& free_axis() const {
    return k_is_cols_ ? matrix_->layout().rows() : matrix_->layout().cols();
  }
  Range k_range() const { return k_is_cols_ ? section_.cols : section_.rows; }
  Range free_range() const { return k_is_cols_ ? section_.rows : section_.cols; }

  local::Factor<T> tile(const HeldRun& run, const HeldRun& k) const {
    const HeldRun &rows = k_is_cols_ ? run : k, &cols = k_is_cols_ ? k : run;
    const Layout& layout = matrix_->layout();
    const int rank = layout.ranks().rank_of({rows.process, cols.process});
    local::Tile<const T> block{matrix_->local().data, matrix_->local_rows(), matrix_->local_cols(),
                               matrix_->lld()};
    if (matrix_->coord() != Coord{rows.process, cols.process}) {
      const Shape shape = layout.local_shape(rank);
      const int node_rank = *mpi::Context::of(matrix_->comm()).node_rank_of(rank);
      block = {matrix_->storage().part_of(node_rank).template as<const T>(), shape.rows, shape.cols,
               detail::owned_ld(shape)};
    }
    return {block.part(rows.local.first, cols.local.first, rows.local.size(), cols.local.size()),
            op_};
  }

  const DistMatrix<T>* matrix_;
  Section section_;
  Op op_;
  Index k_first_;
  bool is_left_;
  bool k_is_cols_;
};

/// Calls f(x, y) for all parts of two factors with equal k. Processes of different `turn` begin
/// with different pairs, to spread memory accesses. [local]
template <class Piece, class F>
void for_each_pair(const std::vector<Piece>& left, const std::vector<Piece>& right, int turn,
                   F&& f) {
  using Part = decltype(left.front().factor);
  std::vector<std::pair<Part, Part>> pairs;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const Range ka = left[i].k, kb = right[j].k;
    const Range both{std::max(ka.first, kb.first), std::min(ka.last, kb.last)};
    pairs.emplace_back(left[i].part(both), right[j].part(both));
    if (ka.last == both.last) ++i;
    if (kb.last == both.last) ++j;
  }
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const auto& [x, y] = pairs[(static_cast<std::size_t>(turn) + n) % pairs.size()];
    f(x, y);
  }
}

}  // namespace ashlar::node
