// SPDX-License-Identifier: BSD-3-Clause
#include "lapack.hpp"

#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/expect.hpp>

#include "linalg/fortran/lapack.hpp"

namespace ashlar::local {
namespace {

// Below, column by column is faster than LAPACK's recursion.
constexpr Index fewest_rows_to_recurse = 80;

struct Sizes {
  int m, n, ld;
};

template <class T>
Sizes sizes_of(const Tile<T>& a) {
  return {checked_int(a.rows, "rows"), checked_int(a.cols, "columns"),
          checked_int(a.ld, "leading dimension")};
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

template <class T>
void geqrt(Tile<T> a, Tile<T> t) {
  if (a.empty()) return;
  const Sizes s = sizes_of(a);
  const int ldt = sizes_of(t).ld;
  int info = 0;
  if (a.rows > fewest_rows_to_recurse) {
    fortran::geqrt<T>(&s.m, &s.n, a.data, &s.ld, t.data, &ldt, &info);
    checked_info(info, "?geqrt3");
    return;
  }
  std::vector<T> taus(static_cast<std::size_t>(s.n)), work(static_cast<std::size_t>(s.n));
  fortran::geqr2<T>(&s.m, &s.n, a.data, &s.ld, taus.data(), work.data(), &info);
  checked_info(info, "?geqr2");
  const char forward = 'F', columns = 'C';
  fortran::larft<T>(&forward, &columns, &s.m, &s.n, a.data, &s.ld, taus.data(), t.data, &ldt, 1, 1);
}

#define ASHLAR_INSTANTIATE(T)                          \
  template int getrf(Tile<T>, int*);                   \
  template void swap_rows(Tile<T>, const int*, Index); \
  template int potrf_lower(Tile<T>);                   \
  template void geqrt(Tile<T>, Tile<T>);
ASHLAR_INSTANTIATE(float)
ASHLAR_INSTANTIATE(double)
ASHLAR_INSTANTIATE(c64)
ASHLAR_INSTANTIATE(c128)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::local
