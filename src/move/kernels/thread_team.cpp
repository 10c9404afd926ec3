// SPDX-License-Identifier: BSD-3-Clause
#include "thread_team.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/settings.hpp"

namespace ashlar::detail {
namespace {

int wanted_threads() {
  const Settings settings = readable_settings();
  return settings.threads > 0 ? settings.threads : std::max(settings.omp_threads, 1);
}

}  // namespace

ThreadTeam& ThreadTeam::instance() {
  static ThreadTeam team(wanted_threads());
  return team;
}

ThreadTeam::ThreadTeam(int size) {
  try {
    for (int number = 1; number < size; ++number)
      workers_.emplace_back([this, number] { work(number); });
  } catch (const std::system_error&) {
    // The team works with fewer threads than requested.
  }
}

ThreadTeam::~ThreadTeam() {
  is_over_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadTeam::run(int parts, const std::function<void(int part)>& task) {
  if (parts == 1 || is_busy_.exchange(true)) {
    for (int part = 0; part < parts; ++part) task(part);
    return;
  }
  task_ = &task;
  parts_ = parts;
  pending_ = static_cast<int>(workers_.size());
  ++round_;
  round_.notify_all();
  make(0);
  for (int left = pending_; left > 0; left = pending_) pending_.wait(left);
  const std::exception_ptr failure = std::exchange(failure_, nullptr);
  is_busy_ = false;
  if (failure) std::rethrow_exception(failure);
}

void ThreadTeam::work(int number) {
  for (unsigned seen = 0;;) {
    round_.wait(seen);
    seen = round_;
    if (is_over_) return;
    if (number < parts_) make(number);
    if (--pending_ == 0) pending_.notify_one();
  }
}

void ThreadTeam::make(int part) noexcept {
  try {
    (*task_)(part);
  } catch (...) {
    const std::lock_guard lock(failing_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace ashlar::detail
