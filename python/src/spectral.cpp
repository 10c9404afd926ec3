// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/svd.hpp>

#include "matrix.hpp"
#include "noted.hpp"

namespace ashlar::python {
namespace {

EigenRange range_of(const std::string& kind, double first, double last) {
  if (kind == "index")
    return EigenRange::by_index(static_cast<Index>(first), static_cast<Index>(last));
  if (kind == "value") return EigenRange::by_value(first, last);
  return EigenRange::all();
}

/// Eigenvalues and eigenvectors; the vectors are None if they are not wanted.
py::tuple eigh(const View& a, const View* b, char uplo, bool vectors, const std::string& kind,
               double first, double last, int form, const std::string& algorithm) {
  if (b != nullptr) expect_one_type("eigh", a, *b);
  return visit_scalar("eigh", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const SymmetricEigenOptions options{.uplo = uplo_of(uplo),
                                        .vectors = vectors,
                                        .range = range_of(kind, first, last),
                                        .form = static_cast<EigenForm>(form),
                                        .how = noted(algorithm)};
    auto eigen = without_gil([&] {
      return b == nullptr ? symmetric_eigen(a.as<T>(), options)
                          : symmetric_eigen(a.as<T>(), b->as<T>(), options);
    });
    py::object z = py::none();
    if (vectors) z = py::cast(shared(std::move(eigen.vectors)));
    return py::make_tuple(array_of(eigen.values), z);
  });
}

py::tuple eig(const View& a, bool vectors, const std::string& algorithm) {
  return visit_scalar("eig", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const LinalgOptions how = noted(algorithm);
    auto eigen = without_gil([&] {
      return vectors ? general_eigen(a.as<T>(), how)
                     : GeneralEigen<T>{eigenvalues(a.as<T>(), how), {}};
    });
    py::object v = py::none();
    if (vectors) v = py::cast(shared(std::move(eigen.vectors)));
    return py::make_tuple(array_of(eigen.values), v);
  });
}

py::tuple svd_of(const View& a, char vectors, const std::string& algorithm) {
  return visit_scalar("svd", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const LinalgOptions how = noted(algorithm);
    const SvdVectors wanted = vectors == 'A'   ? SvdVectors::Full
                              : vectors == 'S' ? SvdVectors::Thin
                                               : SvdVectors::Values;
    auto result = without_gil([&] { return svd(a.as<T>(), wanted, how); });
    py::array values = array_of(result.values);
    if (wanted == SvdVectors::Values) return py::make_tuple(py::none(), values, py::none());
    return py::make_tuple(shared(std::move(result.u)), values, shared(std::move(result.vh)));
  });
}

/// Function of a symmetric matrix, whose `f` maps the array of eigenvalues on every rank.
MatrixPtr apply(const View& a, const py::function& f, char uplo, const std::string& algorithm) {
  return visit_scalar("funm", a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    using R = RealOf<T>;
    const SymmetricEigenOptions options{.uplo = uplo_of(uplo), .how = noted(algorithm)};
    const auto eigen = without_gil([&] { return symmetric_eigen(a.as<T>(), options); });
    const std::vector<R> values =
        vector_of<R>(f(array_of(eigen.values)).template cast<py::array>());
    return without_gil([&] { return shared(ashlar::detail::with_values<T>(eigen, values)); });
  });
}

}  // namespace

void add_spectral(py::module_& module) {
  module.def("eigh", eigh);
  module.def("eig", eig);
  module.def("svd", svd_of);
  module.def("apply_symmetric", apply);
  module.def("rank", [](const View& a, std::optional<double> rcond, const std::string& algorithm) {
    return visit_scalar("matrix_rank", a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const LinalgOptions how = noted(algorithm);
      return without_gil([&] { return rank(a.as<T>(), rcond, how); });
    });
  });
  module.def("basis", [](const View& a, bool null, std::optional<double> rcond,
                         const std::string& algorithm) {
    return visit_scalar("orth", a.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const LinalgOptions how = noted(algorithm);
      return without_gil([&] {
        return shared(null ? null_space(a.as<T>(), rcond, how)
                           : orthonormal_basis(a.as<T>(), rcond, how));
      });
    });
  });
}

}  // namespace ashlar::python
