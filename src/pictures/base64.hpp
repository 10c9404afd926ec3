// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace ashlar::pictures {

/// Base64 of RFC 4648, section 4, padded.
std::string base64(std::string_view bytes);

}  // namespace ashlar::pictures
