// SPDX-License-Identifier: BSD-3-Clause
#include "numbered.hpp"

namespace ashlar::pictures {

void Numbered::add(const std::string& text) {
  const auto [place, is_new] = numbers_of_.try_emplace(text, static_cast<int>(texts_.size()));
  if (is_new) texts_.push_back(text);
  if (place->second != last_) end_repetition();
  last_ = place->second;
  ++times_;
}

void Numbered::end_repetition() {
  if (times_ == 0) return;
  if (!numbers_.empty()) numbers_ += ',';
  numbers_ += std::to_string(last_);
  if (times_ > 1) numbers_ += '*' + std::to_string(times_);
  times_ = 0;
}

std::string Numbered::texts() const {
  std::string text = "[";
  for (const std::string& one : texts_) {
    if (text.size() > 1) text += ',';
    text += one;
  }
  return text + "]";
}

std::string Numbered::numbers() {
  end_repetition();
  return '"' + numbers_ + '"';
}

const char* const numbered_script = R"(
const expand = text => text.split(",").flatMap(part => {
  const [number, times] = part.split("*").map(Number);
  return Array(times || 1).fill(number);
});
)";

}  // namespace ashlar::pictures
