// SPDX-License-Identifier: BSD-3-Clause
#include "support/options.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>

#include "support/suggest.hpp"

namespace ashlar::apps {
namespace {

bool is_one_of(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, lower(text)) != words.end();
}

/// "2x3", also with other signs for x: "2X3", "2×3", "2,3".
std::optional<std::pair<Index, Index>> parse_by(const std::string& text, Index least, Index most) {
  for (const std::string_view mark : {"x", "X", "\u00d7", ","})
    if (text.find(mark) != std::string::npos) return parse_pair(text, mark, least, most);
  return std::nullopt;
}

std::optional<GridShape> parse_grid(const std::string& text) {
  const auto pair = parse_by(text, 1, ashlar::detail::largest_int);
  if (!pair) return std::nullopt;
  return GridShape{static_cast<int>(pair->first), static_cast<int>(pair->second)};
}

std::optional<Block> parse_block(const std::string& text) {
  const auto pair = parse_by(text, 1, std::numeric_limits<Index>::max());
  if (!pair) return std::nullopt;
  return Block{pair->first, pair->second};
}

std::optional<Coord> parse_coord(const std::string& text) {
  const auto pair = parse_pair(text, ",", 0, ashlar::detail::largest_int);
  if (!pair) return std::nullopt;
  return Coord{static_cast<int>(pair->first), static_cast<int>(pair->second)};
}

std::optional<GridOrder> parse_order(const std::string& text) {
  if (is_one_of(text, {"row", "rows", "r"})) return GridOrder::Row;
  if (is_one_of(text, {"col", "column", "columns", "c"})) return GridOrder::Column;
  return std::nullopt;
}

}  // namespace

std::optional<Index> parse_index(std::string_view text) {
  Index value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

std::optional<double> parse_finite(std::string_view text) {
  const auto number = parse_number(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<double> parse_positive(std::string_view text) {
  const auto number = parse_number(text);
  return number && *number > 0 ? number : std::nullopt;
}

std::optional<std::pair<double, double>> parse_numbers(std::string_view text) {
  const std::size_t at = text.find(',');
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = parse_number(text.substr(0, at)), second = parse_number(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair{*first, *second};
}

std::optional<std::pair<Index, Index>> parse_pair(const std::string& text, std::string_view mark,
                                                  Index least, Index most) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const auto first = parse_index(std::string_view(text).substr(0, at));
  const auto second = parse_index(std::string_view(text).substr(at + mark.size()));
  const auto fits = [&](const auto& value) { return value && *value >= least && *value <= most; };
  if (!fits(first) || !fits(second)) return std::nullopt;
  return std::pair{*first, *second};
}

std::optional<Shape> parse_shape(const std::string& text) {
  const auto pair = parse_by(text, 0, std::numeric_limits<Index>::max());
  if (!pair) return std::nullopt;
  return Shape{pair->first, pair->second};
}

std::optional<Uplo> parse_triangle(const std::string& text) {
  if (is_one_of(text, {"upper", "u"})) return Uplo::Upper;
  if (is_one_of(text, {"lower", "l"})) return Uplo::Lower;
  return std::nullopt;
}

std::optional<StorageOrder> parse_storage_order(const std::string& text) {
  if (is_one_of(text, {"c", "row", "rows"})) return StorageOrder::C;
  if (is_one_of(text, {"f", "fortran", "col", "column", "columns"})) return StorageOrder::Fortran;
  return std::nullopt;
}

std::optional<DType> parse_dtype(const std::string& text) {
  using Name = std::pair<std::string_view, DType>;
  // Short names of NumPy, and names in C and Python.
  constexpr Name aliases[] = {
      {"f4", DType::Float32},         {"single", DType::Float32}, {"f8", DType::Float64},
      {"double", DType::Float64},     {"float", DType::Float64},  {"c8", DType::Complex64},
      {"csingle", DType::Complex64},  {"c16", DType::Complex128}, {"cdouble", DType::Complex128},
      {"complex", DType::Complex128}, {"i1", DType::Int8},        {"i2", DType::Int16},
      {"i4", DType::Int32},           {"i8", DType::Int64},       {"int", DType::Int64},
      {"u1", DType::UInt8},           {"u2", DType::UInt16},      {"u4", DType::UInt32},
      {"u8", DType::UInt64},          {"uint", DType::UInt64},
  };
  const std::string name = lower(text);
  const auto found = std::ranges::find(aliases, name, &Name::first);
  return found != std::end(aliases) ? found->second : dtype_from_string(name);
}

std::optional<Index> parse_bytes(const std::string& text) {
  constexpr std::string_view units = "kMGT";
  Index unit = 1;
  std::string_view digits = text;
  if (!text.empty() && units.find(text.back()) != std::string_view::npos) {
    unit = Index{1} << (10 * (static_cast<Index>(units.find(text.back())) + 1));
    digits.remove_suffix(1);
  }
  const auto number = parse_index(digits);
  Index bytes = 0;
  if (!number || *number <= 0 || __builtin_mul_overflow(*number, unit, &bytes)) return std::nullopt;
  return bytes;
}

std::optional<Range> parse_range(const std::string& text) {
  const std::size_t at = text.find(':');
  if (at == std::string::npos) return std::nullopt;
  const auto first = at == 0 ? 0 : parse_index(std::string_view(text).substr(0, at));
  const auto last =
      at + 1 == text.size() ? open_end : parse_index(std::string_view(text).substr(at + 1));
  if (!first || !last) return std::nullopt;
  return Range{*first, *last};
}

Range resolve_range(Range range, Index extent, const char* option) {
  // The addition would make an index below -extent positive.
  const auto from_start = [&](Index index) {
    return index < 0 ? (index < -extent ? -1 : index + extent) : index;
  };
  const Index first = from_start(range.first);
  const Index last = range.last == open_end ? extent : from_start(range.last);
  const std::string end = range.last == open_end ? std::string() : std::to_string(range.last);
  expect(0 <= first && first <= last && last <= extent, option, " ", range.first, ":", end,
         " is not a range within 0:", extent);
  return {first, last};
}

ProcessGrid LayoutOptions::grid_of(mpi::CommunicatorView comm) const {
  if (!grid) return ProcessGrid::balanced(comm, order);
  const Index wanted = grid->size(), ranks = comm.size();
  expect(idle ? wanted <= ranks : wanted == ranks, "a ", grid->rows, "x", grid->cols, " grid has ",
         ashlar::detail::counted(wanted, "process", "processes"), ", but the program has ",
         ashlar::detail::counted(ranks, "rank"), "; start ",
         ashlar::detail::counted(wanted, "rank"),
         wanted < ranks ? " or allow idle ones (--idle)" : " or choose a smaller grid");
  return ProcessGrid(comm, *grid, order);
}

void add_layout_options(CLI::App& app, LayoutOptions& options, const std::string& prefix,
                        const std::string& group, LayoutDefaults defaults) {
  const bool required = defaults == LayoutDefaults::None;
  const std::string dashes = "--" + prefix, grid = "process grid, at least 1x1",
                    block = "rows and columns of a block, at least 1x1";
  add_parsed_option(app, dashes + "grid", options.grid, "PxQ",
                    required ? grid : grid + "; balanced if not given", parse_grid)
      ->required(required)
      ->group(group);
  add_parsed_option(app, dashes + "block", options.block, "MBxNB",
                    required ? block : block + "; 64x64 if not given", parse_block)
      ->required(required)
      ->group(group);
  add_parsed_option(app, dashes + "source", options.source, "R,C",
                    "process of the first element; 0,0 if not given", parse_coord)
      ->group(group);
  add_parsed_option(app, dashes + "grid-order", options.order, "row|col",
                    "order of ranks in the grid; row if not given", parse_order)
      ->group(group);
}

}  // namespace ashlar::apps
