// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <iosfwd>
#include <type_traits>
#include <utility>

#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

template <class T>
class DistMatrix;

namespace detail {

/// Base of views: a matrix, perhaps const, and a section of it.
template <class M>
class SectionView {
 public:
  using Matrix = M;

  M& matrix() const { return *matrix_; }
  const Section& section() const { return section_; }
  Shape shape() const { return section_.shape(); }
  Index rows() const { return section_.rows.size(); }
  Index cols() const { return section_.cols.size(); }
  mpi::CommunicatorView comm() const { return matrix_->comm(); }

 protected:
  explicit SectionView(M& matrix) : matrix_(&matrix), section_(Section::all(matrix.shape())) {}
  /// @pre the section is within the matrix
  SectionView(M& matrix, const Section& section) : matrix_(&matrix), section_(section) {}

  /// Section of the matrix for ranges of the view.
  /// @throws ArgumentError if a range is outside the view or reversed
  Section within(Range rows, Range cols) const {
    const Section part = section_of("view", {rows, cols}, shape());
    const auto shifted = [](Range range, Index by) {
      return Range{range.first + by, range.last + by};
    };
    return {shifted(part.rows, section_.rows.first), shifted(part.cols, section_.cols.first)};
  }

 private:
  friend std::ostream& operator<<(std::ostream& stream, const SectionView&) {
    refuse_printing<SectionView>();
    return stream;
  }

  M* matrix_;
  Section section_;
};

}  // namespace detail

/// Non-owning submatrix of a DistMatrix. T may be const.
template <class T>
class MatrixView
    : public detail::SectionView<std::conditional_t<
          std::is_const_v<T>, const DistMatrix<std::remove_const_t<T>>, DistMatrix<T>>> {
 public:
  using Value = std::remove_const_t<T>;
  using Matrix = std::conditional_t<std::is_const_v<T>, const DistMatrix<Value>, DistMatrix<Value>>;

  MatrixView(Matrix& matrix)  // NOLINT(google-explicit-constructor): a matrix is a view of itself
      : Base(matrix) {}
  /// @pre the section is within the matrix
  MatrixView(Matrix& matrix, const Section& section) : Base(matrix, section) {}

  const Layout& layout() const { return this->matrix().layout(); }

  /// Local elements of the view, a submatrix of the local block. [local]
  /// @cost O(1)
  /// @example rows [2, 9) of an axis with block 3 on 2 processes: process 0 has 2, 6-8, its local
  /// rows [2, 6)
  LocalView<T> local() const {
    LocalView<T> part = this->matrix().local();
    const auto coord = this->matrix().coord();
    if (!coord) return {part.data, 0, 0, 1, 1};
    const Range rows = layout().rows().local_range(coord->row, this->section().rows);
    const Range cols = layout().cols().local_range(coord->col, this->section().cols);
    if (!rows.empty() && !cols.empty()) part.data = part.at(rows.first, cols.first);
    part.rows = rows.size();
    part.cols = cols.size();
    return part;
  }

  /// Submatrix of this view, by indices within it.
  /// @throws ArgumentError if a range is outside the view or reversed
  MatrixView view(Range rows, Range cols) const {
    return {this->matrix(), this->within(rows, cols)};
  }

  operator MatrixView<const Value>() const  // NOLINT(google-explicit-constructor): adds const
  requires(!std::is_const_v<T>)
  {
    return {this->matrix(), this->section()};
  }

 private:
  using Base = detail::SectionView<Matrix>;
};

/// Operand of operations: a DistMatrix or a view of one.
template <class M>
concept MatrixLike =
    requires { typename std::remove_cvref_t<M>::Value; } &&
    (std::same_as<std::remove_cvref_t<M>, DistMatrix<typename std::remove_cvref_t<M>::Value>> ||
     std::same_as<std::remove_cvref_t<M>, MatrixView<typename std::remove_cvref_t<M>::Value>> ||
     std::same_as<std::remove_cvref_t<M>,
                  MatrixView<const typename std::remove_cvref_t<M>::Value>>);

/// Element type of a matrix or view.
template <class M>
using ValueOf = typename std::remove_cvref_t<M>::Value;

namespace detail {

/// Read-only view.
template <MatrixLike M>
MatrixView<const ValueOf<M>> const_view(const M& m) {
  return MatrixView<const ValueOf<M>>(m);
}

/// Non-owning submatrix of a BlockMatrix or ReplicatedMatrix. M may be const.
template <class M>
class PlacedView : public SectionView<M> {
 public:
  using Value = typename std::remove_const_t<M>::Value;

  PlacedView(M& matrix)  // NOLINT(google-explicit-constructor): a matrix is a view of itself
      : SectionView<M>(matrix) {}
  /// @throws ArgumentError if a range is outside the matrix or reversed
  PlacedView(M& matrix, const Section& section)
      : SectionView<M>(matrix, section_of("view", section, matrix.shape())) {}

  /// Submatrix of this view, by indices within it.
  /// @throws ArgumentError if a range is outside the view or reversed
  PlacedView view(Range rows, Range cols) const {
    return {this->matrix(), this->within(rows, cols)};
  }

  operator PlacedView<const M>() const  // NOLINT(google-explicit-constructor): adds const
  requires(!std::is_const_v<M>)
  {
    return {this->matrix(), this->section()};
  }
};

/// True for a const matrix or array and for views of one; const views of non-const matrices are
/// writable.
template <class M>
struct IsConstant : std::is_const<M> {};
template <class T>
struct IsConstant<MatrixView<T>> : std::is_const<T> {};
template <class T>
struct IsConstant<const MatrixView<T>> : std::is_const<T> {};
template <class M>
struct IsConstant<PlacedView<M>> : std::is_const<M> {};
template <class M>
struct IsConstant<const PlacedView<M>> : std::is_const<M> {};

/// Refuses constant targets.
template <class M>
consteval bool expect_writable() {
  static_assert(!IsConstant<std::remove_reference_t<M>>::value,
                "the target is constant, or a view of a constant matrix, and is not written: "
                "declare it without const; memory that may be written is wrapped by wrap, not by "
                "wrap_const");
  return true;
}

/// Matrix, array or view that an operation may write to.
template <class M>
concept WrittenTo = expect_writable<M>();

}  // namespace detail

/// Matrix or array in constant memory of the caller; dereferences to a constant object.
/// @example const auto a = DistMatrix<double>::wrap_const(comm, layout, {data, ld});
///          copy_into(*a, b);
template <class M>
class ReadOnly {
 public:
  explicit ReadOnly(M matrix) : matrix_(std::move(matrix)) {}

  const M& operator*() const { return matrix_; }
  const M* operator->() const { return &matrix_; }

 private:
  M matrix_;
};

}  // namespace ashlar
