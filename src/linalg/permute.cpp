// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/permute.hpp>

#include <vector>

#include <ashlar/base/expect.hpp>
#include <ashlar/move/get_values.hpp>

#include "operand.hpp"

namespace ashlar::detail {
namespace {

void check_permutation(const char* function, std::span<const Index> perm, Index count) {
  expect(std::ssize(perm) == count, function, ": ", perm.size(), " numbers for ", count,
         " lines; give one for each");
  std::vector<bool> seen(perm.size(), false);
  for (const Index k : perm) {
    expect(k >= 0 && k < count, function, ": ", k, " is no line of a matrix that has ", count);
    expect(!seen[static_cast<std::size_t>(k)], function, ": line ", k,
           " stands twice; a permutation names each once");
    seen[static_cast<std::size_t>(k)] = true;
  }
}

// The lines of the source that this rank's lines of the result are taken from.
std::vector<Index> wanted(const Axis& axis, int process, const Index* perm) {
  std::vector<Index> lines(static_cast<std::size_t>(axis.local_count(process)));
  for (Index l = 0; l < std::ssize(lines); ++l) {
    const Index k = axis.to_global(process, l);
    lines[static_cast<std::size_t>(l)] = perm == nullptr ? k : perm[k];
  }
  return lines;
}

// A null permutation leaves its lines as they are.
template <Scalar T>
DistMatrix<T> permuted(const MatrixView<const T>& a, const Index* rows, const Index* cols) {
  const Layout layout = section_layout(a.layout(), a.section());
  DistMatrix<T> result(a.comm(), layout, {.init = Init::Uninitialized});
  std::vector<Index> my_rows, my_cols;
  if (const auto coord = result.coord()) {
    my_rows = wanted(layout.rows(), coord->row, rows);
    my_cols = wanted(layout.cols(), coord->col, cols);
  }
  get_values_into(a, my_rows, my_cols, result.local());
  return result;
}

}  // namespace

template <Scalar T>
DistMatrix<T> permute_rows(const MatrixView<const T>& a, std::span<const Index> perm) {
  check_permutation("permute_rows", perm, a.shape().rows);
  return permuted(a, perm.data(), nullptr);
}

template <Scalar T>
DistMatrix<T> permute_cols(const MatrixView<const T>& a, std::span<const Index> perm) {
  check_permutation("permute_cols", perm, a.shape().cols);
  return permuted(a, nullptr, perm.data());
}

#define ASHLAR_INSTANTIATE(T)                                                              \
  template DistMatrix<T> permute_rows(const MatrixView<const T>&, std::span<const Index>); \
  template DistMatrix<T> permute_cols(const MatrixView<const T>&, std::span<const Index>);
ASHLAR_INSTANTIATE(float)
ASHLAR_INSTANTIATE(double)
ASHLAR_INSTANTIATE(c64)
ASHLAR_INSTANTIATE(c128)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
