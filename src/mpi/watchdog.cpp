// SPDX-License-Identifier: BSD-3-Clause
#include "watchdog.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/environment.hpp>

#include "call_report.hpp"
#include "collective_call.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

/// Ends the process, the only way out of a blocked MPI call.
void end_process(const char* sentence) {
  const std::string line = std::string("ashlar: error: ") + sentence + "\n";
  // A failed write must not keep the process.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(124);  // as timeout(1)
}

std::atomic<TimeoutHandler> current_handler = end_process;

// Never destroyed: its thread runs until the process ends.
Watchdog* the_watchdog = nullptr;
std::mutex start_mutex;

}  // namespace

TimeoutHandler set_timeout_handler(TimeoutHandler handler) noexcept {
  const TimeoutHandler before =
      current_handler.exchange(handler == nullptr ? end_process : handler);
  return before == end_process ? nullptr : before;
}

void Watchdog::start(int limit_s) {
  const std::lock_guard lock(start_mutex);
  if (limit_s == 0 || the_watchdog != nullptr) return;
  the_watchdog = new Watchdog(limit_s);
  detail::waits_are_watched.store(true);
}

Watchdog& Watchdog::instance() { return *the_watchdog; }

Watchdog::Watchdog(int limit_s) : limit_s_(limit_s) {
  // Signals are left to the program's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([this] { watch(); }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::uint64_t Watchdog::begin(const char* call, CommunicatorView comm,
                              std::optional<std::span<const int>> awaited) {
  Wait wait{.call = call,
            .of = detail::current_call,
            .comm = comm,
            .rank = comm.rank(),
            .size = comm.size(),
            .awaited = {},
            .since = Clock::now()};
  if (awaited) wait.awaited.assign(awaited->begin(), awaited->end());
  const std::lock_guard lock(mutex_);
  const auto known = awaited ? arrivals_.end() : arrivals_.find(comm.native());
  if (known != arrivals_.end()) {
    wait.arrivals = known->second;
    wait.number = wait.arrivals->begin(comm);
  }
  wait.name = ++last_name_;
  waits_.push_back(std::move(wait));
  return last_name_;
}

void Watchdog::end(std::uint64_t name) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(waits_, [name](const Wait& wait) { return wait.name == name; });
}

void Watchdog::set_arrivals(CommunicatorView comm, Arrivals* arrivals) {
  const std::lock_guard lock(mutex_);
  if (arrivals == nullptr) arrivals_.erase(comm.native());
  else arrivals_[comm.native()] = arrivals;
}

std::string Watchdog::overdue() {
  const std::lock_guard lock(mutex_);
  const Clock::duration limit = std::chrono::seconds(limit_s_);
  const auto now = Clock::now();
  for (Wait& wait : waits_) {
    if (wait.is_reported || now - wait.since < limit) continue;
    std::vector<int> late = wait.awaited;
    if (wait.arrivals != nullptr) late = wait.arrivals->late(wait.comm, wait.number);
    if (now - wait.since < limit + grace(wait.rank, late)) continue;
    wait.is_reported = true;
    return sentence_of({.rank = wait.rank,
                        .size = wait.size,
                        .limit_s = limit_s_,
                        .inner = wait.call,
                        .outer = wait.of,
                        .late = late});
  }
  return {};
}

/// Additional time of a rank behind the lowest waiting one, whose sentence ends the job first.
Watchdog::Clock::duration Watchdog::grace(int rank, const std::vector<int>& late) const {
  const auto lower = std::ranges::count_if(late, [rank](int other) { return other < rank; });
  const Clock::duration step = std::chrono::milliseconds(500);
  const Clock::duration most = std::chrono::milliseconds(750) * limit_s_;
  return std::min(step * (rank - lower), most);
}

void Watchdog::watch() {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::string sentence = overdue();
    if (!sentence.empty()) current_handler.load()(sentence.c_str());
  }
}

Arrivals::Arrivals(Context& context)
    : context_(context), node_(context.node()), counters_(context, 2) {}

Arrivals::~Arrivals() {
  for (const CommunicatorView comm : {user_, context_.comm(), node_})
    Watchdog::instance().set_arrivals(comm, nullptr);
}

void Arrivals::watch(CommunicatorView user) {
  user_ = user;
  for (const CommunicatorView comm : {user_, context_.comm(), node_})
    Watchdog::instance().set_arrivals(comm, this);
}

std::uint64_t Arrivals::begin(CommunicatorView comm) {
  const int k = which(comm);
  const std::uint64_t number = ++begun_[static_cast<std::size_t>(k)];
  if (counters_.is_available()) counters_.raise(k, number);
  return number;
}

std::vector<int> Arrivals::late(CommunicatorView comm, std::uint64_t number) const {
  std::vector<int> ranks;
  if (!counters_.is_available()) return ranks;
  for (int r = 0; r < context_.node_size(); ++r)
    if (counters_.value(r, which(comm)) < number)
      ranks.push_back(context_.node_ranks()[static_cast<std::size_t>(r)]);
  return ranks;
}

namespace detail {

WatchedWait::WatchedWait(const char* call, CommunicatorView comm,
                         std::optional<std::span<const int>> awaited) noexcept {
  try {
    name_ = Watchdog::instance().begin(call, comm, awaited);
  } catch (...) {
    name_ = 0;  // not watched, for want of memory
  }
}

WatchedWait::~WatchedWait() { Watchdog::instance().end(name_); }

}  // namespace detail
}  // namespace ashlar::mpi
