// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar {

/// Type of an error as a number that ranks can exchange.
enum class ErrorKind : int {
  Argument,
  Overflow,
  OutOfMemory,
  Mpi,
  File,
  Singular,  ///< SingularMatrix
  NotPositiveDefinite,
  NotConverged,
  Timeout,
  Other,  ///< ForeignError
};

namespace detail {

/// Contents of an error, sufficient to throw it on every rank.
struct ErrorRecord {
  ErrorKind kind = ErrorKind::Other;
  std::string message;  ///< text for the user
  std::string subject;  ///< MPI call or file path; else empty
  Index number = 0;     ///< pivot, MPI error code or requested bytes
  Index number2 = 0;    ///< MPI error class

  friend bool operator==(const ErrorRecord&, const ErrorRecord&) = default;
};

}  // namespace detail

/// Base class of all exceptions of the library.
class Error : public std::runtime_error {
 public:
  explicit Error(detail::ErrorRecord record);

  ErrorKind kind() const noexcept { return record_.kind; }
  const detail::ErrorRecord& record() const noexcept { return record_; }

 private:
  detail::ErrorRecord record_;
};

/// Violated precondition. The message names the arguments and their values.
class ArgumentError : public Error {
 public:
  explicit ArgumentError(const std::string& message);
};

/// Number beyond the 32 bits of MPI, BLAS and ScaLAPACK, or beyond an element type.
class OverflowError : public Error {
 public:
  explicit OverflowError(const std::string& message);
};

/// Failed allocation; nothing was modified.
class OutOfMemory : public Error {
 public:
  OutOfMemory(const std::string& message, Index wanted_bytes);
  Index wanted_bytes() const noexcept { return record().number; }
};

/// Error returned by an MPI call.
class MpiError : public Error {
 public:
  MpiError(const std::string& message, const std::string& call, int code, int error_class);
  const std::string& call() const noexcept { return record().subject; }
  int code() const noexcept { return static_cast<int>(record().number); }
  int error_class() const noexcept { return static_cast<int>(record().number2); }
};

/// File that cannot be opened, read, written or parsed. The message starts with its path.
class FileError : public Error {
 public:
  FileError(const std::string& path, const std::string& reason);
  const std::string& path() const noexcept { return record().subject; }
};

/// Exact zero on the diagonal of U (LAPACK INFO > 0).
class SingularMatrix : public Error {
 public:
  SingularMatrix(const std::string& message, Index pivot);
  /// 0-based row and column of the zero pivot.
  Index pivot() const noexcept { return record().number; }
};

/// Leading minor that is not positive, in a Cholesky factorisation (LAPACK INFO > 0).
class NotPositiveDefinite : public Error {
 public:
  NotPositiveDefinite(const std::string& message, Index pivot);
  /// 0-based last row and column of that minor.
  Index pivot() const noexcept { return record().number; }
};

/// Iterative algorithm that did not reach its tolerance.
class NotConverged : public Error {
 public:
  explicit NotConverged(const std::string& message);
};

/// Exception of another library in a collective call; all ranks get its text.
class ForeignError : public Error {
 public:
  explicit ForeignError(const std::string& message);
};

namespace detail {

/// Record of the exception in flight, for a catch block. std::bad_alloc becomes OutOfMemory, other
/// foreign exceptions ForeignError.
ErrorRecord current_error_record();

/// Throws the typed error of `record`.
[[noreturn]] void throw_error(const ErrorRecord& record);

/// Throws for expect. Defined once, to shorten compilation.
[[noreturn, gnu::cold]] void throw_argument_error(std::initializer_list<TextPart> parts);
}  // namespace detail

/// Throws ArgumentError with the concatenated `parts` unless `ok`.
/// The message names the function, the values and the remedy. Conditions must be O(1).
template <class... Parts>
constexpr void expect(bool ok, const Parts&... parts) {
  if (!ok) detail::throw_argument_error({detail::TextPart(parts)...});
}

/// Collective call in which ranks are missing after ASHLAR_TIMEOUT seconds; the message names the
/// call and these ranks. Thrown on each waiting rank; the communicator is unusable afterwards.
class TimeoutError : public Error {
 public:
  explicit TimeoutError(const std::string& message);
};

/// Different calls, or different [same] arguments, on the ranks; found under ASHLAR_CHECK=1. The
/// message lists them with their ranks and is equal on all ranks.
class MismatchError : public ArgumentError {
 public:
  using ArgumentError::ArgumentError;
};

}  // namespace ashlar
