// SPDX-License-Identifier: BSD-3-Clause
#include "call_check.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <string_view>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/settings.hpp"
#include "call_report.hpp"
#include "collectives.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

constexpr int tag = 0;

/// False while every communicator was created without ASHLAR_CHECK.
std::atomic<bool> calls_may_be_checked = true;

std::uint64_t fingerprint_of(const char* call, std::span<const SameArgument> arguments) {
  Fingerprint print;
  add_same(print, std::string_view(call));
  for (const SameArgument& argument : arguments) print.add(argument.fingerprint(argument.value));
  return print.value();
}

/// Texts of all ranks, on rank 0.
std::vector<std::string> gathered(CommunicatorView comm, int rank, int size,
                                  const std::string& text) {
  const int length = static_cast<int>(text.size());
  const bool is_root = rank == 0;
  std::vector<int> lengths(is_root ? static_cast<std::size_t>(size) : 0), starts;
  wait_in("MPI_Gather", comm, [&] {
    return MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm.native());
  });
  starts.resize(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(is_root ? static_cast<std::size_t>(starts.back() + lengths.back()) : 0, ' ');
  wait_in("MPI_Gatherv", comm, [&] {
    return MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(),
                       MPI_CHAR, 0, comm.native());
  });
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < lengths.size(); ++r)
    texts.push_back(
        all.substr(static_cast<std::size_t>(starts[r]), static_cast<std::size_t>(lengths[r])));
  return texts;
}

}  // namespace

CallCheck::CallCheck(Context& context)
    : context_(context),
      comm_(Communicator::duplicate(context.comm())),
      timeout_s_(context.settings().timeout_s) {}

void CallCheck::meet(const char* call, std::span<const SameArgument> arguments) {
  if (context_.size() == 1) return;
  Verdict verdict{.kind = Verdict::late};
  if (!has_timed_out_) {
    const std::uint64_t mine = fingerprint_of(call, arguments);
    verdict = context_.rank() == 0 ? judge(mine) : ask(mine);
  }
  if (verdict.kind == Verdict::late) throw_late(call, verdict);
  if (verdict.kind == Verdict::different) explain(call, arguments);
}

bool CallCheck::complete(std::vector<MPI_Request>& requests, int patience_s,
                         std::vector<int>* late) {
  using Clock = std::chrono::steady_clock;
  const int count = static_cast<int>(requests.size());
  const bool is_patient = patience_s == 0;
  const auto deadline =
      is_patient ? Clock::time_point::max() : Clock::now() + std::chrono::seconds(patience_s);
  while (is_patient || Clock::now() < deadline) {
    int done = 0;
    check(MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (done != 0) return true;
    if (context_.is_oversubscribed()) sched_yield();
  }
  for (int k = 0; k < count; ++k) {
    MPI_Request& request = requests[static_cast<std::size_t>(k)];
    int done = 0;
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0) continue;
    if (late != nullptr) late->push_back(k + 1);
    check(MPI_Cancel(&request), "MPI_Cancel");
    check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  return false;
}

CallCheck::Verdict CallCheck::judge(std::uint64_t mine) {
  const int others = context_.size() - 1;
  std::vector<std::uint64_t> theirs(static_cast<std::size_t>(others));
  std::vector<MPI_Request> requests(theirs.size(), MPI_REQUEST_NULL);
  for (int k = 0; k < others; ++k)
    check(MPI_Irecv(&theirs[static_cast<std::size_t>(k)], 1, MPI_UINT64_T, k + 1, tag,
                    comm_.native(), &requests[static_cast<std::size_t>(k)]),
          "MPI_Irecv");
  Verdict verdict;
  std::vector<int> late;
  if (!complete(requests, timeout_s_, &late)) {
    verdict.kind = Verdict::late;
    verdict.late_count = std::min<int>(static_cast<int>(late.size()), Verdict::most_late);
    std::copy_n(late.begin(), verdict.late_count, verdict.late_ranks);
  } else if (std::ranges::any_of(theirs, [mine](std::uint64_t one) { return one != mine; })) {
    verdict.kind = Verdict::different;
  }
  // MPI_Send of a small message returns at once. Late ranks get no answer.
  for (int rank = 1; rank <= others; ++rank)
    if (std::ranges::find(late, rank) == late.end())
      check(MPI_Send(&verdict, sizeof verdict, MPI_BYTE, rank, tag, comm_.native()), "MPI_Send");
  return verdict;
}

CallCheck::Verdict CallCheck::ask(std::uint64_t mine) {
  check(MPI_Send(&mine, 1, MPI_UINT64_T, 0, tag, comm_.native()), "MPI_Send");
  Verdict verdict;
  std::vector<MPI_Request> requests(1, MPI_REQUEST_NULL);
  check(MPI_Irecv(&verdict, sizeof verdict, MPI_BYTE, 0, tag, comm_.native(), requests.data()),
        "MPI_Irecv");
  // Rank 0, which names the late ranks, may have begun to wait after this rank.
  constexpr int grace_s = 5;
  const int patience_s = timeout_s_ == 0 ? 0 : timeout_s_ + grace_s;
  if (!complete(requests, patience_s, nullptr)) return {.kind = Verdict::late, .late_count = 1};
  return verdict;
}

void CallCheck::throw_late(const char* call, const Verdict& verdict) {
  if (has_timed_out_)
    throw TimeoutError(concat(call,
                              ": ranks did not come to an earlier call on this communicator, "
                              "so that they cannot meet on it any more"));
  has_timed_out_ = true;
  throw TimeoutError(
      sentence_of({.rank = context_.rank(),
                   .size = context_.size(),
                   .limit_s = timeout_s_,
                   .outer = call,
                   .late = {verdict.late_ranks, static_cast<std::size_t>(verdict.late_count)}}));
}

void CallCheck::explain(const char* call, std::span<const SameArgument> arguments) {
  const std::vector<std::string> reports =
      gathered(comm_, context_.rank(), context_.size(), report_of(call, arguments));
  std::string sentence;
  if (context_.rank() == 0) sentence = mismatch_of(reports);
  throw MismatchError(broadcast_text(comm_, sentence, 0));
}

void detail::say_whether_calls_are_checked(bool are_checked) noexcept {
  static std::atomic<bool> any = false;
  if (are_checked) any.store(true);
  calls_may_be_checked.store(any.load());
}

void check_same(CommunicatorView comm, const char* call,
                std::initializer_list<SameArgument> arguments) {
  if (!calls_may_be_checked.load(std::memory_order_relaxed)) return;
  if (comm.is_null()) return;  // the call itself reports this
  Context& context = Context::of(comm);
  if (!context.settings().checks_calls) return;
  context.slot<CallCheck>(CallCheck::key, [&] { return CallCheck(context); })
      .meet(call, {arguments.begin(), arguments.size()});
}

bool ThreadGuard::enter(const char* call) {
  const void* const this_thread = &detail::current_context;  // unique while the thread lives
  const void* found = nullptr;
  if (thread_.compare_exchange_strong(found, this_thread, std::memory_order_acquire)) {
    call_.store(call, std::memory_order_relaxed);
    return true;
  }
  if (found == this_thread) return false;
  const char* const other = call_.load(std::memory_order_relaxed);
  throw ArgumentError(
      concat(call, ": another thread of this process is in ",
             other == nullptr ? "a collective call" : other,
             " on the same communicator; give each thread a separate communicator "
             "(mpi::Communicator::duplicate), or make the calls one after the other"));
}

void ThreadGuard::leave() noexcept {
  call_.store(nullptr, std::memory_order_relaxed);
  thread_.store(nullptr, std::memory_order_release);
}

CollectiveCall::CollectiveCall(const char* name) noexcept
    : is_outermost_(detail::current_call == nullptr) {
  if (is_outermost_) detail::current_call = name;
}

CollectiveCall::CollectiveCall(CommunicatorView comm, const char* name,
                               std::initializer_list<SameArgument> arguments)
    : CollectiveCall(name) {
  // Without a context this is the first call on it: Context::of separates threads.
  Context* const context = comm.is_null() ? nullptr : Context::find(comm);
  if (context != nullptr && context != detail::current_context && context->threads().enter(name)) {
    entered_ = context;
    if (detail::current_context == nullptr) detail::current_context = context;
  }
  if (is_outermost_) check_same(comm, name, arguments);
}

CollectiveCall::~CollectiveCall() {
  if (entered_ != nullptr) {
    if (detail::current_context == entered_) detail::current_context = nullptr;
    entered_->threads().leave();
  }
  if (is_outermost_) detail::current_call = nullptr;
}

}  // namespace ashlar::mpi
