// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {
namespace {

const std::vector<Index> turned = {1, 0, 2, 3, 4, 5, 6, 7};
const std::vector<double> eight(8, 1.5);

DistMatrix<double> square(const Scene& w) { return {w.comm, w.by_columns({8, 8})}; }

}  // namespace

// Excludes calls without messages, such as scale and set_diagonal: a rank that skips one delays no
// other rank.
std::vector<CollectiveExample> examples_of_linalg() {
  return {
      {"gemm",
       [](Scene& w) {
         auto p = square(w);
         gemm(w.s, w.s, p);
       }},
      {"gemm by ScaLAPACK",
       [](Scene& w) {
         auto p = square(w);
         gemm(w.s, w.s, p, {.how = {.algorithm = Algorithm::ScaLapack}});
       }},
      {"symm",
       [](Scene& w) {
         auto p = square(w);
         symm(w.s, w.s, p);
       }},
      {"syrk",
       [](Scene& w) {
         auto p = square(w);
         syrk(w.s, p);
       }},
      {"herk",
       [](Scene& w) {
         auto p = square(w);
         herk(w.s, p);
       }},
      {"syr2k",
       [](Scene& w) {
         auto p = square(w);
         syr2k(w.s, w.s, p);
       }},
      {"her2k",
       [](Scene& w) {
         auto p = square(w);
         her2k(w.s, w.s, p);
       }},
      {"trmm", [](Scene& w) { trmm(w.s, w.x); }},
      {"trsm", [](Scene& w) { trsm(w.s, w.x); }},
      {"gemv",
       [](Scene& w) {
         gemv(w.s, w.x.view({0, 8}, {0, 1}), w.x.view({0, 8}, {1, 2}));
       }},
      {"ger",
       [](Scene& w) {
         auto p = square(w);
         ger(w.x.view({0, 8}, {0, 1}), w.x.view({0, 8}, {1, 2}), p);
       }},
      {"dot", [](Scene& w) { (void)dot(w.a, w.a); }},
      {"hadamard", [](Scene& w) { hadamard(w.a, w.b); }},
      {"zip",
       [](Scene& w) { zip(w.b, w.a, [](Index, Index, double x, double y) { return x + y; }); }},
      {"norm", [](Scene& w) { (void)norm(w.a, Norm::One); }},
      {"scaled_residual", [](Scene& w) { (void)scaled_residual(w.s, w.x, w.x); }},
      {"condition", [](Scene& w) { (void)condition(w.s); }},
      {"condition of a factor", [](Scene& w) { (void)condition(lu_factor(w.s), 1.0); }},
      {"log_determinant", [](Scene& w) { (void)log_determinant(lu_factor(w.s)); }},
      {"trace", [](Scene& w) { (void)trace(w.s); }},
      {"diagonal", [](Scene& w) { (void)diagonal(w.s); }},
      {"row_sums", [](Scene& w) { (void)row_sums(w.a); }},
      {"col_sums", [](Scene& w) { (void)col_sums(w.a); }},
      {"center_cols", [](Scene& w) { (void)center_cols(w.a); }},
      {"permute_rows", [](Scene& w) { (void)permute_rows(w.s, turned); }},
      {"permute_cols", [](Scene& w) { (void)permute_cols(w.s, turned); }},
      {"take_rows", [](Scene& w) { (void)take_rows(w.s, turned); }},
      {"argmin", [](Scene& w) { (void)argmin(w.a); }},
      {"statistics", [](Scene& w) { (void)statistics(w.a); }},
      {"lu_factor", [](Scene& w) { (void)lu_factor(w.s); }},
      {"lu_factor by ScaLAPACK",
       [](Scene& w) { (void)lu_factor(w.s, {.algorithm = Algorithm::ScaLapack}); }},
      {"LuFactor::solve", [](Scene& w) { (void)lu_factor(w.s).solve(w.x); }},
      {"solve", [](Scene& w) { (void)solve(w.s, w.x); }},
      {"inverse", [](Scene& w) { (void)inverse(w.s); }},
      {"inverse of a factor", [](Scene& w) { (void)inverse(lu_factor(w.s), w.s.layout()); }},
      {"cholesky_inverse", [](Scene& w) { (void)cholesky_inverse(w.s); }},
      {"determinant", [](Scene& w) { (void)determinant(w.s); }},
      {"cholesky_factor", [](Scene& w) { (void)cholesky_factor(w.s); }},
      {"cholesky_solve", [](Scene& w) { (void)cholesky_solve(w.s, w.x); }},
      {"LdltFactor::solve", [](Scene& w) { (void)ldlt_factor(w.s).solve(w.x); }},
      {"qr_factor", [](Scene& w) { (void)qr_factor(w.a); }},
      {"QrFactor::q", [](Scene& w) { (void)qr_factor(w.a).q(); }},
      {"QrFactor::r", [](Scene& w) { (void)qr_factor(w.a).r(); }},
      {"QrFactor::apply_q", [](Scene& w) { (void)qr_factor(w.s).apply_q(w.x); }},
      {"lq_factor", [](Scene& w) { (void)lq_factor(w.c); }},
      {"LqFactor::l", [](Scene& w) { (void)lq_factor(w.c).l(); }},
      {"LqFactor::apply_q", [](Scene& w) { (void)lq_factor(w.s).apply_q(w.x); }},
      {"PivotedQrFactor::r", [](Scene& w) { (void)pivoted_qr_factor(w.a).r(); }},
      {"PivotedQrFactor::apply_q", [](Scene& w) { (void)pivoted_qr_factor(w.s).apply_q(w.x); }},
      {"pivoted_qr_factor", [](Scene& w) { (void)pivoted_qr_factor(w.a); }},
      {"least_squares", [](Scene& w) { (void)least_squares(w.s, w.x); }},
      {"svd", [](Scene& w) { (void)svd(w.a); }},
      {"singular_values", [](Scene& w) { (void)singular_values(w.a); }},
      {"rank", [](Scene& w) { (void)rank(w.a); }},
      {"orthonormal_basis", [](Scene& w) { (void)orthonormal_basis(w.a); }},
      {"null_space", [](Scene& w) { (void)null_space(w.c); }},
      {"symmetric_eigen", [](Scene& w) { (void)symmetric_eigen(w.s); }},
      {"apply_symmetric",
       [](Scene& w) { (void)apply_symmetric(w.s, [](double x) { return x * x; }); }},
      {"general_eigen", [](Scene& w) { (void)general_eigen(w.s); }},
      {"eigenvalues", [](Scene& w) { (void)eigenvalues(w.s); }},
      {"random_with_singular_values",
       [](Scene& w) {
         (void)random_with_singular_values<double>(w.comm, w.by_columns({8, 8}), eight, 1);
       }},
      {"random_with_condition",
       [](Scene& w) {
         (void)random_with_condition<double>(w.comm, w.by_columns({8, 8}), {.condition = 10});
       }},
      {"random_symmetric_with_eigenvalues",
       [](Scene& w) {
         (void)random_symmetric_with_eigenvalues<double>(w.comm, w.by_columns({8, 8}), eight, 1);
       }},
  };
}

}  // namespace ashlar::test
