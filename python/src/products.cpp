// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/layout_for.hpp>

#include "matrix.hpp"
#include "noted.hpp"

namespace ashlar::python {

std::string& last_note() {
  static std::string note;
  return note;
}

LinalgOptions noted(const std::string& algorithm) {
  const auto found = algorithm_from_string(algorithm);
  if (!found) {
    std::string names;
    for (const Algorithm known : ashlar::detail::all_algorithms)
      names += concat(names.empty() ? "" : ", ", to_string(known));
    expect(false, "linalg: unknown algorithm '", algorithm, "'; the algorithms are ", names);
  }
  last_note().clear();
  return {.algorithm = *found, .note = &last_note()};
}

namespace {

MatrixPtr product(const View& a, const View& b, const c128& alpha, const std::string& algorithm) {
  expect_one_type("matmul", a, b);
  return visit_scalar("matmul", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const GemmOptions<T> options{
        .op_a = a.op, .op_b = b.op, .alpha = number_as<T>(alpha), .how = noted(algorithm)};
    return without_gil([&] { return shared(gemm(a.as<T>(), b.as<T>(), options)); });
  });
}

}  // namespace

void add_products(py::module_& module) {
  module.def("note", [] { return last_note(); });
  module.def("product", product);
  module.def("condition", [](const View& a, char norm, const std::string& algorithm) {
    return visit_scalar("cond", a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const LinalgOptions how = noted(algorithm);
      return without_gil(
          [&] { return static_cast<double>(condition(a.as<T>(), static_cast<Norm>(norm), how)); });
    });
  });
  module.def("inverse",
             [](const View& a, bool positive_definite, char uplo, const std::string& algorithm) {
               return visit_scalar("inv", a.dtype(), [&](auto tag) {
                 using T = typename decltype(tag)::type;
                 const LinalgOptions how = noted(algorithm);
                 return without_gil([&] {
                   return shared(positive_definite ? cholesky_inverse(a.as<T>(), uplo_of(uplo), how)
                                                   : inverse(a.as<T>(), how));
                 });
               });
             });
  module.def("determinant", [](const View& a, const std::string& algorithm) {
    return visit_scalar("det", a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const LinalgOptions how = noted(algorithm);
      const auto det = without_gil([&] { return determinant(a.as<T>(), how); });
      return py::make_tuple(det.phase, det.log_abs);
    });
  });
}

}  // namespace ashlar::python
