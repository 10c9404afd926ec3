// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <unistd.h>

#include <csignal>
#include <string>

namespace ashlar::test {

/// Prints the case and ends the job if a case does not finish: a rank that waits forever cannot be
/// made to fail in another way.
class HangAlarm {
 public:
  explicit HangAlarm(const std::string& what) {
    text() = "this case hangs: " + what + "\n";
    std::signal(SIGALRM, [](int) {
      [[maybe_unused]] const auto written = write(STDERR_FILENO, text().data(), text().size());
      _exit(3);
    });
    alarm(patience_s);
  }
  HangAlarm(const HangAlarm&) = delete;
  HangAlarm& operator=(const HangAlarm&) = delete;
  ~HangAlarm() { alarm(0); }

  /// An error on one rank may leave the others waiting.
  void hurry() const { alarm(10); }

 private:
  static constexpr unsigned patience_s = 60;

  static std::string& text() {
    static std::string what;
    return what;
  }
};

}  // namespace ashlar::test
