// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ashlar::pictures {

/// A table of texts for a page, written compactly: each different text once, in the order of its
/// first place, and the table as their numbers, with repetitions as "number*times".
class Numbered {
 public:
  void add(const std::string& text);

  /// An array of JavaScript whose elements are the texts.
  std::string texts() const;
  /// A string of JavaScript: the numbers, separated by commas.
  std::string numbers();

 private:
  void end_repetition();

  std::map<std::string, int> numbers_of_;
  std::vector<std::string> texts_;
  std::string numbers_;
  int last_ = -1, times_ = 0;
};

/// The function of JavaScript that makes an array of such a string.
extern const char* const numbered_script;

}  // namespace ashlar::pictures
