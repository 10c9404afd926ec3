// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <tuple>

#include <ashlar/base/error.hpp>
#include <ashlar/io/file_figures.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "file_error.hpp"
#include "file_parts.hpp"
#include "same_options.hpp"

namespace ashlar::io {
namespace {

template <Element T>
using MaybePair = std::optional<ElementPair<T>>;

template <Element T>
MaybePair<T> moved_to(MaybePair<T> pair, Section at) {
  if (!pair) return pair;
  pair->i += at.rows.first;
  pair->j += at.cols.first;
  return pair;
}

/// The first of two pairs in matrix order.
template <Element T>
MaybePair<T> first_of(const MaybePair<T>& x, const MaybePair<T>& y) {
  if (!x || !y) return x ? x : y;
  return std::tie(x->i, x->j) < std::tie(y->i, y->j) ? x : y;
}

/// Adds the comparison of the part `at`.
template <Element T>
void add_part(Comparison<T>& all, const Comparison<T>& part, Section at) {
  all.elements += part.elements;
  all.differing_bits += part.differing_bits;
  all.differing_values += part.differing_values;
  all.one_nan += part.one_nan;
  all.first_bits = first_of<T>(all.first_bits, moved_to<T>(part.first_bits, at));
  all.first_values = first_of<T>(all.first_values, moved_to<T>(part.first_values, at));
  all.largest_relative = std::max(all.largest_relative, part.largest_relative);
  const MaybePair<T> largest = moved_to<T>(part.largest_at, at);
  if (part.largest_absolute > all.largest_absolute) all.largest_at = largest;
  else if (part.largest_absolute == all.largest_absolute)
    all.largest_at = first_of<T>(all.largest_at, largest);
  all.largest_absolute = std::max(all.largest_absolute, part.largest_absolute);
}

}  // namespace

template <Element T>
Comparison<T> compare_files(mpi::CommunicatorView comm, const std::string& a, const std::string& b,
                            const Tolerance& tolerance, const FigureOptions& options) {
  const mpi::CollectiveCall call(
      comm, "compare_files", mpi::same("the first path", a), mpi::same("the second path", b),
      mpi::same("the element type", dtype_of<T>()),
      mpi::same("the relative tolerance", tolerance.relative),
      mpi::same("the absolute tolerance", tolerance.absolute), mpi::same("the options", options));
  FileParts<T> first(comm, a, options.file), second(comm, b, options.file);
  const Shape shape = first.shape(), other = second.shape();
  if (shape != other)
    throw file_error(b, "is ", other.rows, "x", other.cols, ", but ", a, " is ", shape.rows, "x",
                     shape.cols, "; compare files of one shape");
  constexpr Index at_hand = 3;  // both panels, and the second in the first one's layout
  Comparison<T> all;
  first.for_each_panel_of_lines(options.panel_bytes / at_hand, [&](Section at) {
    const DistMatrix<T> x = first.read(at);
    DistMatrix<T> y = second.read(at);
    if (y.layout() != x.layout()) y = redistribute(y, x.layout());
    add_part(all, ashlar::compare(x, y, tolerance), at);
  });
  first.finish();
  second.finish();
  return all;
}

#define ASHLAR_INSTANTIATE(T)                                                        \
  template Comparison<T> compare_files<T>(mpi::CommunicatorView, const std::string&, \
                                          const std::string&, const Tolerance&,      \
                                          const FigureOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
