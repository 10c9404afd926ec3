// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::apps {

/// Version and commit, and what runs below: one line each.
std::string version_text();
/// The same as JSON.
std::string version_json();

}  // namespace ashlar::apps
