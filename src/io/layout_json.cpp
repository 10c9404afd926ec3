// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/pieces.hpp>

#include "json_fields.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view format_name = "ashlar-pieces";
constexpr int format_version = 1;
// A layout for more processes is a mistake or an attack: nobody has as many pieces.
constexpr Index most_processes = 1'000'000;

std::vector<int> ranks_of(const JsonFields& fields) {
  const Json& value = fields.at("ranks");
  if (!value.is_array()) fields.fail("its field 'ranks' is no list");
  std::vector<int> result;
  for (const Json& rank : value)
    result.push_back(static_cast<int>(fields.number(rank, "ranks", INT32_MAX)));
  return result;
}

GridOrder order_of(const JsonFields& fields) {
  const std::string order = fields.text("order");
  if (order != "row" && order != "col")
    fields.fail(concat("its 'order' is ", in_quotes(order), ", neither 'row' nor 'col'"));
  return order == "row" ? GridOrder::Row : GridOrder::Column;
}

PiecesInfo read_fields(const JsonFields& fields) {
  if (fields.text("format") != format_name) fields.fail("does not describe pieces of a matrix");
  if (fields.number(fields.at("version"), "version", INT32_MAX) != format_version)
    fields.fail(concat("is of another version than ", format_version));
  const auto dtype = dtype_from_string(fields.text("dtype"));
  if (!dtype) fields.fail(concat("has the unknown dtype ", in_quotes(fields.text("dtype"))));
  const auto [rows, cols] = fields.pair("shape", INT64_MAX);
  const auto [block_rows, block_cols] = fields.pair("block", INT64_MAX);
  const auto [grid_rows, grid_cols] = fields.pair("grid", most_processes);
  const auto [source_row, source_col] = fields.pair("source", most_processes);
  Index elements = 0, bytes = 0;
  if (grid_rows * grid_cols > most_processes)
    fields.fail(concat("names more than ", most_processes, " processes"));
  if (__builtin_mul_overflow(rows, cols, &elements) ||
      __builtin_mul_overflow(elements, static_cast<Index>(size_of(*dtype)), &bytes))
    fields.fail("its 'shape' exceeds what 64-bit sizes can hold");
  const LayoutSpec spec{.shape = {rows, cols},
                        .block = {block_rows, block_cols},
                        .grid = {static_cast<int>(grid_rows), static_cast<int>(grid_cols)},
                        .source = {static_cast<int>(source_row), static_cast<int>(source_col)},
                        .grid_order = order_of(fields),
                        .ranks = fields.has("ranks") ? ranks_of(fields) : std::vector<int>{}};
  if (fields.has("ranks") && spec.ranks.empty()) fields.fail("its 'ranks' are empty");
  return {.layout = Layout(spec), .dtype = *dtype};
}

/// Ranks by position in the grid's order; only where they are not 0, 1, 2, …
Json rank_table(const Layout& layout) {
  Json ranks = Json::array();
  const auto [rows, cols] = layout.grid();
  const bool by_rows = layout.grid_order() == GridOrder::Row;
  for (int k = 0; k < rows * cols; ++k)
    ranks.push_back(
        layout.ranks().rank_of(by_rows ? Coord{k / cols, k % cols} : Coord{k % rows, k / rows}));
  return ranks;
}

}  // namespace

std::string format_layout_json(const PiecesInfo& info) {
  const Layout& layout = info.layout;
  const auto [rows, cols] = layout.shape();
  const Block block = layout.block();
  const GridShape grid = layout.grid();
  const Coord source = layout.source();
  Json json = {{"format", format_name},
               {"version", format_version},
               {"shape", {rows, cols}},
               {"dtype", to_string(info.dtype)},
               {"block", {block.rows, block.cols}},
               {"grid", {grid.rows, grid.cols}},
               {"source", {source.row, source.col}},
               {"order", layout.grid_order() == GridOrder::Row ? "row" : "col"}};
  if (!layout.ranks().is_implicit() || layout.ranks().first_rank() != 0)
    json["ranks"] = rank_table(layout);
  return json.dump() + "\n";
}

PiecesInfo parse_layout_json(std::string_view text, const std::string& path) {
  const Json json = parse_json(text, path);
  try {
    return read_fields(JsonFields(json, path));
  } catch (const ArgumentError& error) {
    throw file_error(path, error.what());
  }
}

}  // namespace ashlar::io
