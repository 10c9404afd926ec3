// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <atomic>

namespace ashlar {
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
