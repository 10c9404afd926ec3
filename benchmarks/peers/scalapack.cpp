// SPDX-License-Identifier: BSD-3-Clause
#include <complex>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/linalg/wrap.hpp>

#include "peers/peers.hpp"

namespace ashlar::bench {
namespace {

// REDIST and PBLAS are written in C: no hidden lengths follow.
template <class T>
using Gemr2d = void(const int* m, const int* n, const T* a, const int* ia, const int* ja,
                    const int* desca, T* b, const int* ib, const int* jb, const int* descb,
                    const int* ictxt);
template <class T>
using Trmr2d = void(const char* uplo, const char* diag, const int* m, const int* n, const T* a,
                    const int* ia, const int* ja, const int* desca, T* b, const int* ib,
                    const int* jb, const int* descb, const int* ictxt);
template <class T>
using Tran = void(const int* m, const int* n, const T* alpha, const T* a, const int* ia,
                  const int* ja, const int* desca, const T* beta, T* c, const int* ic,
                  const int* jc, const int* descc);
template <class T>
using Geadd = void(const char* trans, const int* m, const int* n, const T* alpha, const T* a,
                   const int* ia, const int* ja, const int* desca, const T* beta, T* c,
                   const int* ic, const int* jc, const int* descc);

// NOLINTBEGIN(readability-identifier-naming): the names are theirs
extern "C" {
Gemr2d<float> psgemr2d_;
Gemr2d<double> pdgemr2d_;
Gemr2d<c128> pzgemr2d_;
Trmr2d<float> pstrmr2d_;
Trmr2d<double> pdtrmr2d_;
Trmr2d<c128> pztrmr2d_;
Tran<float> pstran_;
Tran<double> pdtran_;
Tran<c128> pztranu_;
Tran<c128> pztranc_;
Geadd<float> psgeadd_;
Geadd<double> pdgeadd_;
Geadd<c128> pzgeadd_;
}
// NOLINTEND(readability-identifier-naming)

template <class T>
struct Routines;
template <>
struct Routines<float> {
  static constexpr auto gemr2d = psgemr2d_;
  static constexpr auto trmr2d = pstrmr2d_;
  static constexpr auto tran = pstran_, conj_tran = pstran_;
  static constexpr auto geadd = psgeadd_;
};
template <>
struct Routines<double> {
  static constexpr auto gemr2d = pdgemr2d_;
  static constexpr auto trmr2d = pdtrmr2d_;
  static constexpr auto tran = pdtran_, conj_tran = pdtran_;
  static constexpr auto geadd = pdgeadd_;
};
template <>
struct Routines<c128> {
  static constexpr auto gemr2d = pzgemr2d_;
  static constexpr auto trmr2d = pztrmr2d_;
  static constexpr auto tran = pztranu_, conj_tran = pztranc_;
  static constexpr auto geadd = pzgeadd_;
};

/// Arguments of a call of ScaLAPACK.
template <class T>
struct Call {
  int m, n;
  const T* a;
  T* c;
  std::array<int, 9> desca, descc;
  int ia, ja, ic, jc;  // first row and column of the sections, 1-based
  int context_of_all;

  explicit Call(Operands<T>& operands)
      : m(checked_int(operands.what.target_part().shape().rows, "rows")),
        n(checked_int(operands.what.target_part().shape().cols, "columns")),
        a(operands.user_source.matrix.local().data),
        c(operands.user_target.matrix.local().data),
        desca(descriptor(operands.user_source.matrix).to_array()),
        descc(descriptor(operands.user_target.matrix).to_array()),
        ia(first(operands.what.source_part().rows)),
        ja(first(operands.what.source_part().cols)),
        ic(first(operands.what.target_part().rows)),
        jc(first(operands.what.target_part().cols)),
        context_of_all(blacs_context(operands.comm, RankMap({1, operands.comm.size()}))) {}

  void gemr2d() {
    Routines<T>::gemr2d(&m, &n, a, &ia, &ja, desca.data(), c, &ic, &jc, descc.data(),
                        &context_of_all);
  }
  void trmr2d(Uplo uplo) {
    const char part = static_cast<char>(uplo), diag = 'N';
    Routines<T>::trmr2d(&part, &diag, &m, &n, a, &ia, &ja, desca.data(), c, &ic, &jc, descc.data(),
                        &context_of_all);
  }
  void tran(Op op) {
    const T alpha = 1, beta = 0;
    const auto routine = op == Op::ConjTrans ? Routines<T>::conj_tran : Routines<T>::tran;
    routine(&m, &n, &alpha, a, &ia, &ja, desca.data(), &beta, c, &ic, &jc, descc.data());
  }
  void geadd(Op op) {
    const T alpha = 1, beta = 0;
    const char trans = static_cast<char>(op);
    Routines<T>::geadd(&trans, &m, &n, &alpha, a, &ia, &ja, desca.data(), &beta, c, &ic, &jc,
                       descc.data());
  }

 private:
  static int first(Range range) { return checked_int(range.first + 1, "the first row or column"); }
};

}  // namespace

template <class T>
void add_scalapack(MethodList& list, Operands<T>& operands) {
  const auto add = [&](const char* name, std::function<void()> run) {
    if (list.is_wanted(name))
      list.methods.push_back(
          {name, std::move(run), [&operands] { spoil(operands.user_target.matrix); },
           [&operands] { return is_right(operands.user_target.matrix, operands.what); }});
  };
  const auto call = std::make_shared<Call<T>>(operands);
  const Uplo uplo = operands.what.uplo;
  const Op op = operands.what.op;
  const Shape shape = operands.what.target_part().shape();
  if (is_transposing(op)) {
    if (operands.what.source.grid() != operands.what.target.grid()) {
      list.notes.push_back("scalapack is left out: p?tran requires one grid for both matrices");
      return;
    }
    add("scalapack", [call, op] { call->tran(op); });
    add("scalapack-geadd", [call, op] { call->geadd(op); });
  } else if (uplo != Uplo::General) {
    if (shape.rows != shape.cols) {
      list.notes.push_back("scalapack is left out: the trapezoids of p?trmr2d are others");
      return;
    }
    add("scalapack", [call, uplo] { call->trmr2d(uplo); });
  } else {
    add("scalapack", [call] { call->gemr2d(); });
  }
}

template void add_scalapack(MethodList&, Operands<float>&);
template void add_scalapack(MethodList&, Operands<double>&);
template void add_scalapack(MethodList&, Operands<c128>&);

}  // namespace ashlar::bench
