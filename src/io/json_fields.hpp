// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>

#include "file_error.hpp"

namespace ashlar::io {

using Json = nlohmann::ordered_json;

/// Text of a JSON file of at most `most` bytes.
/// @throws FileError
std::string read_json_text(const std::string& path, Index most);

/// Parses untrusted JSON.
/// @throws FileError naming `path`
Json parse_json(std::string_view text, const std::string& path);

/// Reads fields of the requested type, else throws a FileError.
class JsonFields {
 public:
  JsonFields(const Json& json, const std::string& path) : json_(json), path_(path) {
    if (!json.is_object()) fail("is not a JSON object");
  }

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... reason) const {
    throw file_error(path_, reason...);
  }

  bool has(const char* name) const { return json_.contains(name); }

  const Json& at(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) fail("has no field ", in_quotes(name));
    return *found;
  }

  std::string text(const char* name) const {
    if (!at(name).is_string()) fail("its field ", in_quotes(name), " is not a string");
    return at(name).get<std::string>();
  }

  /// True for the text `first`, false for `second`.
  bool is_first(const char* name, const char* first, const char* second) const {
    const std::string word = text(name);
    if (word != first && word != second)
      fail("its '", name, "' is ", in_quotes(word), ", neither '", first, "' nor '", second, "'");
    return word == first;
  }

  Index number(const Json& value, const char* name, Index largest) const {
    const bool in_range = value.is_number_integer() && value <= largest && value >= 0;
    if (!in_range)
      fail("its field ", in_quotes(name), " must consist of integers from 0 to ", largest);
    return value.get<Index>();
  }

  std::pair<Index, Index> pair(const char* name, Index largest) const {
    const Json& value = at(name);
    if (!value.is_array() || value.size() != 2)
      fail("its field ", in_quotes(name), " is not a list of two integers");
    return {number(value[0], name, largest), number(value[1], name, largest)};
  }

  const std::string& path() const { return path_; }

 private:
  const Json& json_;
  const std::string& path_;
};

// Fields of a matrix and its layout.

/// The field "dtype".
/// @throws FileError
DType dtype_field(const JsonFields& fields);

/// The field "shape".
/// @throws FileError if elements of `dtype` need more bytes than 63 bits count
Shape shape_field(const JsonFields& fields, DType dtype);

/// The fields "block", "grid", "source", "order" and the optional "ranks".
/// @throws FileError; ArgumentError for an invalid layout
Layout layout_fields(const JsonFields& fields, Shape shape);

/// Writes the fields of layout_fields.
void add_layout_fields(Json& json, const Layout& layout);

/// Reads `count` checksums, texts of eight digits.
/// @throws FileError
std::vector<std::uint32_t> checksums_field(const JsonFields& fields, const char* name, Index count);

/// Writes the list of checksums_field.
Json checksums_json(const std::vector<std::uint32_t>& checksums);

}  // namespace ashlar::io
