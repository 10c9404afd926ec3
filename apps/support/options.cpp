// SPDX-License-Identifier: BSD-3-Clause
#include "support/options.hpp"

#include <charconv>
#include <limits>

#include <ashlar/base/expect.hpp>

namespace ashlar::apps {
namespace {

constexpr Index largest_int = std::numeric_limits<int>::max();

std::optional<GridShape> parse_grid(const std::string& text) {
  const auto pair = parse_pair(text, 'x', 1, largest_int);
  if (!pair) return std::nullopt;
  return GridShape{static_cast<int>(pair->first), static_cast<int>(pair->second)};
}

std::optional<Block> parse_block(const std::string& text) {
  const auto pair = parse_pair(text, 'x', 1, std::numeric_limits<Index>::max());
  if (!pair) return std::nullopt;
  return Block{pair->first, pair->second};
}

std::optional<Coord> parse_coord(const std::string& text) {
  const auto pair = parse_pair(text, ',', 0, largest_int);
  if (!pair) return std::nullopt;
  return Coord{static_cast<int>(pair->first), static_cast<int>(pair->second)};
}

std::optional<GridOrder> parse_order(const std::string& text) {
  if (text == "row") return GridOrder::Row;
  if (text == "col") return GridOrder::Column;
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

std::optional<std::pair<double, double>> parse_numbers(std::string_view text) {
  const std::size_t at = text.find(',');
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = parse_number(text.substr(0, at)), second = parse_number(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair{*first, *second};
}

std::optional<std::pair<Index, Index>> parse_pair(const std::string& text, char mark, Index least,
                                                  Index most) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const auto first = parse_index(std::string_view(text).substr(0, at));
  const auto second = parse_index(std::string_view(text).substr(at + 1));
  const auto fits = [&](const auto& value) { return value && *value >= least && *value <= most; };
  if (!fits(first) || !fits(second)) return std::nullopt;
  return std::pair{*first, *second};
}

std::optional<Shape> parse_shape(const std::string& text) {
  const auto pair = parse_pair(text, 'x', 0, std::numeric_limits<Index>::max());
  if (!pair) return std::nullopt;
  return Shape{pair->first, pair->second};
}

std::optional<Uplo> parse_triangle(const std::string& text) {
  if (text == "upper") return Uplo::Upper;
  if (text == "lower") return Uplo::Lower;
  return std::nullopt;
}

std::optional<StorageOrder> parse_storage_order(const std::string& text) {
  if (text == "C") return StorageOrder::C;
  if (text == "F") return StorageOrder::Fortran;
  return std::nullopt;
}

std::optional<DType> parse_dtype(const std::string& text) { return dtype_from_string(text); }

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
  if (!first || !last || *first < 0 || *last < 0) return std::nullopt;
  return Range{*first, *last};
}

Range resolve_range(Range range, Index extent, const char* option) {
  const Index last = range.last == open_end ? extent : range.last;
  expect(range.first <= last && last <= extent, option, " ", range.first, ":", last,
         " is no range within 0:", extent);
  return {range.first, last};
}

ProcessGrid LayoutOptions::grid_of(mpi::CommunicatorView comm) const {
  if (!grid) return ProcessGrid::balanced(comm, order);
  const Index wanted = grid->size(), ranks = comm.size();
  expect(idle ? wanted <= ranks : wanted == ranks, "a ", grid->rows, "x", grid->cols, " grid has ",
         wanted, " processes, but there are ", ranks, " ranks; start ", wanted, " ranks",
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
                    "how ranks fill the grid; row if not given", parse_order)
      ->group(group);
}

}  // namespace ashlar::apps
