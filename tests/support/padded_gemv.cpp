// SPDX-License-Identifier: BSD-3-Clause
// Replaces complex ?gemv in programs built with AddressSanitizer. OpenBLAS 0.3.21 reads one element
// beyond x if op(A) = A (issue 4013). Bytes behind a buffer of malloc are readable, except at the
// end of a mapping; behind a buffer of the sanitizer they are often not, so that ScaLAPACK and
// LAPACK crash in their own workspaces.

#include <complex>
#include <cstddef>
#include <vector>

#include <dlfcn.h>

namespace {

template <class T>
struct GemvCall {
  const char* trans;
  const int *m, *n;
  const T *alpha, *a;
  const int* lda;
  const T* x;
  const int* incx;
  const T* beta;
  T* y;
  const int* incy;
};

template <class T>
using Gemv = void(const char*, const int*, const int*, const T*, const T*, const int*, const T*,
                  const int*, const T*, T*, const int*, std::size_t);

/// Calls the next definition of the routine in the link order, with a copy of x and zeros behind
/// it. Reads exactly the elements of x.
template <class T>
void call_with_padded_x(const char* routine, const GemvCall<T>& call) {
  static auto* const next = reinterpret_cast<Gemv<T>*>(dlsym(RTLD_NEXT, routine));
  constexpr int padding = 8;
  const bool is_plain = *call.trans == 'N' || *call.trans == 'n';
  const int count = is_plain ? *call.n : *call.m;
  std::vector<T> x(static_cast<std::size_t>((count > 0 ? count : 0) + padding));
  const std::ptrdiff_t step = *call.incx, begin = step < 0 ? (1 - count) * step : 0;
  for (int k = 0; k<count&& * call.m> 0 && *call.n > 0; ++k)
    x[static_cast<std::size_t>(k)] = call.x[begin + k * step];
  const int one = 1;
  next(call.trans, call.m, call.n, call.alpha, call.a, call.lda, x.data(), &one, call.beta, call.y,
       call.incy, 1);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of Fortran routines
extern "C" {
void cgemv_(const char* trans, const int* m, const int* n, const std::complex<float>* alpha,
            const std::complex<float>* a, const int* lda, const std::complex<float>* x,
            const int* incx, const std::complex<float>* beta, std::complex<float>* y,
            const int* incy, std::size_t /*trans_length*/) {
  call_with_padded_x<std::complex<float>>("cgemv_",
                                          {trans, m, n, alpha, a, lda, x, incx, beta, y, incy});
}
void zgemv_(const char* trans, const int* m, const int* n, const std::complex<double>* alpha,
            const std::complex<double>* a, const int* lda, const std::complex<double>* x,
            const int* incx, const std::complex<double>* beta, std::complex<double>* y,
            const int* incy, std::size_t /*trans_length*/) {
  call_with_padded_x<std::complex<double>>("zgemv_",
                                           {trans, m, n, alpha, a, lda, x, incx, beta, y, incy});
}
}
// NOLINTEND(readability-identifier-naming)
