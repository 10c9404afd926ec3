// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::apps {

/// Version, commit and libraries, one line each.
std::string version_text();
/// Version, commit and libraries as JSON.
std::string version_json();

}  // namespace ashlar::apps
