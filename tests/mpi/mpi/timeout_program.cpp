// SPDX-License-Identifier: BSD-3-Clause
// Late ranks under ASHLAR_TIMEOUT=1. The argument selects the call that they miss; the status is
// the number of the first failed check.
//   counters | call | judge | mpi | first: the late rank enters after all others have timed out
//   ended: it never enters, and the default handler ends the job
#include <mpi.h>

#include <chrono>
#include <string>
#include <thread>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>
#include <ashlar/mpi/environment.hpp>

#include "mpi/collective_call.hpp"

using namespace ashlar;

namespace {

// The handler, which must not call MPI, signals the other ranks by these counters.
mpi::NodeCounters* board = nullptr;
std::string reported;
int reports = 0;

void note(const char* sentence) {
  reported = sentence;
  ++reports;
  board->raise(0, 1);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void wait_for_reports(mpi::CommunicatorView comm) {
  for (int rank = 0; rank < comm.size(); ++rank)
    while (rank != comm.rank() && board->value(rank, 0) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

template <class F>
std::string timeout_of(F&& f) {
  try {
    f();
  } catch (const TimeoutError& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "nothing was thrown";
}

/// The other ranks wait in `f` until it throws; each of them sends a message to the late rank.
template <class F>
std::string thrown(mpi::CommunicatorView comm, int late, F&& f) {
  char done = 0;
  if (comm.rank() != late) {
    const std::string text = timeout_of(f);
    MPI_Send(&done, 1, MPI_CHAR, late, 0, comm.native());
    return text;
  }
  for (int k = 1; k < comm.size(); ++k)
    MPI_Recv(&done, 1, MPI_CHAR, MPI_ANY_SOURCE, 0, comm.native(), MPI_STATUS_IGNORE);
  return {};
}

/// The other ranks wait in `f`, inside MPI; the late rank calls it after their watchdogs have
/// reported.
template <class F>
void come_late(mpi::CommunicatorView comm, int late, F&& f) {
  mpi::set_timeout_handler(note);
  if (comm.rank() == late) wait_for_reports(comm);
  f();
}

int counters(mpi::CommunicatorView comm) {
  const int late = comm.size() - 1;
  mpi::NodeCounters arrivals(mpi::Context::of(comm), 1);
  const std::string text = thrown(comm, late, [&] {
    const mpi::CollectiveCall call(mpi::CommunicatorView(), "sweep");
    arrivals.wait(late, 0, 1);
  });
  if (comm.rank() == late) return 0;
  return contains(text, "longer than 1 s") &&
                 contains(text, "in sweep for rank " + std::to_string(late))
             ? 0
             : 1;
}

int call(mpi::CommunicatorView comm, int late) {
  const auto save = [&] { const mpi::CollectiveCall front(comm, "save"); };
  const std::string text = thrown(comm, late, save);
  if (comm.rank() == late) return 0;
  if (!contains(text, "in save for rank " + std::to_string(late))) return 2;
  // The ranks that entered cannot synchronise on this communicator any more, but can end.
  return contains(timeout_of(save), "an earlier call") ? 0 : 3;
}

int in_mpi(mpi::CommunicatorView comm) {
  const int late = comm.size() - 1;
  const mpi::CommunicatorView ours = mpi::Context::of(comm).comm();
  come_late(comm, late, [&] { mpi::agree(ours, true, ""); });
  if (comm.rank() == late) return reports == 0 ? 0 : 4;
  const bool is_right = contains(reported, "in MPI_Allreduce for rank " + std::to_string(late));
  return reports == 1 && is_right ? 0 : 5;
}

int first(mpi::CommunicatorView comm) {
  const mpi::Communicator fresh = mpi::Communicator::duplicate(comm);
  come_late(comm, 0, [&] { (void)mpi::Context::of(fresh); });
  if (comm.rank() == 0) return reports == 0 ? 0 : 6;
  return reports >= 1 && contains(reported, "in MPI_Comm_dup for other ranks") ? 0 : 7;
}

int run(mpi::CommunicatorView comm, const std::string& what) {
  if (what == "counters") return counters(comm);
  if (what == "call") return call(comm, comm.size() - 1);
  if (what == "judge") return call(comm, 0);
  if (what == "mpi") return in_mpi(comm);
  if (what == "first") return first(comm);
  if (comm.rank() == 1) std::this_thread::sleep_for(std::chrono::seconds(100));
  mpi::agree(mpi::Context::of(comm).comm(), true, "");
  return 8;
}

}  // namespace

int main(int argc, char** argv) {
  const mpi::Environment environment(argc, argv);
  mpi::NodeCounters noted(mpi::Context::of(environment.world()), 1);
  board = &noted;
  return run(environment.world(), argv[1]);
}
