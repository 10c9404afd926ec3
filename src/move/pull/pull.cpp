// SPDX-License-Identifier: BSD-3-Clause
#include "pull.hpp"

#include <algorithm>

#include "band_pull.hpp"
#include "move/kernels/choices.hpp"
#include "move/kernels/thread_team.hpp"
#include "strip_pull.hpp"

namespace ashlar::detail {
namespace {

/// As many threads as have something to do that is worth waking them for.
int useful_threads(Index bytes) {
  const int most = ThreadTeam::instance().size();
  const Index least = stream_from_bytes() / 2;
  return most == 1 || least == 0 ? most
                                 : static_cast<int>(std::clamp<Index>(bytes / least, 1, most));
}

/// What one hand of the deal makes.
void run_hand(const PullTask& task) {
  task.pull.turned ? pull_bands(task) : pull_strips(task);
  if (task.stream) task.kernels.fence();
}

}  // namespace

void Pull::run(const std::vector<PullSource>& sources, std::span<const PullTarget> targets,
               const KernelSet& kernels, bool stream) const {
  const int threads = useful_threads(along->count() * across->count() * element_bytes / deal.hands);
  if (threads == 1) return run_hand({*this, sources, targets, kernels, stream});
  ThreadTeam::instance().run(threads, [&](int thread) {
    Pull part = *this;
    part.tables = nullptr;
    part.deal = {deal.hands * threads, deal.mine * threads + thread};
    run_hand({part, sources, targets, kernels, stream});
  });
}

}  // namespace ashlar::detail
