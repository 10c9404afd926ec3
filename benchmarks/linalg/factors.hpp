// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/factor_case.hpp"

// Factorisations for FactorCase: elements of A, the call of each library, and the product of the
// factors with a vector y, which must be A y.

namespace ashlar::bench {

/// P A = L U; the product of the factors is A y after the inverse row exchanges.
template <Scalar T>
struct Lu {
  static constexpr Routine family = Routine::Lu;
  using Ours = LuFactor<T>;
  using Work = std::vector<int>;  // IPIV of this rank

  static auto element(Index) { return Uniform<T>(7, -0.5, 0.5); }
  static Vector<T> expected(const DistMatrix<T>& a, const Vector<T>& y) { return times(a, y); }

  static Ours ours(DistMatrix<T>&& a, Algorithm algorithm) {
    return lu_factor(std::move(a), {.algorithm = algorithm});
  }
  static void make_work(const ScalapackMatrix<T>& a, Work& pivots) { make_work(a.matrix, pivots); }
  static void make_work(const DistMatrix<T>& a, Work& pivots) {
    pivots.resize(static_cast<std::size_t>(a.local_rows() + a.layout().rows().block));
  }
  static void scalapack(ScalapackMatrix<T>& a, Work& pivots) {
    const int n = a.order(), i = 1;
    int info = 0;
    foreign::pgetrf<T>(&n, &n, a.data(), &i, &i, a.desc(), pivots.data(), &info);
    check_info(info, "p?getrf");
  }
  static void local(DistMatrix<T>& a, Work& pivots) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    int info = 0;
    foreign::getrf<T>(&n, &n, a.local().data, &ld, pivots.data(), &info);
    check_info(info, "?getrf");
  }

  static Vector<T> applied(const Ours& factor, const Vector<T>& y) {
    return applied(factor.factors(), factor.pivots(), y);
  }
  static Vector<T> applied(const DistMatrix<T>& factors, const Work& pivots, const Vector<T>& y) {
    Vector<T> x =
        times(factors, times(factors, y, Op::None, Part::Upper), Op::None, Part::UnitLower);
    const std::vector<int> exchanged = whole_pivots(factors, pivots);
    for (std::size_t i = x.size(); i-- > 0;)
      std::swap(x[i], x[static_cast<std::size_t>(exchanged[i] - 1)]);
    return x;
  }

 private:
  /// Exchanged row of each row, 1-based. @collective
  static std::vector<int> whole_pivots(const DistMatrix<T>& factors, const Work& pivots) {
    std::vector<int> whole(static_cast<std::size_t>(factors.rows()));
    if (factors.coord())
      for (Index il = 0; il < factors.local_rows(); ++il)
        whole[static_cast<std::size_t>(factors.global_row(il))] =
            pivots[static_cast<std::size_t>(il)];
    mpi::check(MPI_Allreduce(MPI_IN_PLACE, whole.data(), static_cast<int>(whole.size()), MPI_INT,
                             MPI_MAX, factors.comm().native()),
               "MPI_Allreduce");
    return whole;
  }
};

/// A = L L^H.
template <Scalar T>
struct Cholesky {
  static constexpr Routine family = Routine::Cholesky;
  using Ours = CholeskyFactor<T>;
  struct Work {};

  static auto element(Index n) { return PositiveDefinite<T>(7, n); }
  static Vector<T> expected(const DistMatrix<T>& a, const Vector<T>& y) { return times(a, y); }

  static Ours ours(DistMatrix<T>&& a, Algorithm algorithm) {
    return cholesky_factor(std::move(a), Uplo::Lower, {.algorithm = algorithm});
  }
  template <class Matrix>
  static void make_work(const Matrix&, Work&) {}
  static void scalapack(ScalapackMatrix<T>& a, Work&) {
    const int n = a.order(), i = 1;
    int info = 0;
    foreign::ppotrf<T>("L", &n, a.data(), &i, &i, a.desc(), &info, 1);
    check_info(info, "p?potrf");
  }
  static void local(DistMatrix<T>& a, Work&) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    int info = 0;
    foreign::potrf<T>("L", &n, a.local().data, &ld, &info, 1);
    check_info(info, "?potrf");
  }

  static Vector<T> applied(const Ours& factor, const Vector<T>& y) {
    return applied(factor.factor(), {}, y);
  }
  static Vector<T> applied(const DistMatrix<T>& l, const Work&, const Vector<T>& y) {
    return times(l, times(l, y, Op::ConjTrans, Part::Lower), Op::None, Part::Lower);
  }
};

}  // namespace ashlar::bench
