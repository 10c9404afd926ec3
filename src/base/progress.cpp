// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <atomic>

namespace ashlar {
namespace {
std::atomic<ProgressHandler> current = nullptr;
}

ProgressHandler set_progress_handler(ProgressHandler handler) noexcept {
  return current.exchange(handler);
}

void report_progress(const Progress& progress) noexcept {
  const ProgressHandler handler = current.load(std::memory_order_acquire);
  if (handler == nullptr) return;
  try {
    handler(progress);
  } catch (...) {
    // Work goes on, whoever watches it.
  }
}

}  // namespace ashlar
