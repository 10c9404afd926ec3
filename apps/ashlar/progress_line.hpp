// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

#include <ashlar/base/progress.hpp>

namespace ashlar::apps {

/// Shows progress also where the standard error is no terminal, as under mpirun.
void show_progress_everywhere();

/// One line on the standard error that says how far a step has come: redrawn at a terminal and gone
/// at its end; elsewhere a new line every two seconds, if it was asked for. One can be at work at a
/// time.
class ProgressLine {
 public:
  explicit ProgressLine(bool speaks);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { end(); }

  /// Announces a step and listens to the library's progress.
  void begin(const std::string& what);
  /// Nothing if no step has begun.
  void end();

 private:
  enum class Form { Silent, Redrawn, Lines };
  using Clock = std::chrono::steady_clock;

  static void hear(const Progress& progress);
  static void hear_warning(const char* sentence);
  void show(const Progress& progress);
  void draw(const std::string& text) const;
  void erase() const;

  Form form_;
  std::string what_;
  Clock::time_point start_, last_;
  bool listens_ = false;
  ProgressHandler others_ = nullptr;
  WarningHandler warnings_ = nullptr;
};

}  // namespace ashlar::apps
