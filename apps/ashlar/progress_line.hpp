// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

#include <ashlar/base/progress.hpp>

namespace ashlar::apps {

/// Shows progress also if the standard error is not a terminal, as under mpirun.
void show_progress_everywhere();

/// Progress of a step in one line on the standard error. A terminal line is redrawn and removed at
/// the end; other outputs get a new line every two seconds, if requested. One object is active at a
/// time.
class ProgressLine {
 public:
  explicit ProgressLine(bool is_shown);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { end(); }

  /// Starts a step and handles the library's progress.
  void begin(const std::string& what);
  /// Does nothing without a started step.
  void end();

 private:
  enum class Form { Silent, Redrawn, Lines };
  using Clock = std::chrono::steady_clock;

  static void on_progress(const Progress& progress);
  static void on_warning(const char* sentence);
  void show(const Progress& progress);
  void draw(const std::string& text) const;
  void erase() const;

  Form form_;
  std::string what_;
  Clock::time_point start_, last_;
  bool has_handlers_ = false;
  ProgressHandler others_ = nullptr;
  WarningHandler warnings_ = nullptr;
};

}  // namespace ashlar::apps
