// SPDX-License-Identifier: BSD-3-Clause
#include "json_fields.hpp"

#include "crc32.hpp"
#include "posix_file.hpp"

namespace ashlar::io {
namespace {

// Upper limit against damaged and malicious files.
constexpr Index most_processes = 1'000'000;

std::vector<int> ranks_of(const JsonFields& fields) {
  const Json& value = fields.at("ranks");
  if (!value.is_array()) fields.fail("its field 'ranks' is not a list");
  std::vector<int> result;
  for (const Json& rank : value)
    result.push_back(static_cast<int>(fields.number(rank, "ranks", INT32_MAX)));
  return result;
}

}  // namespace

Json parse_json(std::string_view text, const std::string& path) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw file_error(path, "is not valid JSON (at byte ", error.byte, ")");
  } catch (const Json::exception&) {
    throw file_error(path, "is not valid JSON (a number exceeds every type)");
  }
}

std::string read_json_text(const std::string& path, Index most) {
  const InputFile file(path);
  if (file.size() > most)
    throw file_error(path, "is ", ashlar::detail::counted(file.size(), "byte"),
                     " long, but needs at most ", most);
  return file.read_prefix(most);
}

DType dtype_field(const JsonFields& fields) {
  const std::string name = fields.text("dtype");
  const auto dtype = dtype_from_string(name);
  if (!dtype) fields.fail("has the unknown dtype ", in_quotes(name));
  return *dtype;
}

Shape shape_field(const JsonFields& fields, DType dtype) {
  const auto [rows, cols] = fields.pair("shape", INT64_MAX);
  Index elements = 0, bytes = 0;
  if (__builtin_mul_overflow(rows, cols, &elements) ||
      __builtin_mul_overflow(elements, static_cast<Index>(size_of(dtype)), &bytes))
    fields.fail("its 'shape' exceeds the range of 64-bit sizes");
  return {rows, cols};
}

Layout layout_fields(const JsonFields& fields, Shape shape) {
  const auto [block_rows, block_cols] = fields.pair("block", INT64_MAX);
  const auto [grid_rows, grid_cols] = fields.pair("grid", most_processes);
  const auto [source_row, source_col] = fields.pair("source", most_processes);
  if (grid_rows * grid_cols > most_processes)
    fields.fail("names more than ", most_processes, " processes");
  const LayoutSpec spec{
      .shape = shape,
      .block = {block_rows, block_cols},
      .grid = {static_cast<int>(grid_rows), static_cast<int>(grid_cols)},
      .source = {static_cast<int>(source_row), static_cast<int>(source_col)},
      .grid_order = fields.is_first("order", "row", "col") ? GridOrder::Row : GridOrder::Column,
      .ranks = fields.has("ranks") ? ranks_of(fields) : std::vector<int>{}};
  if (fields.has("ranks") && spec.ranks.empty()) fields.fail("its 'ranks' are empty");
  return Layout(spec);
}

void add_layout_fields(Json& json, const Layout& layout) {
  const Block block = layout.block();
  const GridShape grid = layout.grid();
  const Coord source = layout.source();
  json["block"] = {block.rows, block.cols};
  json["grid"] = {grid.rows, grid.cols};
  json["source"] = {source.row, source.col};
  json["order"] = layout.grid_order() == GridOrder::Row ? "row" : "col";
  if (!layout.ranks().is_implicit() || layout.ranks().first_rank() != 0)
    json["ranks"] = ashlar::detail::ranks_in_order(layout.ranks(), layout.grid_order());
}

std::vector<std::uint32_t> checksums_field(const JsonFields& fields, const char* name,
                                           Index count) {
  const Json& list = fields.at(name);
  if (!list.is_array() || static_cast<Index>(list.size()) != count)
    fields.fail("its field ", in_quotes(name), " is not a list of ", count,
                count == 1 ? " checksum" : " checksums");
  std::vector<std::uint32_t> checksums;
  for (const Json& item : list) {
    const auto checksum =
        item.is_string() ? crc32_from_text(item.get_ref<const std::string&>()) : std::nullopt;
    if (!checksum)
      fields.fail("its field ", in_quotes(name),
                  " must consist of texts of eight digits from 0 to f");
    checksums.push_back(*checksum);
  }
  return checksums;
}

Json checksums_json(const std::vector<std::uint32_t>& checksums) {
  Json list = Json::array();
  for (const std::uint32_t checksum : checksums) list.push_back(crc32_text(checksum));
  return list;
}

}  // namespace ashlar::io
