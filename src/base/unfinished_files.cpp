// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

namespace ashlar {
namespace {

// A signal handler may neither lock nor allocate.
struct Slot {
  enum class State { Free, Taken, Listed };
  std::atomic<State> state = State::Free;
  char path[PATH_MAX] = {};
};
std::array<Slot, 100> slots;
static_assert(std::atomic<Slot::State>::is_always_lock_free);

}  // namespace

detail::UnfinishedFile::UnfinishedFile(const std::string& path) noexcept {
  if (path.size() >= PATH_MAX) return;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    Slot::State free = Slot::State::Free;
    if (!slots[k].state.compare_exchange_strong(free, Slot::State::Taken)) continue;
    std::memcpy(slots[k].path, path.c_str(), path.size() + 1);
    slots[k].state = Slot::State::Listed;
    slot_ = static_cast<int>(k);
    return;
  }
}

detail::UnfinishedFile::UnfinishedFile(detail::UnfinishedFile&& other) noexcept
    : slot_(std::exchange(other.slot_, -1)) {}

detail::UnfinishedFile& detail::UnfinishedFile::operator=(detail::UnfinishedFile&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

detail::UnfinishedFile::~UnfinishedFile() {
  if (slot_ >= 0) slots[static_cast<std::size_t>(slot_)].state = Slot::State::Free;
}

void remove_unfinished_files() noexcept {
  const int error = errno;
  for (const Slot& slot : slots)
    if (slot.state == Slot::State::Listed) ::unlink(slot.path);
  for (const Slot& slot : slots)
    if (slot.state == Slot::State::Listed) ::rmdir(slot.path);
  errno = error;
}

}  // namespace ashlar
