// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/statistics.hpp>

#include <functional>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "found_statistics.hpp"
#include "matrix/same_operand.hpp"

namespace ashlar::detail {
namespace {

/// The element with the best key, in a separate pass. @collective
template <Element T, class IsBetter>
std::optional<ElementAt<T>> extreme_of(const MatrixView<const T>& a, look::KeyOf<T> weakest,
                                       IsBetter is_better, MPI_Op op) {
  look::Extreme<T> mine{weakest};
  look::for_each_own(a, [&](const T& x, Index i, Index j) {
    if (is_nan(x)) return;
    const look::KeyOf<T> key = look::key_of(x);
    mine.add(x, key, is_better(key, mine.key), i * a.cols() + j);
  });
  return look::extreme_of_all(mpi::Context::of(a.comm()).comm(), mine, op, a.cols());
}

template <Element T>
void add_symmetry(Statistics<T>& result, const MatrixView<const T>& a) {
  const Layout layout = a.layout().with_shape(a.shape());
  const bool is_whole = a.section() == Section::all(a.layout().shape());
  const DistMatrix<T> image = ashlar::copy(a, layout, {.op = Op::Trans});
  const DistMatrix<T> moved = is_whole ? DistMatrix<T>() : redistribute(a, layout);
  look::Mirror<T> mirror;
  mirror.add(is_whole ? a.local() : moved.local(), image.local());
  mirror.put_into(result, mpi::Context::of(a.comm()).comm());
}

template <Element T>
void add_norms(Statistics<T>& result, const MatrixView<const T>& a) {
  const auto add = [&](const auto& values) {
    result.max_norm = ashlar::norm(values, Norm::Max);
    result.one_norm = ashlar::norm(values, Norm::One);
    result.inf_norm = ashlar::norm(values, Norm::Inf);
    result.frobenius_norm = ashlar::norm(values, Norm::Frobenius);
  };
  if constexpr (Scalar<T>) add(a);
  else add(redistribute<double>(a, a.layout().with_shape(a.shape())));
}

}  // namespace

template <Element T>
Statistics<T> statistics(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "statistics", mpi::same("A", a));
  look::Found<T> mine;
  look::for_each_own(a, [&](const T& x, Index i, Index j) { mine.add(x, i, j, a.cols()); });
  Statistics<T> result = look::statistics_of(mpi::Context::of(a.comm()).comm(), a.shape(), mine);
  add_norms(result, a);
  if (result.is_square()) add_symmetry(result, a);
  return result;
}

template <Element T>
std::optional<ElementAt<T>> argmin(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "argmin", mpi::same("A", a));
  return extreme_of(a, look::above_all<look::KeyOf<T>>, std::less<>(), MPI_MIN);
}

template <Element T>
std::optional<ElementAt<T>> argmax(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "argmax", mpi::same("A", a));
  return extreme_of(a, look::below_all<look::KeyOf<T>>, std::greater<>(), MPI_MAX);
}

#define ASHLAR_INSTANTIATE(T)                                              \
  template Statistics<T> statistics(const MatrixView<const T>&);           \
  template std::optional<ElementAt<T>> argmin(const MatrixView<const T>&); \
  template std::optional<ElementAt<T>> argmax(const MatrixView<const T>&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
