// SPDX-License-Identifier: BSD-3-Clause
#include "lapack.hpp"

#include <utility>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "linalg/fortran/lapack.hpp"
#include "openblas.hpp"

namespace ashlar::local {
namespace {

struct Sizes {
  int m, n, ld;
};

template <class T>
Sizes sizes_of(const Tile<T>& a) {
  return {checked_int(a.rows, "rows"), checked_int(a.cols, "columns"),
          checked_int(a.ld, "leading dimension")};
}

// Prefetches into the second-level cache, which has more outstanding loads than the first.
template <class T>
void prefetch(const T* column, const int* pivots, Index count) {
  constexpr int for_reading = 0, second_level = 2;
  constexpr Index in_line = 64 / static_cast<Index>(sizeof(T));
  for (Index i = 0; i < count; i += in_line)
    __builtin_prefetch(column + i, for_reading, second_level);
  for (Index i = 0; i < count; ++i)
    __builtin_prefetch(column + pivots[i] - 1, for_reading, second_level);
}

template <class T>
void swap_rows_alone(Tile<T> a, const int* pivots, Index count) {
  const Index columns_ahead = ashlar::detail::tuning().swap_columns_ahead;
  for (Index j = 0; j < a.cols; ++j) {
    if (j + columns_ahead < a.cols) prefetch(a.at(0, j + columns_ahead), pivots, count);
    T* const column = a.at(0, j);
    for (Index i = 0; i < count; ++i) std::swap(column[i], column[pivots[i] - 1]);
  }
}

int checked_info(int info, const char* routine) {
  expect(info >= 0, routine, " refused its argument ", -info,
         "; this is a fault of ashlar, please report it");
  return info;
}

}  // namespace

template <class T>
int getrf(Tile<T> a, int* pivots) {
  if (a.empty()) return 0;
  const Sizes s = sizes_of(a);
  int info = 0;
  fortran::getrf<T>(&s.m, &s.n, a.data, &s.ld, pivots, &info);
  return checked_info(info, "?getrf");
}

template <class T>
void swap_rows(Tile<T> a, const int* pivots, Index count) {
  if (a.empty() || count == 0) return;
  // ?laswp stalls on every cache miss; several threads stall at once.
  if (blas_threads() < ashlar::detail::tuning().laswp_threads)
    return swap_rows_alone(a, pivots, count);
  const Sizes s = sizes_of(a);
  const int first = 1, last = static_cast<int>(count), step = 1;
  fortran::laswp<T>(&s.n, a.data, &s.ld, &first, &last, pivots, &step);
}

template <class T>
int potrf_lower(Tile<T> a) {
  if (a.empty()) return 0;
  const Sizes s = sizes_of(a);
  const char lower = 'L';
  int info = 0;
  fortran::potrf<T>(&lower, &s.n, a.data, &s.ld, &info, 1);
  return checked_info(info, "?potrf");
}

#define ASHLAR_INSTANTIATE(T)                          \
  template int getrf(Tile<T>, int*);                   \
  template void swap_rows(Tile<T>, const int*, Index); \
  template int potrf_lower(Tile<T>);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::local
