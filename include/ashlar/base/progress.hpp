// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

namespace ashlar {

/// How far a long call has come.
struct Progress {
  const char* stage = "";  ///< what is being done: "reading A.npy", "lu"
  Index done = 0;
  Index total = 0;             ///< 0 where nobody knows
  const char* unit = "bytes";  ///< of what: "bytes", "flops"
};

/// Listener to progress. It is called often, on rank 0 of the communicator of the call, by the
/// thread that made the call; what it throws is passed over. The texts live until it returns.
using ProgressHandler = void (*)(const Progress& progress);

/// Sets what hears of progress; null, as at the start: nobody. Returns the one before. [local]
/// @example set_progress_handler([](const Progress& p) { bar.show(p.stage, p.done, p.total); });
ProgressHandler set_progress_handler(ProgressHandler handler) noexcept;

/// Hands `progress` to the handler; next to nothing where there is none. [local]
void report_progress(const Progress& progress) noexcept;

}  // namespace ashlar
