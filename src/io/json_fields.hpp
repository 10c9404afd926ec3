// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "file_error.hpp"

namespace ashlar::io {

using Json = nlohmann::ordered_json;

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

}  // namespace ashlar::io
