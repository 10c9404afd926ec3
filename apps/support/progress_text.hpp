// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/progress.hpp>

namespace ashlar::apps {

/// "3.2 MiB" of bytes, "512 columns" of anything else.
std::string amount_text(double amount, const std::string& unit);

/// "1 h 4 min", "3 min 20 s", "12 s", "0.4 s".
std::string duration_text(double seconds);

/// Progress of a step that began `seconds` ago: "45 % of 1.2 GiB, 850.0 MiB/s, 3 s left"; without a
/// total "512.0 MiB, 850.0 MiB/s". A rate needs a tenth of a second.
std::string progress_text(const Progress& progress, double seconds);

}  // namespace ashlar::apps
