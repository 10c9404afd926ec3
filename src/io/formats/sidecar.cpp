// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/sidecar.hpp"

#include <bit>
#include <cstdint>

#include "io/json_fields.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view format_name = "ashlar-raw";
constexpr int format_version = 1;
constexpr bool machine_is_little_endian = std::endian::native == std::endian::little;

/// True for `first`, false for `second`.
bool is_first(const JsonFields& fields, const char* name, const char* first, const char* second) {
  const std::string word = fields.text(name);
  if (word != first && word != second)
    fields.fail(concat("its '", name, "' is ", in_quotes(word), ", neither '", first, "' nor '",
                       second, "'"));
  return word == first;
}

}  // namespace

std::string format_sidecar(const Sidecar& sidecar) {
  const Json json = {{"format", format_name},
                     {"version", format_version},
                     {"shape", {sidecar.shape.rows, sidecar.shape.cols}},
                     {"dtype", to_string(sidecar.dtype)},
                     {"order", sidecar.order == StorageOrder::C ? "C" : "F"},
                     {"offset", sidecar.offset},
                     {"endian", machine_is_little_endian == sidecar.swapped ? "big" : "little"}};
  return json.dump() + "\n";
}

Sidecar parse_sidecar(std::string_view text, const std::string& path) {
  const Json json = parse_json(text, path);
  const JsonFields fields(json, path);
  if (fields.text("format") != format_name) fields.fail("does not describe raw elements");
  if (fields.number(fields.at("version"), "version", INT32_MAX) != format_version)
    fields.fail(concat("is of another version than ", format_version));
  const auto dtype = dtype_from_string(fields.text("dtype"));
  if (!dtype) fields.fail(concat("has the unknown dtype ", in_quotes(fields.text("dtype"))));
  const auto [rows, cols] = fields.pair("shape", INT64_MAX);
  Sidecar sidecar{.dtype = *dtype, .shape = {rows, cols}};
  if (fields.has("order"))
    sidecar.order = is_first(fields, "order", "C", "F") ? StorageOrder::C : StorageOrder::Fortran;
  if (fields.has("offset"))
    sidecar.offset = fields.number(fields.at("offset"), "offset", INT64_MAX);
  if (fields.has("endian"))
    sidecar.swapped = is_first(fields, "endian", "little", "big") != machine_is_little_endian;
  return sidecar;
}

}  // namespace ashlar::io
