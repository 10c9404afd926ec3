// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/symmetric_products.hpp>

#include <optional>

#include <ashlar/base/error.hpp>
#include <ashlar/move/mirror.hpp>
#include <ashlar/mpi/agree.hpp>

#include "base/instantiate.hpp"
#include "fortran/pblas.hpp"
#include "node/rank_update.hpp"
#include "node/triangular_sweep.hpp"
#include "pblas_operand.hpp"
#include "products.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

bool is_hermitian(Symmetry symmetry) { return symmetry == Symmetry::Hermitian; }

template <Scalar T>
void call_psymm(Symmetry symmetry, MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                const SymmetricProductOptions<T>& options) {
  check_pblas_sizes<T>(c, {a, b});
  PblasOutput<T> out(c, "symm: C", options.how);
  const PblasInput<T> in_a(a, out.layout(), "symm: A", options.how);
  const PblasInput<T> in_b(b, out.layout(), "symm: B", options.how);
  if (out.placed().is_in_grid) {
    const auto &pa = in_a.placed(), &pb = in_b.placed();
    const auto& pc = out.placed();
    const char side = static_cast<char>(options.side), uplo = static_cast<char>(options.uplo);
    const int m = checked_int(c.shape().rows, "rows of C");
    const int n = checked_int(c.shape().cols, "columns of C");
    (is_hermitian(symmetry)
         ? fortran::phemm<T>
         : fortran::psymm<T>)(&side, &uplo, &m, &n, &options.alpha, pa.data, &pa.row, &pa.col,
                              pa.descriptor.data(), pb.data, &pb.row, &pb.col, pb.descriptor.data(),
                              &options.beta, pc.data, &pc.row, &pc.col, pc.descriptor.data());
  }
  out.bring_home();
}

// p?syrk, p?herk, p?syr2k or p?her2k.
template <Scalar T>
void call_prank(const RankUpdate<T>& u, const RankKOptions<T>& options) {
  if (u.b) check_pblas_sizes<T>(u.c, {u.a, *u.b});
  else check_pblas_sizes<T>(u.c, {u.a});
  PblasOutput<T> out(u.c, "rank update: C", options.how);
  const PblasInput<T> in_a(u.a, out.layout(), "rank update: A", options.how);
  std::optional<PblasInput<T>> in_b;
  if (u.b) in_b.emplace(*u.b, out.layout(), "rank update: B", options.how);
  if (out.placed().is_in_grid) {
    const auto& pa = in_a.placed();
    const auto& pc = out.placed();
    const char uplo = static_cast<char>(options.uplo);
    // Real routines take T for both transpositions.
    const char trans =
        !is_complex<T> && is_transposing(options.op) ? 'T' : static_cast<char>(options.op);
    const int n = checked_int(u.c.shape().rows, "order of C");
    const int k = checked_int(op_shape(options.op, u.a.shape()).cols, "columns of op(A)");
    const auto single = [&](auto* routine, const auto& alpha, const auto& beta) {
      routine(&uplo, &trans, &n, &k, &alpha, pa.data, &pa.row, &pa.col, pa.descriptor.data(), &beta,
              pc.data, &pc.row, &pc.col, pc.descriptor.data());
    };
    const auto both = [&](auto* routine, const auto& beta) {
      const auto& pb = in_b->placed();
      routine(&uplo, &trans, &n, &k, &options.alpha, pa.data, &pa.row, &pa.col,
              pa.descriptor.data(), pb.data, &pb.row, &pb.col, pb.descriptor.data(), &beta, pc.data,
              &pc.row, &pc.col, pc.descriptor.data());
    };
    if (!is_hermitian(u.symmetry)) {
      if (u.b) both(fortran::psyr2k<T>, options.beta);
      else single(fortran::psyrk<T>, options.alpha, options.beta);
    } else {
      if (u.b) both(fortran::pher2k<T>, std::real(options.beta));
      else single(fortran::pherk<T>, std::real(options.alpha), std::real(options.beta));
    }
  }
  out.bring_home(options.uplo);
}

template <Scalar T>
void check_update(const char* routine, const RankUpdate<T>& u, const RankKOptions<T>& options) {
  const Shape a = op_shape(options.op, u.a.shape()), c = u.c.shape();
  expect(c.rows == c.cols && a.rows == c.rows, routine, ": op(A) is ", a.rows, "x", a.cols,
         " and C is ", c.rows, "x", c.cols, "; they must be n x k and n x n");
  expect(!u.b || u.b->shape() == u.a.shape(), routine, ": A is ", u.a.shape().rows, "x",
         u.a.shape().cols, " and B is ", u.b ? u.b->shape().rows : 0, "x",
         u.b ? u.b->shape().cols : 0, "; they must have one shape");
  expect(options.uplo != Uplo::General, routine, ": uplo must be Lower or Upper");
  const Op mirror = is_hermitian(u.symmetry) ? Op::ConjTrans : Op::Trans;
  expect(!is_complex<T> || options.op == Op::None || options.op == mirror, routine,
         ": op of complex matrices must be none or ", to_string(mirror));
}

// All of C over parts of k if C is small and k long, else the triangle.
template <Scalar T>
void update_on_node(const RankUpdate<T>& u, const RankKOptions<T>& options, int ranks) {
  const bool hermitian = is_hermitian(u.symmetry);
  const Index k = op_shape(options.op, u.a.shape()).cols;
  const node::SlabSource<T> a{.stored = u.a, .op = options.op};
  std::optional<node::SlabSource<T>> b;
  if (u.b) b = node::SlabSource<T>{.stored = *u.b, .op = options.op};
  const T alpha_2 = hermitian ? conjugate(options.alpha) : options.alpha;
  const node::ProductShare share = node::product_share(u.c.shape(), k, ranks);
  if (share.k_parts == 0 || u.b) {
    const int used = static_cast<int>(share.grid.size());
    return node::update_triangle<T>(
        {hermitian, options.alpha, alpha_2, a, b, options.beta, u.c, options.uplo}, used);
  }
  const Op mirror = hermitian ? Op::ConjTrans : Op::Trans;
  DistMatrix<T> whole(u.c.comm(), node::block_layout(u.c.shape(), {1, 1}),
                      {.init = Init::Uninitialized});
  const node::SlabSource<T> turned{.stored = u.a,
                                   .op = is_transposing(options.op) ? Op::None : mirror};
  node::multiply<T>({T(1), a, turned, T(0), whole}, share);
  copy_into(whole, u.c, {.uplo = options.uplo}, {.alpha = options.alpha, .beta = options.beta});
}

// p?trmm or p?trsm.
template <Scalar T>
void call_ptriangular(TriangularAction action, MatrixView<const T> a, MatrixView<T> b,
                      const TriangularOptions<T>& options) {
  check_pblas_sizes<T>(b, {a});
  PblasOutput<T> out(b, "triangular: B", options.how);
  const PblasInput<T> in_a(a, out.layout(), "triangular: A", options.how);
  if (out.placed().is_in_grid) {
    const auto& pa = in_a.placed();
    const auto& pb = out.placed();
    const char side = static_cast<char>(options.side), uplo = static_cast<char>(options.uplo);
    const char trans = static_cast<char>(options.op), diag = static_cast<char>(options.diag);
    const int m = checked_int(b.shape().rows, "rows of B");
    const int n = checked_int(b.shape().cols, "columns of B");
    (action == TriangularAction::Solve ? fortran::ptrsm<T>
                                       : fortran::ptrmm<T>)(&side, &uplo, &trans, &diag, &m, &n,
                                                            &options.alpha, pa.data, &pa.row,
                                                            &pa.col, pa.descriptor.data(), pb.data,
                                                            &pb.row, &pb.col, pb.descriptor.data());
  }
  out.bring_home();
}

}  // namespace

template <Scalar T>
void symmetric_product(Symmetry symmetry, MatrixView<const T> a, MatrixView<const T> b,
                       MatrixView<T> c, const SymmetricProductOptions<T>& options) {
  const mpi::CollectiveCall call(a.comm(), symmetry == Symmetry::Hermitian ? "hemm" : "symm",
                                 mpi::same("A", a), mpi::same("B", b), mpi::same("C", c),
                                 mpi::same("the options", options));
  const char* const routine = is_hermitian(symmetry) ? "hemm" : "symm";
  const Shape sa = a.shape(), sb = b.shape(), sc = c.shape();
  const bool is_left = options.side == Side::Left;
  expect(sa.rows == sa.cols && sb == sc && sa.rows == (is_left ? sc.rows : sc.cols), routine,
         ": A is ", sa.rows, "x", sa.cols, ", B is ", sb.rows, "x", sb.cols, " and C is ", sc.rows,
         "x", sc.cols, "; A must be square and fit B and C from the ", to_string(options.side));
  expect(options.uplo != Uplo::General, routine, ": uplo must be Lower or Upper");
  check_operands<T>(routine, c, {a, b});
  const ProductChoice choice =
      choose_product({routine, Routine::Gemm, sc, sa.rows}, c.comm(), options.how);
  if (sc.empty()) return;
  if (options.alpha == T(0)) return scale_section(c, options.beta);
  if (choice.algorithm == Algorithm::ScaLapack) return call_psymm(symmetry, a, b, c, options);
  const node::SlabSource<T> whole{
      .stored = a,
      .structure = is_hermitian(symmetry) ? node::Structure::Hermitian : node::Structure::Symmetric,
      .uplo = options.uplo};
  const node::SlabSource<T> other{.stored = b};
  run_product<T>(routine,
                 {options.alpha, is_left ? whole : other, is_left ? other : whole, options.beta, c},
                 choice, options.how);
}

template <Scalar T>
void rank_update(const RankUpdate<T>& u, const RankKOptions<T>& options) {
  const bool hermitian = is_hermitian(u.symmetry);
  const char* const routine = u.b ? (hermitian ? "her2k" : "syr2k") : (hermitian ? "herk" : "syrk");
  const mpi::CollectiveCall call(u.a.comm(), routine, mpi::same("A", u.a),
                                 mpi::same("B", u.b ? *u.b : u.a), mpi::same("C", u.c),
                                 mpi::same("the options", options));
  check_update(routine, u, options);
  if (u.b) check_operands<T>(routine, u.c, {u.a, *u.b});
  else check_operands<T>(routine, u.c, {u.a});
  const Index k = op_shape(options.op, u.a.shape()).cols;
  const ProductChoice choice =
      choose_product({routine, Routine::Syrk, u.c.shape(), k}, u.c.comm(), options.how);
  if (u.c.shape().empty()) return;
  if constexpr (is_complex<T>)  // stored imaginary parts are undefined
    if (hermitian && options.beta != T(0)) make_diagonal_real(u.c);
  if (k == 0 || options.alpha == T(0)) scale_section(u.c, options.beta, options.uplo);
  else if (choice.algorithm == Algorithm::ScaLapack) call_prank(u, options);
  else update_on_node(u, options, choice.ranks());
  if constexpr (is_complex<T>)
    if (hermitian) make_diagonal_real(u.c);
}

template <Scalar T>
void triangular(TriangularAction action, MatrixView<const T> a, MatrixView<T> b,
                const TriangularOptions<T>& options) {
  const mpi::CollectiveCall call(a.comm(), action == TriangularAction::Solve ? "trsm" : "trmm",
                                 mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("the options", options));
  const char* const routine = action == TriangularAction::Solve ? "trsm" : "trmm";
  const Shape sa = a.shape(), sb = b.shape();
  expect(sa.rows == sa.cols && sa.rows == (options.side == Side::Left ? sb.rows : sb.cols), routine,
         ": A is ", sa.rows, "x", sa.cols, " and B is ", sb.rows, "x", sb.cols,
         "; A must be square and fit B from the ", to_string(options.side));
  expect(options.uplo != Uplo::General, routine, ": uplo must be Lower or Upper");
  check_operands<T>(routine, b, {a});
  const ProductChoice choice =
      choose_product({routine, Routine::Syrk, sb, sa.rows / 2}, b.comm(), options.how);
  if (sb.empty()) return;
  if (options.alpha == T(0)) return scale_section(b, T(0));
  if (choice.algorithm == Algorithm::ScaLapack) return call_ptriangular(action, a, b, options);
  node::sweep_triangle<T>(
      {action, options.side, options.uplo, options.op, options.diag, options.alpha, a, b},
      choice.ranks());
}

#define ASHLAR_INSTANTIATE(T)                                                         \
  template void symmetric_product(Symmetry, MatrixView<const T>, MatrixView<const T>, \
                                  MatrixView<T>, const SymmetricProductOptions<T>&);  \
  template void rank_update(const RankUpdate<T>&, const RankKOptions<T>&);            \
  template void triangular(TriangularAction, MatrixView<const T>, MatrixView<T>,      \
                           const TriangularOptions<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
