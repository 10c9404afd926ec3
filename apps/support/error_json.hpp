// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/error.hpp>

namespace ashlar::apps {

/// {"error": {"kind": "file", "message": …, "status": 1}} and a newline; docs/json.md lists the
/// kinds.
std::string error_json(const std::string& kind, const std::string& message, int status);

/// "file", "argument", …: the kind of a library error.
const char* kind_name(ErrorKind kind);

}  // namespace ashlar::apps
