// SPDX-License-Identifier: BSD-3-Clause
#include "support/error_json.hpp"

#include <nlohmann/json.hpp>

namespace ashlar::apps {

std::string error_json(const std::string& kind, const std::string& message, int status) {
  const nlohmann::ordered_json json = {
      {"error", {{"kind", kind}, {"message", message}, {"status", status}}}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

const char* kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Argument: return "argument";
    case ErrorKind::Overflow: return "overflow";
    case ErrorKind::OutOfMemory: return "out_of_memory";
    case ErrorKind::Mpi: return "mpi";
    case ErrorKind::File: return "file";
    case ErrorKind::Singular: return "singular";
    case ErrorKind::NotPositiveDefinite: return "not_positive_definite";
    case ErrorKind::NotConverged: return "not_converged";
    case ErrorKind::Timeout: return "timeout";
    case ErrorKind::Other: break;
  }
  return "other";
}

}  // namespace ashlar::apps
