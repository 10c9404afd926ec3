// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar {

/// The type of an error as a number, so that it can travel to the ranks that did not meet it.
enum class ErrorKind : int {
  Argument,             ///< a broken contract: ArgumentError
  Overflow,             ///< a number too large for the library below: OverflowError
  OutOfMemory,          ///< storage that cannot be had: OutOfMemory
  Mpi,                  ///< a failing MPI call: MpiError
  File,                 ///< a file that cannot be read, written or understood: FileError
  Singular,             ///< an exactly zero pivot: SingularMatrix
  NotPositiveDefinite,  ///< a leading minor that is not positive: NotPositiveDefinite
  NotConverged,         ///< an iteration that gave up: NotConverged
  Timeout,              ///< ranks that did not come: TimeoutError
  Other,                ///< an exception of somebody else, known by its text: ForeignError
};

/// All that an error says: enough to throw the same one on every rank.
struct ErrorRecord {
  ErrorKind kind = ErrorKind::Other;
  std::string message;  ///< the sentence for the user
  std::string subject;  ///< MPI call or file path; empty where the kind has none
  Index number = 0;     ///< pivot, MPI error code or bytes wanted
  Index number2 = 0;    ///< MPI error class

  friend bool operator==(const ErrorRecord&, const ErrorRecord&) = default;
};

/// Root of everything the library throws.
class Error : public std::runtime_error {
 public:
  explicit Error(ErrorRecord record);

  ErrorKind kind() const noexcept { return record_.kind; }
  const ErrorRecord& record() const noexcept { return record_; }

 private:
  ErrorRecord record_;
};

/// A contract of the called function was broken; the message names the arguments and their values.
class ArgumentError : public Error {
 public:
  explicit ArgumentError(const std::string& message);
};

/// A number does not fit the 32 bits of MPI, BLAS or ScaLAPACK, or the element type it should
/// become.
class OverflowError : public Error {
 public:
  explicit OverflowError(const std::string& message);
};

/// Memory that was asked for is not to be had; thrown before anything is touched.
class OutOfMemory : public Error {
 public:
  OutOfMemory(const std::string& message, Index wanted_bytes);
  Index wanted_bytes() const noexcept { return record().number; }
};

/// An MPI call returned an error.
class MpiError : public Error {
 public:
  MpiError(const std::string& message, const std::string& call, int code, int error_class);
  const std::string& call() const noexcept { return record().subject; }
  int code() const noexcept { return static_cast<int>(record().number); }
  int error_class() const noexcept { return static_cast<int>(record().number2); }
};

/// A file cannot be opened, read, written or understood; the message starts with its path.
class FileError : public Error {
 public:
  FileError(const std::string& path, const std::string& reason);
  const std::string& path() const noexcept { return record().subject; }
};

/// U of a factorisation has an exact zero on its diagonal (LAPACK INFO > 0).
class SingularMatrix : public Error {
 public:
  SingularMatrix(const std::string& message, Index pivot);
  /// 0-based row and column of the zero pivot.
  Index pivot() const noexcept { return record().number; }
};

/// A Cholesky factorisation met a leading minor that is not positive (LAPACK INFO > 0).
class NotPositiveDefinite : public Error {
 public:
  NotPositiveDefinite(const std::string& message, Index pivot);
  /// 0-based row and column where the factorisation stopped.
  Index pivot() const noexcept { return record().number; }
};

/// An iterative algorithm did not reach its tolerance.
class NotConverged : public Error {
 public:
  explicit NotConverged(const std::string& message);
};

/// An exception of another library that reached a collective call, passed on to all ranks by its
/// text.
class ForeignError : public Error {
 public:
  explicit ForeignError(const std::string& message);
};

/// Record of the exception in flight; call inside a catch block. Exceptions of others become
/// OutOfMemory (std::bad_alloc) or ForeignError.
ErrorRecord current_error_record();

/// Throws the typed error that `record` describes.
[[noreturn]] void throw_error(const ErrorRecord& record);

namespace detail {
/// What expect throws, in one place: code that every check repeats takes long to compile.
[[noreturn, gnu::cold]] void throw_argument_error(std::initializer_list<TextPart> parts);
}  // namespace detail

/// Throws ArgumentError made of `parts`, written one after the other, unless `ok`.
/// The sentence names the function, the values and the remedy. Conditions must be O(1).
template <class... Parts>
constexpr void expect(bool ok, const Parts&... parts) {
  if (!ok) detail::throw_argument_error({detail::TextPart(parts)...});
}

/// Other ranks did not come within ASHLAR_TIMEOUT seconds; the message names the call and the
/// ranks. Thrown on each rank that waits; the communicator is of no use any more.
class TimeoutError : public Error {
 public:
  explicit TimeoutError(const std::string& message);
};

/// Ranks made different calls, or gave one call different [same] arguments; found under
/// ASHLAR_CHECK. The message, the same on all ranks, says which ranks say what.
class MismatchError : public ArgumentError {
 public:
  using ArgumentError::ArgumentError;
};

}  // namespace ashlar
