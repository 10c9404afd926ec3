// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>
#include <ashlar/io/pieces.hpp>

#include "layout_fields.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view format_name = "ashlar-pieces";
constexpr int format_version = 1;
// Optional in folders of other programs.
constexpr const char* checksums_name = "crc32";

detail::PiecesInfo read_fields(const JsonFields& fields) {
  if (fields.text("format") != format_name) fields.fail("does not describe pieces of a matrix");
  if (fields.number(fields.at("version"), "version", INT32_MAX) != format_version)
    fields.fail(concat("is of another version than ", format_version));
  const DType dtype = dtype_field(fields);
  detail::PiecesInfo info{.layout = layout_fields(fields, shape_field(fields, dtype)),
                          .dtype = dtype};
  const GridShape grid = info.layout.grid();
  if (fields.has(checksums_name))
    info.checksums = checksums_field(fields, checksums_name, Index{grid.rows} * grid.cols);
  return info;
}

}  // namespace

std::string detail::format_layout_json(const detail::PiecesInfo& info) {
  const auto [rows, cols] = info.layout.shape();
  Json json = {{"format", format_name},
               {"version", format_version},
               {"shape", {rows, cols}},
               {"dtype", to_string(info.dtype)}};
  add_layout_fields(json, info.layout);
  if (!info.checksums.empty()) json[checksums_name] = checksums_json(info.checksums);
  return json.dump() + "\n";
}

detail::PiecesInfo detail::parse_layout_json(std::string_view text, const std::string& path) {
  const Json json = parse_json(text, path);
  try {
    return read_fields(JsonFields(json, path));
  } catch (const ArgumentError& error) {
    throw file_error(path, error.what());
  }
}

}  // namespace ashlar::io
