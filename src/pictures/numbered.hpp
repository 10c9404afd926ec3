// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ashlar::pictures {

/// Compact table of texts for a page: distinct texts in order of occurrence, and their numbers by
/// position, with repetitions as "number*times".
class Numbered {
 public:
  void add(const std::string& text);

  std::string texts() const;
  /// Numbers, separated by commas.
  std::string numbers();

 private:
  void end_repetition();

  std::map<std::string, int> numbers_of_;
  std::vector<std::string> texts_;
  std::string numbers_;
  int last_ = -1, times_ = 0;
};

/// JavaScript function that decodes this string.
extern const char* const numbered_script;

}  // namespace ashlar::pictures
