// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/error.hpp>

namespace ashlar {

/// Other ranks did not come within ASHLAR_TIMEOUT seconds; the message names the call and the
/// ranks. Thrown on each rank that waits; the communicator is of no use any more.
class TimeoutError : public Error {
 public:
  explicit TimeoutError(const std::string& message) : Error({ErrorKind::Timeout, message, {}}) {}
};

/// Ranks made different calls, or gave one call different [same] arguments; found under
/// ASHLAR_CHECK. The message, the same on all ranks, says which ranks say what.
class MismatchError : public ArgumentError {
 public:
  using ArgumentError::ArgumentError;
};

}  // namespace ashlar
