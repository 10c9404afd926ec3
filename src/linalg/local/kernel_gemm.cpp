// SPDX-License-Identifier: BSD-3-Clause
#include "kernel_gemm.hpp"

#include <algorithm>
#include <complex>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>

#include <ashlar/base/scalar.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "openblas.hpp"

namespace ashlar::local {
namespace {

// Real numbers per element.
template <class T>
constexpr Index parts = is_complex<T> ? 2 : 1;

template <class T>
const RealOf<T>* reals(const T* p) {
  return reinterpret_cast<const RealOf<T>*>(p);
}
template <class T>
RealOf<T>* reals(T* p) {
  return reinterpret_cast<RealOf<T>*>(p);
}

// Sizes up to which these kernels are faster than OpenBLAS (docs/decisions/018). Complex products
// compute more per element and gain less.
struct Outer {
  Index few, many, shallow;  // columns; columns with at most `shallow` terms

  bool is_ahead(Index m, Index n, Index k) const {
    constexpr Index fewest_rows = 8;
    return m >= fewest_rows && k <= ashlar::detail::tuning().narrow_terms &&
           (n <= few || (n <= many && k <= shallow));
  }
};
struct Inner {
  Index rows, cols, square;  // one or both small

  bool is_ahead(Index m, Index n) const {
    constexpr Index most_rows = 64;
    return m <= rows || (n <= cols && m <= most_rows) || (m <= square && n <= square);
  }
};
struct Limits {
  Outer outer;
  Inner inner_short, inner_long;  // few terms, many terms
};

template <class T>
constexpr Limits limits() {
  if constexpr (std::is_same_v<T, double>)
    return {.outer = {32, 128, 64}, .inner_short = {16, 8, 16}, .inner_long = {32, 4, 64}};
  else if constexpr (std::is_same_v<T, float>)
    return {.outer = {16, 64, 32}, .inner_short = {4, 4, 8}, .inner_long = {16, 8, 32}};
  else return {.outer = {4, 4, 0}, .inner_short = {0, 4, 4}, .inner_long = {4, 4, 8}};
}

template <class T>
bool is_inner_ahead(Index m, Index n, Index k) {
  constexpr Index fewest = 16, many = 128;
  if (k < many) return k >= fewest && limits<T>().inner_short.is_ahead(m, n);
  return limits<T>().inner_long.is_ahead(m, n);
}

bool is_packed_ahead(Index m, Index n, Index k) {
  constexpr Index fewest = 16;
  return std::min({m, n, k}) >= fewest &&
         static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) >=
             static_cast<double>(ashlar::detail::tuning().packed_work_from);
}

}  // namespace

template <class R>
const ProductKernels<R>* product_kernels() noexcept {
#if defined(__x86_64__)
  static const ProductKernels<R>* const chosen = []() -> const ProductKernels<R>* {
    if (has_wide_kernels()) return &avx512_products<R>();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &avx2_products<R>();
    return nullptr;
  }();
  return chosen;
#else
  return nullptr;
#endif
}

template const ProductKernels<float>* product_kernels() noexcept;
template const ProductKernels<double>* product_kernels() noexcept;

template <class T>
void outer_product(const ProductKernels<RealOf<T>>& kernels, T alpha, const Factor<T>& a,
                   const Factor<T>& b, T beta, Tile<T> c) {
  const Index along = parts<T>, across = b.tile.ld * parts<T>;
  const bool is_turned = is_transposing(b.op);
  const OuterProduct<RealOf<T>> product{.m = c.rows * parts<T>,
                                        .n = c.cols,
                                        .k = a.cols(),
                                        .alpha = {std::real(alpha), std::imag(alpha)},
                                        .beta = {std::real(beta), std::imag(beta)},
                                        .v = reals(a.tile.data),
                                        .ldv = a.tile.ld * parts<T>,
                                        .w = reals(b.tile.data),
                                        .w_row = is_turned ? across : along,
                                        .w_col = is_turned ? along : across,
                                        .conjugates_w = b.op == Op::ConjTrans,
                                        .c = reals(c.data),
                                        .ldc = c.ld * parts<T>};
  (is_complex<T> ? kernels.complex_outer : kernels.outer)(product);
}

template <class T>
void inner_product(const ProductKernels<RealOf<T>>& kernels, T alpha, const Factor<T>& a,
                   const Factor<T>& b, T beta, Tile<T> c) {
  const InnerProduct<RealOf<T>> product{.m = c.rows,
                                        .n = c.cols,
                                        .k = a.cols() * parts<T>,
                                        .alpha = {std::real(alpha), std::imag(alpha)},
                                        .beta = {std::real(beta), std::imag(beta)},
                                        .v = reals(a.tile.data),
                                        .ldv = a.tile.ld * parts<T>,
                                        .c = reals(b.tile.data),
                                        .ldc = b.tile.ld * parts<T>,
                                        .w = reals(c.data),
                                        .ldw = c.ld * parts<T>};
  (is_complex<T> ? kernels.complex_inner : kernels.inner)(product);
}

template <class T>
bool packed_product(const ProductKernels<double>& kernels, T alpha, const Factor<T>& a,
                    const Factor<T>& b, T beta, Tile<T> c) {
  struct alignas(64) Line {
    double numbers[8];
  };
  constexpr auto size = (PackedProduct::most_rows + PackedProduct::most_cols) *
                        PackedProduct::most_terms / std::ssize(Line().numbers);
  thread_local const std::unique_ptr<Line[]> memory(new (std::nothrow) Line[size]);
  if (!memory) return false;
  const auto factor = [](const Factor<T>& x, bool is_left) -> PackedFactor {
    const Index row = parts<T>, col = x.tile.ld * parts<T>;
    const bool is_row_across = is_left != is_transposing(x.op);
    return {reals(x.tile.data), is_row_across ? row : col, is_row_across ? col : row,
            is_complex<T> && x.op == Op::ConjTrans};
  };
  const PackedProduct product{.m = c.rows,
                              .n = c.cols,
                              .k = a.cols(),
                              .alpha = {std::real(alpha), std::imag(alpha)},
                              .beta = {std::real(beta), std::imag(beta)},
                              .a = factor(a, true),
                              .b = factor(b, false),
                              .c = reals(c.data),
                              .ldc = c.ld * parts<T>,
                              .memory = reinterpret_cast<double*>(memory.get())};
  (is_complex<T> ? kernels.complex_packed : kernels.packed)(product);
  return true;
}

template <class T>
bool kernel_gemm(T alpha, const Factor<T>& a, const Factor<T>& b, T beta, Tile<T> c) {
  const auto* const kernels = product_kernels<RealOf<T>>();
  if (!kernels || alpha == T(0) || blas_threads() > 1) return false;
  if (a.op == Op::None && limits<T>().outer.is_ahead(c.rows, c.cols, a.cols())) {
    outer_product(*kernels, alpha, a, b, beta, c);
    return true;
  }
  const bool is_inner = b.op == Op::None &&
                        (a.op == Op::ConjTrans || (!is_complex<T> && a.op == Op::Trans)) &&
                        is_inner_ahead<T>(c.rows, c.cols, a.cols());
  if (is_inner) {
    inner_product(*kernels, alpha, a, b, beta, c);
    return true;
  }
  if constexpr (std::is_same_v<RealOf<T>, double>)
    if (kernels->packed && is_packed_ahead(c.rows, c.cols, a.cols()))
      return packed_product(*kernels, alpha, a, b, beta, c);
  return false;
}

#define ASHLAR_INSTANTIATE(T)                                                        \
  template void outer_product(const ProductKernels<RealOf<T>>&, T, const Factor<T>&, \
                              const Factor<T>&, T, Tile<T>);                         \
  template void inner_product(const ProductKernels<RealOf<T>>&, T, const Factor<T>&, \
                              const Factor<T>&, T, Tile<T>);                         \
  template bool kernel_gemm(T, const Factor<T>&, const Factor<T>&, T, Tile<T>);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

template bool packed_product(const ProductKernels<double>&, double, const Factor<double>&,
                             const Factor<double>&, double, Tile<double>);
template bool packed_product(const ProductKernels<double>&, c128, const Factor<c128>&,
                             const Factor<c128>&, c128, Tile<c128>);

}  // namespace ashlar::local
