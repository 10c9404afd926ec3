// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/linalg/statistics.hpp>

#include "matrix.hpp"

namespace ashlar::python {
namespace {

using namespace py::literals;

/// Calls f(view, T) for the elements of a BLAS type, without the lock.
template <class F>
auto scalar_call(const char* name, const View& a, F&& f) {
  return visit_scalar(name, a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return py::cast(without_gil([&] { return f(a.as<T>()); }));
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
    return py::dict("nans"_a = s.nans, "infinities"_a = s.infinities, "zeros"_a = s.zeros,
                    "negatives"_a = s.negatives, "mean"_a = s.mean, "max_norm"_a = s.max_norm,
                    "one_norm"_a = s.one_norm, "inf_norm"_a = s.inf_norm,
                    "frobenius_norm"_a = s.frobenius_norm, "lower_bandwidth"_a = s.lower_bandwidth,
                    "upper_bandwidth"_a = s.upper_bandwidth, "is_symmetric"_a = s.is_symmetric,
                    "is_hermitian"_a = s.is_hermitian);
  });
}

/// Multiplies row i by factors[i].
void scale_rows_by(const View& a, const py::array& factors) {
  visit_scalar("scale_rows", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::vector<T> values = vector_of<T>(factors);
    const MatrixView<T> view = a.writable<T>("scale_rows");
    without_gil([&] { scale_rows(view, values); });
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
  module.def("sums", sums);
  module.def("extreme", extreme);
  module.def("statistics", statistics_of);
  module.def("scale_rows", scale_rows_by);
  module.def("take", take);
}

}  // namespace ashlar::python
