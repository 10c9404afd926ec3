// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/agree.hpp>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>

#include <ashlar/base/expect.hpp>

#include "collectives.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

/// An ErrorRecord on its way: of fixed size, so that a rank that is out of memory can still take
/// part.
struct Letter {
  static constexpr std::size_t capacity = 4096 - 5 * sizeof(std::int64_t);

  std::int64_t kind = 0;
  std::int64_t number = 0;
  std::int64_t number2 = 0;
  std::int64_t message_length = 0;
  std::int64_t subject_length = 0;
  char text[capacity] = {};
};

/// Texts that are too long lose their end.
void write(const ErrorRecord& record, Letter& letter) {
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

ErrorRecord read(const Letter& letter) {
  const auto message_length = static_cast<std::size_t>(letter.message_length);
  const auto subject_length = static_cast<std::size_t>(letter.subject_length);
  return {static_cast<ErrorKind>(letter.kind), std::string(letter.text, message_length),
          std::string(letter.text + message_length, subject_length), letter.number, letter.number2};
}

}  // namespace

namespace detail {

ErrorRecord caught_error() noexcept {
  try {
    return current_error_record();
  } catch (...) {
    // Even the text could not be copied.
    return {ErrorKind::OutOfMemory, "out of memory", {}};
  }
}

void settle(CommunicatorView comm, const std::optional<ErrorRecord>& failure) {
  constexpr int nobody = INT_MAX;
  const int mine = failure ? comm.rank() : nobody;
  const int lowest = all_min(comm, mine);
  if (lowest == nobody) return;

  Letter letter;
  if (mine == lowest) write(*failure, letter);
  throw_error(read(broadcast(comm, letter, lowest)));
}

}  // namespace detail

void agree(CommunicatorView comm, bool ok, const std::string& message) {
  together(comm, [&] { expect(ok, message); });
}

}  // namespace ashlar::mpi
