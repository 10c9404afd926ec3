// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/qr.hpp>
#include <ashlar/linalg/solve.hpp>

#include "matrix.hpp"
#include "noted.hpp"

namespace ashlar::python {
namespace {

/// One of four factors of a kind.
template <template <Scalar> class Kind>
using Any = std::variant<Kind<float>, Kind<double>, Kind<c64>, Kind<c128>>;

/// Calls f(factor, right-hand side) for operands of one type.
template <class Variant, class F>
MatrixPtr with_right_side(const char* name, const Variant& any, const View& b, F&& f) {
  return std::visit(
      [&]<template <Scalar> class Kind, Scalar T>(const Kind<T>& factor) {
        expect(b.dtype() == ashlar::dtype_of<T>(), name, ": the factor is ",
               to_string(ashlar::dtype_of<T>()), " and b is ", to_string(b.dtype()),
               "; b.astype converts it");
        return without_gil([&] { return shared(f(factor, b.as<T>())); });
      },
      any);
}

struct Lu {
  Any<LuFactor> any;
};
struct Cholesky {
  Any<CholeskyFactor> any;
};
struct Ldlt {
  Any<LdltFactor> any;
};
struct Qr {
  Any<QrFactor> any;
};

/// Factor of a view, made by make(view).
template <class Factor, class Make>
Factor factored(const char* name, const View& a, Make&& make) {
  return visit_scalar(name, a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return without_gil([&] { return Factor{make(a.as<T>())}; });
  });
}

template <class Factor>
std::optional<Index> bad_pivot(const Factor& factor) {
  return std::visit([](const auto& f) { return f.outcome().first_bad_pivot; }, factor.any);
}

MatrixPtr solve(const View& a, const View& b, bool positive_definite, char uplo, bool mixed,
                int refine, const std::string& algorithm) {
  expect_one_type("solve", a, b);
  return visit_scalar("solve", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const SolveOptions options{.uplo = uplo_of(uplo),
                               .precision = mixed ? Precision::Mixed : Precision::Working,
                               .refine = refine,
                               .how = noted(algorithm)};
    return without_gil([&] {
      return shared(positive_definite ? cholesky_solve(a.as<T>(), b.as<T>(), options)
                                      : ashlar::solve(a.as<T>(), b.as<T>(), options));
    });
  });
}

py::tuple lstsq(const View& a, const View& b, std::optional<double> rcond,
                const std::string& algorithm) {
  expect_one_type("lstsq", a, b);
  return visit_scalar("lstsq", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const LinalgOptions how = noted(algorithm);
    auto fit = without_gil([&] { return least_squares(a.as<T>(), b.as<T>(), rcond, how); });
    return py::make_tuple(shared(std::move(fit.x)), array_of(fit.residual_squares), fit.rank);
  });
}

}  // namespace

void add_factors(py::module_& module) {
  module.def("solve", solve);
  module.def("lstsq", lstsq);
  module.def("lu_factor", [](const View& a, const std::string& algorithm) {
    const LinalgOptions how = noted(algorithm);
    return factored<Lu>("lu_factor", a, [&](const auto& view) { return lu_factor(view, how); });
  });
  module.def("cholesky_factor", [](const View& a, char uplo, const std::string& algorithm) {
    const LinalgOptions how = noted(algorithm);
    return factored<Cholesky>("cho_factor", a, [&](const auto& view) {
      return cholesky_factor(view, uplo_of(uplo), how);
    });
  });
  module.def(
      "ldlt_factor", [](const View& a, char uplo, bool hermitian, const std::string& algorithm) {
        const LinalgOptions how = noted(algorithm);
        return factored<Ldlt>("ldl_factor", a, [&](const auto& view) {
          return ldlt_factor(view, uplo_of(uplo), hermitian ? Op::ConjTrans : Op::Trans, how);
        });
      });
  module.def("qr_factor", [](const View& a, const std::string& algorithm) {
    const LinalgOptions how = noted(algorithm);
    return factored<Qr>("qr", a, [&](const auto& view) { return qr_factor(view, how); });
  });

  py::class_<Lu>(module, "Lu")
      .def_property_readonly("bad_pivot", &bad_pivot<Lu>)
      .def("solve",
           [](const Lu& lu, const View& b, char op) {
             return with_right_side("lu.solve", lu.any, b,
                                    [&](const auto& factor, const auto& view) {
                                      return factor.solve(view, op_of(op));
                                    });
           })
      .def("factors",
           [](const Lu& lu) {
             return std::visit(
                 [](const auto& f) {
                   return without_gil([&] { return shared(f.factors().copy()); });
                 },
                 lu.any);
           })
      .def("determinant", [](const Lu& lu) {
        return std::visit(
            [](const auto& f) {
              const auto det = without_gil([&] { return log_determinant(f); });
              return py::make_tuple(det.phase, det.log_abs);
            },
            lu.any);
      });
  py::class_<Cholesky>(module, "Cholesky")
      .def_property_readonly("bad_pivot", &bad_pivot<Cholesky>)
      .def("solve",
           [](const Cholesky& factor, const View& b) {
             return with_right_side("cho.solve", factor.any, b,
                                    [](const auto& f, const auto& view) { return f.solve(view); });
           })
      .def("factor", [](const Cholesky& factor) {
        return std::visit(
            [](const auto& f) { return without_gil([&] { return shared(f.factor().copy()); }); },
            factor.any);
      });
  py::class_<Ldlt>(module, "Ldlt")
      .def("inertia",
           [](const Ldlt& factor) {
             return std::visit(
                 [](const auto& f) {
                   const auto inertia = f.inertia();
                   return std::tuple(inertia.positive, inertia.negative, inertia.zero);
                 },
                 factor.any);
           })
      .def("solve", [](const Ldlt& factor, const View& b) {
        return with_right_side("ldl.solve", factor.any, b,
                               [](const auto& f, const auto& view) { return f.solve(view); });
      });
  py::class_<Qr>(module, "Qr")
      .def("q",
           [](const Qr& qr) {
             return std::visit(
                 [](const auto& f) { return without_gil([&] { return shared(f.q()); }); }, qr.any);
           })
      .def("r",
           [](const Qr& qr) {
             return std::visit(
                 [](const auto& f) { return without_gil([&] { return shared(f.r()); }); }, qr.any);
           })
      .def("apply_q",
           [](const Qr& qr, const View& b, char op) {
             return with_right_side("qr.apply_q", qr.any, b, [&](const auto& f, const auto& view) {
               return f.apply_q(view, op_of(op));
             });
           })
      .def("solve", [](const Qr& qr, const View& b) {
        return with_right_side("qr.solve", qr.any, b,
                               [](const auto& f, const auto& view) { return f.solve(view); });
      });
}

}  // namespace ashlar::python
