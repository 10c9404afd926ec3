// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/qr.hpp>

#include "linalg/factor_case.hpp"
#include "linalg/reflectors.hpp"
#include "linalg/workspace.hpp"

namespace ashlar::bench {

/// A = Q R for FactorCase.
template <Scalar T>
struct Qr {
  static constexpr Routine family = Routine::Qr;
  using Ours = QrFactor<T>;
  struct Work {
    std::vector<T> tau;  // of this rank's columns
    Workspace<T> space;
  };

  static auto element(Index) { return Uniform<T>(7, -0.5, 0.5); }
  static Vector<T> expected(const DistMatrix<T>& a, const Vector<T>& y) { return times(a, y); }

  static Ours ours(DistMatrix<T>&& a, Algorithm algorithm) {
    return qr_factor(std::move(a), {.algorithm = algorithm});
  }
  static void make_work(ScalapackMatrix<T>& a, Work& work) {
    work.tau.resize(
        static_cast<std::size_t>(a.matrix.local_cols() + a.matrix.layout().block().cols));
    scalapack(a, work);
    work.space.allocate();
  }
  static void make_work(DistMatrix<T>& a, Work& work) {
    work.tau.resize(static_cast<std::size_t>(a.cols()));
    if (a.comm().rank() != 0) return;
    local(a, work);
    work.space.allocate();
  }
  static void scalapack(ScalapackMatrix<T>& a, Work& work) {
    const int n = a.order(), i = 1;
    int info = 0;
    foreign::pgeqrf<T>(&n, &n, a.data(), &i, &i, a.desc(), work.tau.data(), work.space.work.data(),
                       &work.space.work_length, &info);
    check_info(info, "p?geqrf");
  }
  static void local(DistMatrix<T>& a, Work& work) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    int info = 0;
    foreign::geqrf<T>(&n, &n, a.local().data, &ld, work.tau.data(), work.space.work.data(),
                      &work.space.work_length, &info);
    check_info(info, "?geqrf");
  }

  static Vector<T> applied(const Ours& factor, const Vector<T>& y) {
    return applied(factor.factors(), factor.taus(), y);
  }
  static Vector<T> applied(const DistMatrix<T>& factors, const Work& work, const Vector<T>& y) {
    return applied(factors, work.tau, y);
  }

 private:
  static Vector<T> applied(const DistMatrix<T>& factors, const std::vector<T>& tau,
                           const Vector<T>& y) {
    return apply_reflectors(factors, whole_tau(factors, tau),
                            times(factors, y, Op::None, Part::Upper));
  }
};

}  // namespace ashlar::bench
