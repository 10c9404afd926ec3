// SPDX-License-Identifier: BSD-3-Clause
// Products for AVX-512: 32 registers of eight doubles.
#include <immintrin.h>

#include "move/kernels/transposed_registers.hpp"
#include "product_kernels.hpp"

namespace ashlar::local {
namespace {

constexpr int vector_bytes = 64;
struct Outer {
  static constexpr int vectors = 3, cols = 8;
};
struct Inner {
  static constexpr int rows = 4, cols = 6;
};

inline __m512d swapped(__m512d v) { return _mm512_permute_pd(v, 0b01010101); }
inline __m512 swapped(__m512 v) { return _mm512_permute_ps(v, 0b10110001); }

#include "product_bodies.inc"

constexpr int lanes = 8;
// Numbers of a term in a strip of A and of B.
constexpr int strip_rows = Outer::vectors * lanes, strip_cols = Outer::cols;

// to[i * step] := the transposed square with rows from[i * across].
inline void transpose_square(const double* from, Index across, double* to, Index step) {
  __m512i columns[lanes];
  ashlar::detail::transpose_octets([&](int i) { return _mm512_loadu_si512(from + i * across); },
                                   columns);
#pragma GCC unroll 8
  for (int i = 0; i < lanes; ++i) _mm512_storeu_si512(to + i * step, columns[i]);
}

// Copies `count` rows of A, or columns of B, from `first` on, and terms [from, from + terms), so
// that the numbers of a term are contiguous; zeros follow up to `width` numbers.
template <bool is_complex, int width>
void pack(const PackedFactor& x, Index first, Index count, Index from, Index terms,
          double* __restrict to) {
  constexpr int parts = is_complex ? 2 : 1, most = width / parts;
  const Index across = x.across;
  const double* __restrict at = x.data + first * across + from * x.along;
  const bool is_plain = count == most && !x.conjugates;
  Index term = 0;
  if (!is_complex && is_plain && x.along == 1)
    for (; term + lanes <= terms; term += lanes, at += lanes, to += lanes * width)
      for (int i = 0; i < width; i += lanes)
        transpose_square(at + i * across, across, to + i, width);
  const double sign = x.conjugates ? -1 : 1;
  for (; term < terms; ++term, at += x.along, to += width) {
    if (is_plain && across == parts)
      for (int i = 0; i < width; ++i) to[i] = at[i];
    else if (is_plain)
      for (int i = 0; i < most; ++i)
        for (int part = 0; part < parts; ++part) to[i * parts + part] = at[i * across + part];
    else
      for (int i = 0; i < most; ++i)
        for (int part = 0; part < parts; ++part)
          to[i * parts + part] = i < count ? (part == 0 ? 1 : sign) * at[i * across + part] : 0;
  }
}

// `rows` numbers of `cols` columns of C, from a strip of each factor.
template <bool is_complex, int vectors>
void multiply_strips(const PackedProduct& p, const double* a, const double* b, Index terms,
                     const double* beta, double* c, Index rows, Index cols) {
  constexpr int parts = is_complex ? 2 : 1, most = strip_cols / parts, height = vectors * lanes;
  OuterProduct<double> tile{.m = height,
                            .n = most,
                            .k = terms,
                            .alpha = {p.alpha[0], p.alpha[1]},
                            .beta = {beta[0], beta[1]},
                            .v = a,
                            .ldv = height,
                            .w = b,
                            .w_row = strip_cols,
                            .w_col = parts,
                            .conjugates_w = false,
                            .c = c,
                            .ldc = p.ldc};
  if (rows == height && cols == most) {
    const double* column = c;
    for (int j = 0; j < most; ++j, column += p.ldc) {
      asm("" : "+r"(column));  // GCC would keep the addresses in vector registers
      for (int i = 0; i < height; i += lanes) __builtin_prefetch(column + i, 1);
    }
    return outer_block<double, is_complex, vector_bytes, vectors, most>(tile, 0, 0);
  }
  double part[height * most] = {};
  if (!is_zero(beta))
    for (Index j = 0; j < cols; ++j)
      for (Index i = 0; i < rows; ++i) part[i + j * height] = c[i + j * p.ldc];
  tile.c = part;
  tile.ldc = height;
  outer_block<double, is_complex, vector_bytes, vectors, most>(tile, 0, 0);
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) c[i + j * p.ldc] = part[i + j * height];
}

// Calls f.operator()<vectors>(first, rows) for the strips of rows [first, last).
template <class F>
[[gnu::always_inline]] inline void for_strips(Index first, Index last, F&& f) {
  for (Index i = first; i < last; i += strip_rows) {
    const Index rows = last - i < strip_rows ? last - i : strip_rows;
    if (rows > 2 * lanes) f.template operator()<3>(i, rows);
    else if (rows > lanes) f.template operator()<2>(i, rows);
    else f.template operator()<1>(i, rows);
  }
}

// Size of equal parts of `total`, at most `most`, in multiples of `unit`.
inline Index even_size(Index total, Index most, Index unit) {
  const Index parts = total > most ? (total + most - 1) / most : 1;
  return ((total + parts - 1) / parts + unit - 1) / unit * unit;
}

inline Index smaller(Index a, Index b) { return a < b ? a : b; }

template <bool is_complex>
void packed(const PackedProduct& p) {
  constexpr int parts = is_complex ? 2 : 1;
  constexpr Index cols = strip_cols / parts;
  const Index m = p.m * parts;
  const Index block_rows = even_size(m, PackedProduct::most_rows, strip_rows),
              block_cols = even_size(p.n, PackedProduct::most_cols / parts, cols),
              block_terms = even_size(p.k, PackedProduct::most_terms, 1);
  double* const a = p.memory;
  double* const b = a + block_rows * block_terms;
  const double one[2] = {1, 0};
  for (Index first_col = 0; first_col < p.n; first_col += block_cols) {
    const Index last_col = smaller(p.n, first_col + block_cols);
    Index from = 0;
    do {  // at least once, since beta scales C without terms, too
      const Index terms = smaller(block_terms, p.k - from);
      const double* const beta = from == 0 ? p.beta : one;
      for (Index j = first_col; j < last_col; j += cols)
        pack<is_complex, strip_cols>(p.b, j, smaller(cols, last_col - j), from, terms,
                                     b + (j - first_col) * parts * terms);
      for (Index row = 0; row < m; row += block_rows) {
        const Index last_row = smaller(m, row + block_rows);
        for_strips(row, last_row, [&]<int vectors>(Index i, Index rows) {
          pack<is_complex, vectors * lanes>(p.a, i / parts, rows / parts, from, terms,
                                            a + (i - row) * terms);
        });
        for (Index j = first_col; j < last_col; j += cols)
          for_strips(row, last_row, [&]<int vectors>(Index i, Index rows) {
            multiply_strips<is_complex, vectors>(
                p, a + (i - row) * terms, b + (j - first_col) * parts * terms, terms, beta,
                p.c + i + j * p.ldc, rows, smaller(cols, last_col - j));
          });
      }
      from += block_terms;
    } while (from < p.k);
  }
}

template <>
constexpr ProductKernels<double> kernels<double>{outer<double, false>, outer<double, true>,
                                                 inner<double, false>, inner<double, true>,
                                                 packed<false>,        packed<true>};

}  // namespace

template <class R>
const ProductKernels<R>& avx512_products() noexcept {
  return kernels<R>;
}

template const ProductKernels<float>& avx512_products() noexcept;
template const ProductKernels<double>& avx512_products() noexcept;

}  // namespace ashlar::local
