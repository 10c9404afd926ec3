// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <variant>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/move/detail/operand.hpp>

#include "support.hpp"

namespace ashlar::python {

/// DistMatrix whose element type is a value.
class Matrix {
 public:
  template <Element T>
  explicit Matrix(DistMatrix<T> matrix) : any_(std::move(matrix)), dtype_(ashlar::dtype_of<T>()) {}

  DType dtype() const { return dtype_; }
  bool is_writable() const { return is_writable_; }

  template <class F>
  decltype(auto) visit(F&& f) {
    return std::visit(std::forward<F>(f), any_);
  }
  template <Element T>
  DistMatrix<T>& as() {
    return std::get<DistMatrix<T>>(any_);
  }

  /// Keeps `memory`, in which the elements are, as long as the matrix.
  void keep(py::object memory, bool is_writable) {
    memory_ = std::move(memory);
    is_writable_ = is_writable;
  }

 private:
  std::variant<DistMatrix<float>, DistMatrix<double>, DistMatrix<c64>, DistMatrix<c128>,
               DistMatrix<std::int8_t>, DistMatrix<std::int16_t>, DistMatrix<std::int32_t>,
               DistMatrix<std::int64_t>, DistMatrix<std::uint8_t>, DistMatrix<std::uint16_t>,
               DistMatrix<std::uint32_t>, DistMatrix<std::uint64_t>>
      any_;
  DType dtype_;
  bool is_writable_ = true;
  py::object memory_;
};

using MatrixPtr = std::shared_ptr<Matrix>;

template <Element T>
MatrixPtr shared(DistMatrix<T> matrix) {
  return std::make_shared<Matrix>(std::move(matrix));
}

/// Section of a matrix with an op.
struct View {
  MatrixPtr matrix;
  Section section;
  Op op = Op::None;

  DType dtype() const { return matrix->dtype(); }
  /// The section without the op.
  template <Element T>
  MatrixView<const T> as() const {
    return {matrix->as<T>(), section};
  }
  template <Element T>
  MatrixView<T> writable(const char* function) const {
    expect_writable(function);
    return {matrix->as<T>(), section};
  }
  /// @throws ArgumentError for read-only memory
  void expect_writable(const char* function) const;
  ashlar::detail::Operand operand() const;
};

/// @throws ArgumentError for read-only memory
void expect_writable(const char* function, bool is_writable);

/// NumPy view of memory, which `base` keeps alive; strides in elements.
py::array array_in(DType dtype, const std::vector<Index>& extents,
                   const std::vector<Index>& strides, const void* data, bool is_writable,
                   const py::handle& base);

/// Global indices, relative to `origin`, of a range of local indices.
py::array global_indices(const Axis& axis, int process, Range local, Index origin = 0);

/// Constructor and attributes of a section: View, or its like for other matrices.
template <class Part, class Class>
void add_section(Class& section) {
  const auto ends = [](Range range) { return std::pair(range.first, range.last); };
  section
      .def(py::init(
          [](decltype(Part::matrix) matrix, Index r0, Index r1, Index c0, Index c1, char op) {
            return Part{std::move(matrix), {{r0, r1}, {c0, c1}}, op_of(op)};
          }))
      .def_readonly("matrix", &Part::matrix)
      .def_property_readonly("rows", [=](const Part& a) { return ends(a.section.rows); })
      .def_property_readonly("cols", [=](const Part& a) { return ends(a.section.cols); })
      .def_property_readonly("op", [](const Part& a) { return static_cast<char>(a.op); });
}

/// Calls f(ashlar::detail::Tag<T>{}) with a BLAS type.
/// @throws ArgumentError for integers
template <class F>
decltype(auto) visit_scalar(const char* function, DType dtype, F&& f) {
  switch (dtype) {
    case DType::Float32: return f(ashlar::detail::Tag<float>{});
    case DType::Float64: return f(ashlar::detail::Tag<double>{});
    case DType::Complex64: return f(ashlar::detail::Tag<c64>{});
    case DType::Complex128: return f(ashlar::detail::Tag<c128>{});
    default: break;
  }
  throw ArgumentError(concat(function, ": the elements are ", to_string(dtype),
                             ", but linear algebra needs float32, float64, complex64 or "
                             "complex128; A.astype(float) converts them"));
}

/// @throws ArgumentError unless all views have the element type of the first
inline void expect_one_type(const char* function, const View& a, const View& b) {
  expect(a.dtype() == b.dtype(), function, ": the element types are ", to_string(a.dtype()),
         " and ", to_string(b.dtype()), ", but must be one; astype converts a matrix");
}

}  // namespace ashlar::python
