// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "../oracle.hpp"
#include "cell.hpp"

namespace ashlar::test {

/// Element (i, j) of a test matrix.
template <Scalar T>
using Element = std::function<T(Index, Index)>;

template <Scalar T>
T not_a_number() {
  return T(std::numeric_limits<RealOf<T>>::quiet_NaN());
}

/// A section of a matrix, filled with `element`; NaN elsewhere exposes reads and writes outside the
/// section.
template <Scalar T>
struct Placed {
  DistMatrix<T> parent;
  Section section;
  Element<T> element;

  Placed(const Layout& layout, const Section& part, Element<T> f)
      : parent(world(), layout), section(part), element(std::move(f)) {
    parent.fill_with([this](Index i, Index j) { return at(i, j); });
  }
  MatrixView<T> view() { return {parent, section}; }
  MatrixView<const T> view() const { return {parent, section}; }
  Shape shape() const { return section.shape(); }

  /// The original elements of the section in extended precision.
  Wide<T> original() const { return evaluated<T>(shape(), element); }

  /// True if this rank's part is unchanged outside the section, and inside it at the indices that
  /// `f` selects.
  template <class F>
  bool is_as_made(F&& f) const {
    for (Index jl = 0; jl < parent.local_cols(); ++jl)
      for (Index il = 0; il < parent.local_rows(); ++il) {
        const Index i = parent.global_row(il), j = parent.global_col(jl);
        if (contains(i, j) && !f(i - section.rows.first, j - section.cols.first)) continue;
        const T was = at(i, j), is = parent.local()(il, jl);
        if (is != was && !(is != is && was != was)) return false;
      }
    return true;
  }
  bool is_unchanged() const {
    return is_as_made([](Index, Index) { return true; });
  }
  bool surroundings_survive() const {
    return is_as_made([](Index, Index) { return false; });
  }

 private:
  bool contains(Index i, Index j) const {
    return i >= section.rows.first && i < section.rows.last && j >= section.cols.first &&
           j < section.cols.last;
  }
  T at(Index i, Index j) const {
    return contains(i, j) ? element(i - section.rows.first, j - section.cols.first)
                          : not_a_number<T>();
  }
};

/// A measured value of a cell, which must not exceed `limit`.
struct Ratio {
  std::string what;
  double value = 0;
  double limit = 0;
};
using Ratios = std::vector<Ratio>;

/// A ratio of a condition: 0 if it is true on all ranks, else infinite. @collective
inline Ratio must(const std::string& what, bool here) {
  int ok = here ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, world().native());
  return {what, ok ? 0.0 : HUGE_VAL, 1};
}

/// A number that rank 0 computes while the other ranks wait, since oracles are expensive.
/// @collective
template <class F>
double by_first_rank(F&& f) {
  double value = 0;
  if (world().rank() == 0) value = f();  // must not throw
  MPI_Bcast(&value, 1, MPI_DOUBLE, 0, world().native());
  return value;
}

/// Inputs and random choices of a case.
struct Setting {
  Cell cell;
  Choice choice;
  RankMap ranks;

  explicit Setting(const Cell& c) : cell(c), choice(c.seed), ranks(choice.ranks(world().size())) {}

  Index n() const { return cell.n; }
  LinalgOptions how() const { return {.algorithm = cell.algorithm}; }
  Uplo uplo() { return choice.of({Uplo::Lower, Uplo::Upper}); }
  Side side() { return choice.of({Side::Left, Side::Right}); }

  /// The limits of ScaLAPACK's tests apply to orders of some tens; the rounding errors of a smaller
  /// matrix average out less.
  double limit(double l) const { return n() < 12 ? 5 * l : l; }

  /// A section of `shape` at a random place, in the cell's blocks, on the cell's ranks or, one time
  /// in three, on other ranks.
  template <Scalar T>
  Placed<T> place(Shape shape, Element<T> element) {
    const auto [whole, part] = choice.surroundings(shape);
    const RankMap on = choice.one_in(3) ? choice.ranks(world().size()) : ranks;
    const GridShape grid = on.grid();
    const Index b = cell.block, other = choice.one_in(4) ? sweep_blocks[choice.between(0, 3)] : b;
    const Layout layout(Axis{whole.rows, b, grid.rows, choice.between(0, grid.rows - 1)},
                        Axis{whole.cols, other, grid.cols, choice.between(0, grid.cols - 1)}, on);
    return Placed<T>(layout, part, std::move(element));
  }
  template <Scalar T>
  Placed<T> place_random(Shape shape) {
    return place<T>(shape, random<T>());
  }
  template <Scalar T>
  Element<T> random() {
    return Uniform<T>(static_cast<unsigned>(choice.between(1, 1 << 20)), -1, 1);
  }
  /// A typical factor of a program, occasionally zero.
  template <Scalar T>
  T factor() {
    const auto real = static_cast<RealOf<T>>(choice.of({1.0, -1.0, 2.5, 0.0, 1.0}));
    if constexpr (is_complex<T>)
      if (choice.one_in(2)) return T(real, RealOf<T>(0.5));
    return T(real);
  }
};

/// A routine of the sweep.
template <Scalar T>
struct Case {
  const char* name;
  std::optional<Routine> routine;  ///< gives the algorithms; none: automatic alone
  Ratios (*run)(Setting& setting);
};

template <Scalar T>
std::vector<Case<T>> product_cases();
template <Scalar T>
std::vector<Case<T>> triangular_cases();
template <Scalar T>
std::vector<Case<T>> solver_cases();
template <Scalar T>
std::vector<Case<T>> orthogonal_cases();
template <Scalar T>
std::vector<Case<T>> eigen_cases();
template <Scalar T>
std::vector<Case<T>> svd_cases();

}  // namespace ashlar::test
