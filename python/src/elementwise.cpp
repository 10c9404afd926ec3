// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/linalg/statistics.hpp>

#include "matrix.hpp"

namespace ashlar::python {
namespace {

/// Calls f(view, T) for the elements of a BLAS type, without the lock.
template <class F>
auto scalar_call(const char* name, const View& a, F&& f) {
  return visit_scalar(name, a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return py::cast(without_gil([&] { return f(a.as<T>()); }));
  });
}

/// As scalar_call, for functions that change the elements and return nothing.
template <class F>
void scalar_change(const char* name, const View& a, F&& f) {
  visit_scalar(name, a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const MatrixView<T> view = a.writable<T>(name);
    without_gil([&] { f(view); });
  });
}

py::array sums(const View& a, bool of_rows, bool mean) {
  return visit_scalar("sum", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return array_of(without_gil([&] {
      const auto view = a.as<T>();
      if (of_rows) return mean ? row_means(view) : row_sums(view);
      return mean ? col_means(view) : col_sums(view);
    }));
  });
}

py::object extreme(const View& a, bool largest) {
  return a.matrix->visit([&](auto& m) -> py::object {
    using T = typename std::remove_reference_t<decltype(m)>::Value;
    const MatrixView<const T> view(m, a.section);
    const auto found = without_gil([&] { return largest ? argmax(view) : argmin(view); });
    if (!found) return py::none();
    return py::make_tuple(found->i, found->j, found->value);
  });
}

py::object statistics_of(const View& a) {
  return a.matrix->visit([&](auto& m) -> py::object {
    using T = typename std::remove_reference_t<decltype(m)>::Value;
    const MatrixView<const T> view(m, a.section);
    const auto s = without_gil([&] { return statistics(view); });
    py::dict result;
    result["nans"] = s.nans;
    result["infinities"] = s.infinities;
    result["zeros"] = s.zeros;
    result["negatives"] = s.negatives;
    result["mean"] = s.mean;
    result["max_norm"] = s.max_norm;
    result["one_norm"] = s.one_norm;
    result["inf_norm"] = s.inf_norm;
    result["frobenius_norm"] = s.frobenius_norm;
    result["lower_bandwidth"] = s.lower_bandwidth;
    result["upper_bandwidth"] = s.upper_bandwidth;
    result["is_symmetric"] = s.is_symmetric;
    result["is_hermitian"] = s.is_hermitian;
    return result;
  });
}

/// Operation of a vector on every row or column, by name.
void by_vector(const std::string& name, const View& a, const py::array& values, const c128& alpha) {
  scalar_change(name.c_str(), a, [&]<class T>(const MatrixView<T>& view) {
    const py::gil_scoped_acquire acquired;
    const std::vector<T> v = vector_of<T>(values);
    const T factor = number_as<T>(alpha);
    const py::gil_scoped_release released;
    if (name == "scale_rows") scale_rows(view, v);
    else if (name == "scale_cols") scale_cols(view, v);
    else if (name == "add_to_rows") add_to_rows(view, v, factor);
    else add_to_cols(view, v, factor);
  });
}

MatrixPtr take(const View& a, const std::vector<Index>& indices, bool rows) {
  return visit_scalar("take", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return without_gil([&] {
      return shared(rows ? take_rows(a.as<T>(), indices) : take_cols(a.as<T>(), indices));
    });
  });
}

}  // namespace

void add_elementwise(py::module_& module) {
  module.def("norm", [](const View& a, char kind) {
    return scalar_call("norm", a, [&](const auto& view) {
      return static_cast<double>(norm(view, static_cast<Norm>(kind)));
    });
  });
  module.def("trace", [](const View& a) {
    return scalar_call("trace", a, [](const auto& view) { return trace(view); });
  });
  module.def("dot", [](const View& a, const View& b) {
    expect_one_type("vdot", a, b);
    return visit_scalar("vdot", a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      return py::cast(without_gil([&] { return dot(a.as<T>(), b.as<T>()); }));
    });
  });
  module.def("diagonal", [](const View& a, Index offset) {
    return visit_scalar("diagonal", a.dtype(), [&](auto tag) -> py::array {
      using T = typename decltype(tag)::type;
      return array_of(without_gil([&] { return diagonal(a.as<T>(), offset); }));
    });
  });
  module.def("scale", [](const View& a, const c128& alpha) {
    scalar_change("scale", a,
                  [&]<class T>(const MatrixView<T>& view) { scale(view, number_as<T>(alpha)); });
  });
  module.def("add_to_diagonal", [](const View& a, const c128& alpha) {
    scalar_change("add_to_diagonal", a, [&]<class T>(const MatrixView<T>& view) {
      add_to_diagonal(view, number_as<T>(alpha));
    });
  });
  module.def("set_diagonal", [](const View& a, const py::array& values, Index offset) {
    visit_scalar("set_diagonal", a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const std::vector<T> v = vector_of<T>(values);
      const MatrixView<T> view = a.writable<T>("set_diagonal");
      without_gil([&] { set_diagonal(view, v, offset); });
    });
  });
  module.def("hadamard", [](const View& a, const View& b) {
    expect_one_type("multiply", a, b);
    visit_scalar("multiply", a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const MatrixView<T> target = b.writable<T>("multiply");
      without_gil([&] { hadamard(a.as<T>(), target); });
    });
  });
  module.def("sums", sums);
  module.def("extreme", extreme);
  module.def("statistics", statistics_of);
  module.def("by_vector", by_vector);
  module.def("take", take);
}

}  // namespace ashlar::python
