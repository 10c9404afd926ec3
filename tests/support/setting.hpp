// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <string>

namespace ashlar::test {

/// Sets an environment variable for the lifetime of the object.
class Setting {
 public:
  Setting(const char* variable, const std::string& value) : variable_(variable) {
    if (const char* const before = std::getenv(variable)) before_ = before;
    setenv(variable, value.c_str(), 1);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() { setenv(variable_, before_.c_str(), 1); }  // empty is the same as unset

 private:
  const char* variable_;
  std::string before_;
};

}  // namespace ashlar::test
