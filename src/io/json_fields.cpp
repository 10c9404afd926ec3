// SPDX-License-Identifier: BSD-3-Clause
#include "json_fields.hpp"

namespace ashlar::io {

Json parse_json(std::string_view text, const std::string& path) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw file_error(path, "is not valid JSON (at byte ", error.byte, ")");
  } catch (const Json::exception&) {
    throw file_error(path, "is not valid JSON (a number exceeds every type)");
  }
}

}  // namespace ashlar::io
