// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "linalg/node/room.hpp"
#include "linalg/one_rank.hpp"
#include "parts.hpp"
#include "secular.hpp"

namespace ashlar::detail {

/// A matrix in rank 0's memory, accessible on the node, initially unset. @collective to construct
template <Element T>
class CommonMatrix {
 public:
  CommonMatrix(mpi::CommunicatorView comm, Shape shape)
      : matrix_(comm, on_rank_zero(shape), {.init = Init::Uninitialized}) {}

  /// True if all ranks can access it. [same]
  bool is_shared() const { return matrix_.storage().is_shared(); }

  /// @pre is_shared()
  local::Tile<T> tile() {
    const Shape shape = matrix_.shape();
    return {matrix_.storage().part_of(0).template as<T>(), shape.rows, shape.cols, owned_ld(shape)};
  }

  DistMatrix<T> release() && { return std::move(matrix_); }

 private:
  DistMatrix<T> matrix_;
};

/// A diagonal block of a bidiagonal matrix: `rows` rows from `first` on, and `rows` + `extra` (0 or
/// 1) columns.
struct Subproblem {
  Index first = 0;
  Index rows = 0;
  int extra = 0;
  Index left = 0;  ///< rows of the upper half; one row separates the halves
};

/// Divide and conquer on a bidiagonal matrix (LAPACK ?bdsdc, ?lasd0 to ?lasd4) by the ranks of a
/// node: each decomposes a part, then all merge. In a merge, rank 0 performs the sequential
/// deflation in O(n^2); each rank finds a share of the roots and computes their vectors.
///
/// @cost four n x n matrices on rank 0, of which two remain, and 2 n^2 / P numbers on
/// every rank
template <class R>
class Conquest {
 public:
  /// @param b  [same] scaled to a largest number of 1, without superdiagonal elements near 0
  Conquest(mpi::CommunicatorView comm, const Bidiagonal<R>& b);

  /// True if all ranks can access the matrices. [same]
  bool is_possible() const;

  /// nullopt if an iteration did not converge. @collective
  std::optional<Svd<R>> run();

 private:
  void plan(Subproblem problem, int levels);
  void clear_vectors();
  void solve_leaf(const Subproblem& leaf);
  void merge(const Subproblem& m);
  void deflate(const Subproblem& m);
  void finish_small(const Subproblem& m);
  void find_roots(const Subproblem& m);
  void compute_vectors(const Subproblem& m);
  void put_in_order();

  Range share(Index count) const;
  R* column(int which) { return numbers_.tile().at(0, which); }
  std::int32_t& fact(int which) { return integers_.tile()(which, 1); }
  bool has_failed();

  struct Column {
    enum : int { d, z, poles, first_product };
  };
  struct Fact {
    enum : int { order, upper, lower, dense, is_done, first_info };
  };

  node::Room& room_;
  Index n_;
  Index merge_from_;  // fewest roots that all ranks compute
  std::vector<R> d_, e_;
  std::vector<Subproblem> leaves_, merges_;
  CommonMatrix<R> u_, vt_, u2_, vt2_;
  CommonMatrix<R> numbers_;              // d, z, poles, and a column of partial products per rank
  CommonMatrix<std::int32_t> integers_;  // a permutation, and facts of a merge
  SecularShare<R> secular_;
  std::vector<R> z_;
  std::vector<R> work_;
  std::vector<int> iwork_, sorted_;
  R scale_ = 1;
};

}  // namespace ashlar::detail
