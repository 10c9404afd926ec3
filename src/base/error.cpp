// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/error.hpp>

#include <new>
#include <utility>

namespace ashlar {

Error::Error(detail::ErrorRecord record)
    : std::runtime_error(record.message), record_(std::move(record)) {}

ArgumentError::ArgumentError(const std::string& message)
    : Error({ErrorKind::Argument, message, {}}) {}
OverflowError::OverflowError(const std::string& message)
    : Error({ErrorKind::Overflow, message, {}}) {}
OutOfMemory::OutOfMemory(const std::string& message, Index wanted_bytes)
    : Error({ErrorKind::OutOfMemory, message, {}, wanted_bytes}) {}
MpiError::MpiError(const std::string& message, const std::string& call, int code, int error_class)
    : Error({ErrorKind::Mpi, message, call, code, error_class}) {}
FileError::FileError(const std::string& path, const std::string& reason)
    : Error({ErrorKind::File, path + ": " + reason, path}) {}
SingularMatrix::SingularMatrix(const std::string& message, Index pivot)
    : Error({ErrorKind::Singular, message, {}, pivot}) {}
NotPositiveDefinite::NotPositiveDefinite(const std::string& message, Index pivot)
    : Error({ErrorKind::NotPositiveDefinite, message, {}, pivot}) {}
NotConverged::NotConverged(const std::string& message)
    : Error({ErrorKind::NotConverged, message, {}}) {}
ForeignError::ForeignError(const std::string& message) : Error({ErrorKind::Other, message, {}}) {}
TimeoutError::TimeoutError(const std::string& message) : Error({ErrorKind::Timeout, message, {}}) {}

void detail::throw_argument_error(std::initializer_list<TextPart> parts) {
  throw ArgumentError(concat_parts(parts));
}

detail::ErrorRecord detail::current_error_record() {
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

void detail::throw_error(const detail::ErrorRecord& r) {
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
