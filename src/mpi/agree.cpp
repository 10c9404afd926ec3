// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/agree.hpp>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>
#include <exception>
#include <utility>

#include <ashlar/base/error.hpp>

#include "collectives.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

/// Fixed-size form of an ErrorRecord, so that a rank without memory can take part.
struct Letter {
  static constexpr std::size_t capacity = 4096 - 5 * sizeof(std::int64_t);

  std::int64_t kind = 0;
  std::int64_t number = 0;
  std::int64_t number2 = 0;
  std::int64_t message_length = 0;
  std::int64_t subject_length = 0;
  char text[capacity] = {};
};

void write(const ashlar::detail::ErrorRecord& record, Letter& letter) {
  const std::size_t subject_length = std::min(record.subject.size(), Letter::capacity / 2);
  const std::size_t message_length =
      std::min(record.message.size(), Letter::capacity - subject_length);
  letter.kind = static_cast<std::int64_t>(record.kind);
  letter.number = record.number;
  letter.number2 = record.number2;
  letter.message_length = static_cast<std::int64_t>(message_length);
  letter.subject_length = static_cast<std::int64_t>(subject_length);
  std::memcpy(letter.text, record.message.data(), message_length);
  std::memcpy(letter.text + message_length, record.subject.data(), subject_length);
}

ashlar::detail::ErrorRecord read(const Letter& letter) {
  const auto message_length = static_cast<std::size_t>(letter.message_length);
  const auto subject_length = static_cast<std::size_t>(letter.subject_length);
  return {static_cast<ErrorKind>(letter.kind), std::string(letter.text, message_length),
          std::string(letter.text + message_length, subject_length), letter.number, letter.number2};
}

}  // namespace

namespace detail {

namespace {

/// Last exception of settle in this thread, kept so that no other one has its address.
thread_local std::exception_ptr settled_error;
thread_local MPI_Comm settled_comm = MPI_COMM_NULL;

class Together {
 public:
  explicit Together(CommunicatorView comm) noexcept
      : outer_(std::exchange(innermost_comm, comm.native())) {}
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;
  ~Together() { innermost_comm = outer_; }

 private:
  MPI_Comm outer_;
};

}  // namespace

bool is_settled(CommunicatorView comm) noexcept {
  return settled_error != nullptr && settled_comm == comm.native() &&
         std::current_exception() == settled_error;
}

ashlar::detail::ErrorRecord caught_error() noexcept {
  try {
    return ashlar::detail::current_error_record();
  } catch (...) {
    // Copying the text failed, too.
    return {ErrorKind::OutOfMemory, "out of memory", {}};
  }
}

void settle(CommunicatorView comm, const std::optional<ashlar::detail::ErrorRecord>& failure) {
  const Together not_within(MPI_COMM_NULL);  // outside of the function's steps
  constexpr int none = INT_MAX;
  const int mine = failure ? comm.rank() : none;
  const int lowest = all_min(comm, mine);
  if (lowest == none) return;

  Letter letter;
  if (mine == lowest) write(*failure, letter);
  letter = broadcast(comm, letter, lowest);
  try {
    ashlar::detail::throw_error(read(letter));
  } catch (const Error&) {
    settled_error = std::current_exception();
    settled_comm = comm.native();
    throw;
  }
}

void run_together(CommunicatorView comm, void (*call)(void* function), void* function) {
  // Errors that all ranks have thrown together are settled already.
  std::optional<ashlar::detail::ErrorRecord> failure;
  try {
    const Together inside(comm);
    call(function);
  } catch (...) {
    if (is_settled(comm)) throw;
    failure.emplace(caught_error());
  }
  settle(comm, failure);
}

void meet(CommunicatorView comm) {
  if (innermost_comm != MPI_COMM_NULL && comm == CommunicatorView(innermost_comm))
    settle(comm, std::nullopt);
}

}  // namespace detail

void agree(CommunicatorView comm, bool ok, const std::string& message) {
  together(comm, [&] { expect(ok, message); });
}

}  // namespace ashlar::mpi
