// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/error.hpp>

#include <new>

namespace ashlar {

ErrorRecord current_error_record() {
  try {
    throw;
  } catch (const Error& error) {
    return error.record();
  } catch (const std::bad_alloc&) {
    return {ErrorKind::OutOfMemory, "out of memory", {}};
  } catch (const std::exception& error) {
    return {ErrorKind::Other, error.what(), {}};
  } catch (...) {
    return {ErrorKind::Other, "an exception of unknown type", {}};
  }
}

void throw_error(const ErrorRecord& r) {
  switch (r.kind) {
    case ErrorKind::Argument: throw ArgumentError(r.message);
    case ErrorKind::Overflow: throw OverflowError(r.message);
    case ErrorKind::OutOfMemory: throw OutOfMemory(r.message, r.number);
    case ErrorKind::Mpi:
      throw MpiError(r.message, r.subject, static_cast<int>(r.number), static_cast<int>(r.number2));
    case ErrorKind::File: {
      const std::string prefix = r.subject + ": ";
      const bool has_prefix = r.message.compare(0, prefix.size(), prefix) == 0;
      throw FileError(r.subject, has_prefix ? r.message.substr(prefix.size()) : r.message);
    }
    case ErrorKind::Singular: throw SingularMatrix(r.message, r.number);
    case ErrorKind::NotPositiveDefinite: throw NotPositiveDefinite(r.message, r.number);
    case ErrorKind::NotConverged: throw NotConverged(r.message);
    case ErrorKind::Timeout: throw TimeoutError(r.message);
    case ErrorKind::Other: break;
  }
  throw ForeignError(r.message);
}

}  // namespace ashlar
