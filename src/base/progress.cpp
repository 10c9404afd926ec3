// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <atomic>

namespace ashlar {
namespace {
std::atomic<ProgressHandler> progress_handler = nullptr;
}

ProgressHandler set_progress_handler(ProgressHandler handler) noexcept {
  return progress_handler.exchange(handler);
}

void detail::report_progress(const Progress& progress) noexcept {
  const ProgressHandler handler = progress_handler.load(std::memory_order_acquire);
  if (handler == nullptr) return;
  try {
    handler(progress);
  } catch (...) {
    // The operation continues after an error of its handler.
  }
}

namespace {
std::atomic<WarningHandler> warning_handler = nullptr;
}

WarningHandler set_warning_handler(WarningHandler handler) noexcept {
  return warning_handler.exchange(handler);
}

void warn(const std::string& sentence) noexcept {
  const WarningHandler handler = warning_handler.load();
  if (handler == nullptr) return;
  try {
    handler(sentence.c_str());
  } catch (...) {
    // A warning whose handler fails is lost.
  }
}

}  // namespace ashlar
