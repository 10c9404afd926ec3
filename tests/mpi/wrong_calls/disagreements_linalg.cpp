// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {

std::vector<WrongCall> disagreeing_linalg() {
  return {
      {"kind of a norm", End::Mismatch, "norm: ranks disagree on the norm: one on rank",
       [](Scene& w) { (void)norm(w.a, w.but(Norm::One, Norm::Inf)); }},
      {"a norm and a trace", End::Mismatch, "ranks make different collective calls: norm on",
       [](Scene& w) {
         if (w.errs) (void)trace(w.s);
         else (void)norm(w.s, Norm::One);
       }},
      {"operand of a product", End::Mismatch, "gemm: ranks disagree on B",
       [](Scene& w) {
         DistMatrix<double> p(w.comm, w.by_columns({8, 8})), other(w.comm, w.by_columns({8, 8}));
         gemm(w.s, w.errs ? other : w.s, p);
       }},
      {"op of a product", End::Mismatch, "gemm: ranks disagree on the options: the usual ones on",
       [](Scene& w) {
         DistMatrix<double> p(w.comm, w.by_columns({8, 8}));
         gemm(w.s, w.s, p, {.op_b = w.but(Op::None, Op::Trans)});
       }},
      {"beta of a product", End::Mismatch, "beta 1 on",
       [](Scene& w) {
         DistMatrix<double> p(w.comm, w.by_columns({8, 8}));
         gemm(w.s, w.s, p, {.beta = w.but(0.0, 1.0)});
       }},
      {"side of a triangular solution", End::Mismatch, "trsm: ranks disagree on the options",
       [](Scene& w) { trsm(w.s, w.x, {.op = w.but(Op::None, Op::Trans)}); }},
      {"corrections of a solution", End::Mismatch, "refine 1 on",
       [](Scene& w) { (void)solve(w.s, w.x, {.refine = w.but(0, 1)}); }},
      {"report of a solution", End::Mismatch, "report yes on",
       [](Scene& w) {
         SolveReport report;
         (void)solve(w.s, w.x, SolveOptions{.report = w.errs ? &report : nullptr});
       }},
      {"algorithm of a factorisation", End::Mismatch, "lu_factor: ranks disagree on the options",
       [](Scene& w) {
         (void)lu_factor(w.s, {.algorithm = w.but(Algorithm::Automatic, Algorithm::OneRank)});
       }},
      {"op of a solution by factors", End::Mismatch, "LuFactor::solve: ranks disagree on op",
       [](Scene& w) {
         const auto lu = lu_factor(w.s);
         (void)lu.solve(w.x, w.but(Op::None, Op::Trans));
       }},
      {"triangle of a positive matrix", End::Mismatch, "cholesky_factor: ranks disagree",
       [](Scene& w) { (void)cholesky_factor(w.s, w.but(Uplo::Lower, Uplo::Upper)); }},
      {"range of eigenvalues", End::Mismatch, "range indices, last 2 on",
       [](Scene& w) {
         const Index last = w.but<Index>(1, 2);
         (void)symmetric_eigen(w.s, {.range = EigenRange::by_index(0, last)});
       }},
      {"singular vectors", End::Mismatch, "disagree on vectors: thin on",
       [](Scene& w) { (void)svd(w.s, w.but(SvdVectors::Thin, SvdVectors::Values)); }},
      {"tolerance of a rank", End::Mismatch, "disagree on rcond: none on",
       [](Scene& w) { (void)rank(w.s, w.errs ? std::optional<double>(0.5) : std::nullopt); }},
      {"permutation of rows", End::Mismatch, "permute_rows: ranks disagree on the permutation",
       [](Scene& w) {
         const std::vector<Index> perm =
             w.but<std::vector<Index>>({1, 0, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7});
         (void)permute_rows(w.s, perm);
       }},
      {"value on a diagonal", End::Mismatch, "fill_diagonal: ranks disagree on the value: 2 on",
       [](Scene& w) { fill_diagonal(w.s, w.but(2.0, 3.0)); }},
      {"factor of a scaling", End::Mismatch, "scale: ranks disagree on alpha",
       [](Scene& w) { scale(w.s, w.but(2.0, 3.0)); }},
      {"seed of a random matrix", End::Mismatch, "ranks disagree on the seed",
       [](Scene& w) {
         const std::uint64_t seed = w.but<std::uint64_t>(1, 2);
         (void)random_with_singular_values<double>(w.comm, w.by_columns({8, 8}),
                                                   std::vector<double>(8, 1.0), seed);
       }},
  };
}

}  // namespace ashlar::test
