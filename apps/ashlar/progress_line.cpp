// SPDX-License-Identifier: BSD-3-Clause
#include "progress_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "support/progress_text.hpp"

namespace ashlar::apps {
namespace {

bool everywhere = false;
ProgressLine* active = nullptr;  // handlers are function pointers without state

/// Longest line without a wrap; wrapped lines cannot be redrawn.
std::size_t columns() {
  constexpr std::size_t usual = 80;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (known ? size.ws_col : usual) - 1;
}

}  // namespace

void show_progress_everywhere() { everywhere = true; }

ProgressLine::ProgressLine(bool is_shown)
    : form_(!is_shown                      ? Form::Silent
            : ::isatty(STDERR_FILENO) == 1 ? Form::Redrawn
            : everywhere                   ? Form::Lines
                                           : Form::Silent) {}

void ProgressLine::begin(const std::string& what) {
  end();
  if (form_ == Form::Silent) return;
  what_ = what;
  start_ = last_ = Clock::now();
  has_handlers_ = true;
  active = this;
  others_ = set_progress_handler(on_progress);
  warnings_ = set_warning_handler(on_warning);
  draw(what_ + " ...");
}

void ProgressLine::end() {
  if (!has_handlers_) return;
  has_handlers_ = false;
  active = nullptr;
  set_progress_handler(others_);
  set_warning_handler(warnings_);
  erase();
}

void ProgressLine::on_progress(const Progress& progress) {
  if (active != nullptr) active->show(progress);
}

void ProgressLine::on_warning(const char* sentence) {
  if (active == nullptr) return;
  active->erase();
  if (active->warnings_ != nullptr) active->warnings_(sentence);
}

void ProgressLine::show(const Progress& progress) {
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  if (now - last_ < (form_ == Form::Redrawn ? 100ms : 2000ms)) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string stage = progress.stage;
  draw(fmt::format("{}{}: {}", what_, stage.empty() || stage == what_ ? "" : " (" + stage + ")",
                   progress_text(progress, seconds)));
}

void ProgressLine::draw(const std::string& text) const {
  if (form_ == Form::Lines) {
    fmt::print(stderr, "ashlar: {}\n", text);
    return;
  }
  const std::string line = "ashlar: " + text;
  fmt::print(stderr, "\r\033[K{}", line.substr(0, std::min(line.size(), columns())));
  std::fflush(stderr);
}

void ProgressLine::erase() const {
  if (form_ == Form::Redrawn) fmt::print(stderr, "\r\033[K");
}

}  // namespace ashlar::apps
