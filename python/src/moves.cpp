// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include <ashlar/move/copy.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/move/mirror.hpp>

#include "moves.hpp"

namespace ashlar::python {
namespace {

constexpr int dtype_count = static_cast<int>(std::size(all_dtypes));

constexpr auto movable_pairs = [] {
  std::array<std::array<bool, dtype_count>, dtype_count> table{};
  for (DType from : all_dtypes)
    for (DType to : all_dtypes)
      table[static_cast<std::size_t>(from)][static_cast<std::size_t>(
          to)] = visit_element(from, [&](auto f) {
        return visit_element(to, [](auto t) {
          return detail::ElementMovableTo<typename decltype(f)::type, typename decltype(t)::type>;
        });
      });
  return table;
}();

template <class T>
LocalView<T> whole_of(const py::array& memory) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(T));
  return {static_cast<T*>(const_cast<void*>(memory.data())), memory.shape(0), memory.shape(1),
          memory.strides(0) / size, memory.strides(1) / size};
}

/// Calls f(view, memory) with the matrix of `view` and, on ranks with memory, the array as a
/// LocalView in the orientation of the matrix.
template <class F>
void with_whole(const View& view, const py::object& memory, F&& f) {
  view.matrix->visit([&](auto& m) {
    using T = typename std::remove_reference_t<decltype(m)>::Value;
    LocalView<T> whole;
    if (!memory.is_none()) {
      whole = whole_of<T>(memory.cast<py::array>());
      if (is_transposing(view.op)) whole = whole.transposed();
    }
    without_gil([&] { f(MatrixView<T>(m, view.section), whole); });
  });
}

/// @throws ArgumentError, with a remedy, unless a move converts these element types
void expect_movable(DType from, DType to) {
  if (movable_pairs[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]) return;
  const bool loses_a_part = visit_element(from, [&](auto f) {
    return visit_element(to, [](auto t) {
      return is_complex<typename decltype(f)::type> && !is_complex<typename decltype(t)::type>;
    });
  });
  expect(!loses_a_part, "copy: a ", to_string(to), " matrix cannot store ", to_string(from),
         " elements; take A.real or A.imag first");
  expect(false, "copy: ", to_string(to), " cannot represent every ", to_string(from),
         " number; A.astype('", to_string(to), "') checks each element");
}

/// Op of the move between the matrices of two ends.
/// @throws ArgumentError if it would conjugate without a transposition
Op op_between(const End& source, const End& target) {
  if (target.op == Op::None) return source.op;
  if (source.op == Op::None) return target.op;
  if (source.op == target.op) return Op::None;
  const bool is_real =
      visit_element(source.dtype, [](auto t) { return !is_complex<typename decltype(t)::type>; });
  expect(is_real,
         "copy: a move conjugates only while it transposes; take .T or .H on both sides, or "
         "al.conj(A)");
  return Op::None;
}

/// alpha and beta in the element type of a target.
ashlar::detail::Factors factors_of(DType dtype, const c128& alpha, const c128& beta) {
  ashlar::detail::Factors factors;
  visit_element(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T a = number_as<T>(alpha), b = number_as<T>(beta);
    std::memcpy(factors.alpha.data(), &a, sizeof a);
    std::memcpy(factors.beta.data(), &b, sizeof b);
  });
  return factors;
}

}  // namespace

End end_of(const View& view) {
  return {view.operand(), view.dtype(), view.op, view.matrix->is_writable()};
}

ashlar::detail::Target checked_target(const char* function, const End& source, const End& target,
                                      const c128& alpha, const c128& beta) {
  expect_movable(source.dtype, target.dtype);
  expect_writable(function, target.is_writable);
  return {target.operand, factors_of(target.dtype, alpha, beta)};
}

void copy_ends(const End& source, const End& target, const c128& alpha, const c128& beta,
               const CopyOptions& options) {
  const auto to = checked_target("copy", source, target, alpha, beta);
  without_gil([&] { ashlar::detail::copy(source.operand, to, options); });
}

void copy_matrix(const End& source, const End& target, const c128& alpha, const c128& beta,
                 CopyOptions options) {
  options.op = op_between(source, target);
  if (is_transposing(target.op) && options.uplo != Uplo::General) {
    options.uplo = options.uplo == Uplo::Upper ? Uplo::Lower : Uplo::Upper;
    options.diagonal = -options.diagonal;
  }
  copy_ends(source, target, alpha, beta, options);
}

void add_moves(py::module_& module) {
  module.def("copy", copy<View, View>);
  module.def("gather", [](const View& view, const py::object& memory, int root) {
    with_whole(view, memory,
               [&](const auto& from, const auto& whole) { gather_into(from, whole, root); });
  });
  module.def("gather_all", [](const View& view, const py::object& memory) {
    with_whole(view, memory,
               [](const auto& from, const auto& whole) { gather_all_into(from, whole); });
  });
  module.def("scatter", [](const View& view, const py::object& memory, int root) {
    view.expect_writable("scatter");
    with_whole(view, memory, [&](const auto& to, const auto& whole) {
      using T = typename std::remove_cvref_t<decltype(to)>::Value;
      scatter(LocalView<const T>(whole), to, root);
    });
  });
  module.def("scatter_all", [](const View& view, const py::object& memory) {
    view.expect_writable("scatter_all");
    with_whole(view, memory, [](const auto& to, const auto& whole) {
      using T = typename std::remove_cvref_t<decltype(to)>::Value;
      scatter_all(LocalView<const T>(whole), to);
    });
  });
  module.def("transpose_in_place", [](const View& view, char op) {
    view.expect_writable("transpose_in_place");
    const auto operand = view.operand();
    without_gil([&] { ashlar::detail::transpose_in_place(operand, op_of(op), {}); });
  });
  module.def("relabelled", [](const Layout& source, const Layout& target, int processes) {
    return relabelled(Transfers(source, target), processes);
  });
}

}  // namespace ashlar::python
