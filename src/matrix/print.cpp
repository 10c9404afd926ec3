// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/print.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "mpi/wait_in.hpp"
#include "same_operand.hpp"

namespace ashlar::detail {
namespace {

void check_options(const PrintOptions& options, int ranks) {
  expect(options.max_rows >= 2 && options.max_cols >= 2, "to_text: at most ",
         counted(options.max_rows, "row"), " and ", counted(options.max_cols, "column"),
         " were asked for, but both must be at least 2");
  expect(options.precision >= 1 && options.precision <= 17, "to_text: the precision is ",
         options.precision, ", but must lie between 1 and 17 digits");
  expect(options.root >= 0 && options.root < ranks, "to_text: root is rank ", options.root,
         ", but the communicator has ", counted(ranks, "rank"));
}

/// Printed indices of one dimension; after omissions the rest starts at `gap`.
struct Shown {
  std::vector<Index> indices;
  std::size_t gap = 0;  // 0: complete
};

Shown shown_of(Range range, Index most) {
  Shown shown;
  const Index count = std::min(range.size(), most);
  const Index head = (count + 1) / 2;
  for (Index k = 0; k < head; ++k) shown.indices.push_back(range.first + k);
  for (Index k = count - head; k > 0; --k) shown.indices.push_back(range.last - k);
  if (count < range.size()) shown.gap = static_cast<std::size_t>(head);
  return shown;
}

/// Elements rows x cols in row-major order, on `root`.
template <Element T>
std::vector<T> collect(const DistMatrix<T>& a, const Shown& rows, const Shown& cols, int root) {
  std::vector<T> mine;
  std::vector<int> owners;
  for (Index i : rows.indices)
    for (Index j : cols.indices) {
      owners.push_back(a.layout().owner_rank(i, j));
      if (const T* element = a.find(i, j)) mine.push_back(*element);
    }
  const mpi::Context& context = mpi::Context::of(a.comm());
  const bool is_root = context.rank() == root;
  const int all_bytes = checked_int(static_cast<Index>(owners.size() * sizeof(T)),
                                    "to_text: bytes of the text's elements");

  std::vector<int> counts(is_root ? static_cast<std::size_t>(context.size()) : 0),
      starts(counts.size());
  if (is_root) {
    for (int owner : owners) counts[static_cast<std::size_t>(owner)] += static_cast<int>(sizeof(T));
    std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
  }
  std::vector<T> received(is_root ? owners.size() : 0);
  const int my_bytes = std::min(all_bytes, static_cast<int>(mine.size() * sizeof(T)));
  mpi::wait_in("MPI_Gatherv", context.comm(), [&] {
    return MPI_Gatherv(mine.data(), my_bytes, MPI_BYTE, received.data(), counts.data(),
                       starts.data(), MPI_BYTE, root, context.comm().native());
  });
  if (!is_root) return {};
  std::vector<T> ordered;
  ordered.reserve(owners.size());
  for (int owner : owners) {
    int& start = starts[static_cast<std::size_t>(owner)];
    ordered.push_back(received[static_cast<std::size_t>(start) / sizeof(T)]);
    start += static_cast<int>(sizeof(T));
  }
  return ordered;
}

template <class R>
std::string number_text(R x, int precision) {
  if constexpr (std::is_floating_point_v<R>) {
    if (std::isnan(x)) return "nan";  // without a sign
    char text[32];
    const auto end =
        std::to_chars(text, text + sizeof text, x, std::chars_format::general, precision);
    return {text, end.ptr};
  } else {
    return std::to_string(x);
  }
}

template <Element T>
std::string element_text(T x, int precision) {
  if constexpr (is_complex<T>) {
    const std::string imag = number_text(x.imag(), precision);
    return concat(number_text(x.real(), precision), imag.front() == '-' ? "" : "+", imag, "i");
  } else {
    return number_text(x, precision);
  }
}

using Table = std::vector<std::vector<std::string>>;

template <Element T>
Table table_of(const std::vector<T>& elements, const Shown& rows, const Shown& cols,
               int precision) {
  constexpr const char* ellipsis = "…";
  Table table;
  auto next = elements.begin();
  for (std::size_t r = 0; r < rows.indices.size(); ++r) {
    std::vector<std::string> line;
    for (std::size_t c = 0; c < cols.indices.size(); ++c) {
      if (cols.gap != 0 && c == cols.gap) line.emplace_back(ellipsis);
      line.push_back(element_text(*next++, precision));
    }
    if (rows.gap != 0 && r == rows.gap) table.emplace_back(line.size(), ellipsis);
    table.push_back(std::move(line));
  }
  return table;
}

/// Number of characters of UTF-8 text.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string aligned(const Table& table) {
  std::vector<std::size_t> widths(table.front().size(), 0);
  for (const auto& line : table)
    for (std::size_t c = 0; c < line.size(); ++c)
      widths[c] = std::max(widths[c], width_of(line[c]));
  std::string text;
  for (const auto& line : table) {
    for (std::size_t c = 0; c < line.size(); ++c)
      text.append(widths[c] - width_of(line[c]) + (c == 0 ? 0 : 2), ' ').append(line[c]);
    text += '\n';
  }
  return text;
}

}  // namespace

template <Element T>
std::string text_of(const MatrixView<const T>& a, const PrintOptions& options) {
  const mpi::CollectiveCall call(
      a.comm(), "to_text", mpi::same("the matrix", a), mpi::same("max_rows", options.max_rows),
      mpi::same("max_cols", options.max_cols), mpi::same("precision", options.precision),
      mpi::same("root", options.root));
  const mpi::Context& context = mpi::Context::of(a.comm());
  check_options(options, context.size());
  const bool is_root = context.rank() == options.root;
  if (a.shape().empty())
    return is_root ? concat("(empty ", a.shape().rows, "x", a.shape().cols, " matrix)\n")
                   : std::string();
  const Shown rows = shown_of(a.section().rows, options.max_rows);
  const Shown cols = shown_of(a.section().cols, options.max_cols);
  const std::vector<T> elements = collect(a.matrix(), rows, cols, options.root);
  return is_root ? aligned(table_of(elements, rows, cols, options.precision)) : std::string();
}

#define ASHLAR_INSTANTIATE(T) \
  template std::string text_of(const MatrixView<const T>&, const PrintOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
