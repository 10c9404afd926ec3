// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "scene.hpp"

namespace ashlar::test {

std::vector<WrongCall> wrong_linalg() {
  return {
      {"shapes of a product", End::Argument, "gemm",
       [](Scene& w) {
         DistMatrix<double> p(w.comm, w.by_columns({12, 8}));
         gemm(w.a, w.a, p);
       }},
      {"product into its own operand", End::Argument, "gemm",
       [](Scene& w) { gemm(w.s, w.s, w.s); }},
      {"solving a long system", End::Argument, "12x8", [](Scene& w) { (void)solve(w.a, w.x); }},
      {"right-hand side of other length", End::Argument, "12x8",
       [](Scene& w) { (void)solve(w.s, w.a); }},
      {"negative number of corrections", End::Argument, "refine is -1",
       [](Scene& w) { (void)solve(w.s, w.x, {.refine = -1}); }},
      {"NaN in a matrix", End::Argument, "(2, 3)",
       [](Scene& w) {
         w.s.set(2, 3, std::numeric_limits<double>::quiet_NaN());
         (void)lu_factor(w.s);
       }},
      {"singular matrix", End::Singular, "",
       [](Scene& w) {
         w.s.fill(0);
         (void)solve(w.s, w.x);
       }},
      {"matrix that is not positive", End::NotDefinite, "not positive definite",
       [](Scene& w) {
         scale(w.s, -1.0);
         (void)cholesky_solve(w.s, w.x);
       }},
      {"triangle of a positive matrix", End::Argument, "uplo is general",
       [](Scene& w) { (void)cholesky_solve(w.s, w.x, {.uplo = Uplo::General}); }},
      {"norm of a condition", End::Argument, "only the one-norm and the infinity norm",
       [](Scene& w) { (void)condition(w.s, Norm::Frobenius); }},
      {"eigenvalues of a long matrix", End::Argument, "12x8",
       [](Scene& w) { (void)symmetric_eigen(w.a); }},
      {"tolerance of a rank", End::Argument, "rcond is -1",
       [](Scene& w) { (void)rank(w.s, -1.0); }},
      {"tolerance of a fit", End::Argument, "least_squares: rcond is nan",
       [](Scene& w) { (void)least_squares(w.s, w.s, std::numeric_limits<double>::quiet_NaN()); }},
      {"a product with no C to add", End::Argument, "gemm: beta is 2",
       [](Scene& w) { (void)gemm(w.s, w.s, {.beta = 2}); }},
      {"trace of a long matrix", End::Argument, "trace: A is 12x8",
       [](Scene& w) { (void)trace(w.a); }},
      {"diagonal of other length", End::Argument, "set_diagonal: 3 values",
       [](Scene& w) {
         const std::vector<double> few(3);
         set_diagonal(w.s, few);
       }},
      {"repeated rows", End::Argument, "permute_rows",
       [](Scene& w) {
         const std::vector<Index> twice = {0, 0, 2, 3, 4, 5, 6, 7};
         (void)permute_rows(w.s, twice);
       }},
      {"matrix of no communicator", End::Argument, "the communicator is null",
       [](Scene&) { (void)norm(DistMatrix<double>(), Norm::One); }},
  };
}

}  // namespace ashlar::test
