// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/symmetric_products.hpp>
#include <ashlar/matrix/generate.hpp>

#include "linalg/foreign/blas.hpp"
#include "linalg/foreign/pblas.hpp"
#include "linalg/product_case.hpp"

// Routines of BLAS-3 for ProductCase: elements of A, the call of each library, and the expected C
// y.

namespace ashlar::bench {

/// C := A B.
template <Scalar T>
struct Gemm {
  static constexpr Routine family = Routine::Gemm;
  static constexpr bool is_in_place = false;

  static auto element_of_a(Index) { return Uniform<T>(7, -0.5, 0.5); }
  static void ours(const DistMatrix<T>& a, const DistMatrix<T>& b, DistMatrix<T>& c,
                   Algorithm algorithm) {
    gemm(a, b, c, {.how = {.algorithm = algorithm}});
  }
  static void scalapack(ScalapackMatrix<T>& a, ScalapackMatrix<T>& b, ScalapackMatrix<T>& c) {
    const int n = a.order(), i = 1;
    const T alpha = 1, beta = 0;
    foreign::pgemm<T>("N", "N", &n, &n, &n, &alpha, a.data(), &i, &i, a.desc(), b.data(), &i, &i,
                      b.desc(), &beta, c.data(), &i, &i, c.desc());
  }
  static void local(DistMatrix<T>& a, DistMatrix<T>& b, DistMatrix<T>& c) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    const T alpha = 1, beta = 0;
    foreign::gemm<T>("N", "N", &n, &n, &n, &alpha, a.local().data, &ld, b.local().data, &ld, &beta,
                     c.local().data, &ld, 1, 1);
  }
  static Vector<T> expected(const DistMatrix<T>& a, const DistMatrix<T>& b, const Vector<T>& y) {
    return times(a, times(b, y));
  }
  static Vector<T> applied(const DistMatrix<T>&, const DistMatrix<T>& c, const Vector<T>& y) {
    return times(c, y);
  }
};

/// C := A B with a symmetric A, of which the lower triangle is read.
template <Scalar T>
struct Symm : Gemm<T> {
  static void ours(const DistMatrix<T>& a, const DistMatrix<T>& b, DistMatrix<T>& c,
                   Algorithm algorithm) {
    symm(a, b, c, {.how = {.algorithm = algorithm}});
  }
  static void scalapack(ScalapackMatrix<T>& a, ScalapackMatrix<T>& b, ScalapackMatrix<T>& c) {
    const int n = a.order(), i = 1;
    const T alpha = 1, beta = 0;
    foreign::psymm<T>("L", "L", &n, &n, &alpha, a.data(), &i, &i, a.desc(), b.data(), &i, &i,
                      b.desc(), &beta, c.data(), &i, &i, c.desc());
  }
  static void local(DistMatrix<T>& a, DistMatrix<T>& b, DistMatrix<T>& c) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    const T alpha = 1, beta = 0;
    foreign::symm<T>("L", "L", &n, &n, &alpha, a.local().data, &ld, b.local().data, &ld, &beta,
                     c.local().data, &ld, 1, 1);
  }
  static Vector<T> expected(const DistMatrix<T>& a, const DistMatrix<T>& b, const Vector<T>& y) {
    return times(a, times(b, y), Op::None, Part::Symmetric);
  }
};

/// The lower triangle of C := A A^T.
template <Scalar T>
struct Syrk : Gemm<T> {
  static constexpr Routine family = Routine::Syrk;

  static void ours(const DistMatrix<T>& a, const DistMatrix<T>&, DistMatrix<T>& c,
                   Algorithm algorithm) {
    syrk(a, c, {.how = {.algorithm = algorithm}});
  }
  static void scalapack(ScalapackMatrix<T>& a, ScalapackMatrix<T>&, ScalapackMatrix<T>& c) {
    const int n = a.order(), i = 1;
    const T alpha = 1, beta = 0;
    foreign::psyrk<T>("L", "N", &n, &n, &alpha, a.data(), &i, &i, a.desc(), &beta, c.data(), &i, &i,
                      c.desc());
  }
  static void local(DistMatrix<T>& a, DistMatrix<T>&, DistMatrix<T>& c) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    const T alpha = 1, beta = 0;
    foreign::syrk<T>("L", "N", &n, &n, &alpha, a.local().data, &ld, &beta, c.local().data, &ld, 1,
                     1);
  }
  static Vector<T> expected(const DistMatrix<T>& a, const DistMatrix<T>&, const Vector<T>& y) {
    return times(a, times(a, y, Op::Trans));
  }
  static Vector<T> applied(const DistMatrix<T>&, const DistMatrix<T>& c, const Vector<T>& y) {
    return times(c, y, Op::None, Part::Symmetric);
  }
};

/// B := A B with a lower triangular A.
template <Scalar T>
struct Trmm : Gemm<T> {
  static constexpr Routine family = Routine::Syrk;
  static constexpr bool is_in_place = true;

  static auto element_of_a(Index n) { return DiagonallyDominant<T>(7, n); }
  static void ours(const DistMatrix<T>& a, const DistMatrix<T>&, DistMatrix<T>& b,
                   Algorithm algorithm) {
    trmm(a, b, {.how = {.algorithm = algorithm}});
  }
  static void scalapack(ScalapackMatrix<T>& a, ScalapackMatrix<T>&, ScalapackMatrix<T>& b) {
    call(foreign::ptrmm<T>, a, b);
  }
  static void local(DistMatrix<T>& a, DistMatrix<T>&, DistMatrix<T>& b) {
    call(foreign::trmm<T>, a, b);
  }
  static Vector<T> expected(const DistMatrix<T>& a, const DistMatrix<T>& b, const Vector<T>& y) {
    return times(a, times(b, y), Op::None, Part::Lower);
  }

 protected:
  static void call(foreign::Ptriangular<T>* routine, ScalapackMatrix<T>& a, ScalapackMatrix<T>& b) {
    const int n = a.order(), i = 1;
    const T alpha = 1;
    routine("L", "L", "N", "N", &n, &n, &alpha, a.data(), &i, &i, a.desc(), b.data(), &i, &i,
            b.desc());
  }
  static void call(foreign::Triangular<T>* routine, DistMatrix<T>& a, DistMatrix<T>& b) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    const T alpha = 1;
    routine("L", "L", "N", "N", &n, &n, &alpha, a.local().data, &ld, b.local().data, &ld, 1, 1, 1,
            1);
  }
};

/// A X = B with a lower triangular A; X replaces B.
template <Scalar T>
struct Trsm : Trmm<T> {
  static void ours(const DistMatrix<T>& a, const DistMatrix<T>&, DistMatrix<T>& b,
                   Algorithm algorithm) {
    trsm(a, b, {.how = {.algorithm = algorithm}});
  }
  static void scalapack(ScalapackMatrix<T>& a, ScalapackMatrix<T>&, ScalapackMatrix<T>& b) {
    Trmm<T>::call(foreign::ptrsm<T>, a, b);
  }
  static void local(DistMatrix<T>& a, DistMatrix<T>&, DistMatrix<T>& b) {
    Trmm<T>::call(foreign::trsm<T>, a, b);
  }
  static Vector<T> expected(const DistMatrix<T>&, const DistMatrix<T>& b, const Vector<T>& y) {
    return times(b, y);
  }
  static Vector<T> applied(const DistMatrix<T>& a, const DistMatrix<T>& x, const Vector<T>& y) {
    return times(a, times(x, y), Op::None, Part::Lower);
  }
};

}  // namespace ashlar::bench
