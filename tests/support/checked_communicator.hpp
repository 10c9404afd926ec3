// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <string>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::test {

/// A value of an environment variable, for as long as it lives.
class Setting {
 public:
  Setting(const char* variable, const std::string& value) : variable_(variable) {
    if (const char* const before = std::getenv(variable)) before_ = before;
    setenv(variable, value.c_str(), 1);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() { setenv(variable_, before_.c_str(), 1); }  // empty is as good as unset

 private:
  const char* variable_;
  std::string before_;
};

/// A communicator of all ranks of `comm` whose calls are compared, or not, and whose waits end
/// after `timeout_s` seconds, or, with 0, never. @collective over `comm`
inline mpi::Communicator communicator_with(mpi::CommunicatorView comm, bool calls_are_checked,
                                           int timeout_s = 0) {
  const Setting check("ASHLAR_CHECK", calls_are_checked ? "1" : "0");
  const Setting timeout("ASHLAR_TIMEOUT", std::to_string(timeout_s));
  mpi::Communicator result = mpi::Communicator::duplicate(comm);
  (void)mpi::Context::of(result);
  return result;
}

}  // namespace ashlar::test
