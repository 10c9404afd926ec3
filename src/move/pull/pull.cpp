// SPDX-License-Identifier: BSD-3-Clause
#include "pull.hpp"

#include <algorithm>

#include "move/kernels/choices.hpp"
#include "move/kernels/thread_team.hpp"

namespace ashlar::detail {
namespace {

/// Number of threads that pays for this number of bytes.
int useful_threads(Index bytes) {
  const int most = ThreadTeam::instance().size();
  const Index least = stream_from_bytes() / 2;
  return most == 1 || least == 0 ? most
                                 : static_cast<int>(std::clamp<Index>(bytes / least, 1, most));
}

/// True if runs are best copied separately: long and in cache, or longer.
bool suits_runs(const PullTask& task) {
  const Pull& pull = task.pull;
  if (pull.turned || pull.conjugate != Conjugate::No || pull.triangle.uplo != Uplo::General)
    return false;
  const Index run = pull.along->mean_length() * pull.element_bytes;
  return run >= (task.fetches() ? tuning().streamed_run_bytes : tuning().plain_run_bytes);
}

/// Copies runs of a few columns at a time, to amortise the walk over tiles.
void pull_runs(const PullTask& task) {
  const Index side_by_side = tuning().columns_side_by_side;
  const Pull& pull = task.pull;
  const Index size = pull.element_bytes;
  Index turn = 0;
  pull.across->for_each([&](const Tile& across) {
    for (Index j = 0; j < across.length; j += side_by_side) {
      if (!pull.distribution.is_mine(turn++)) continue;
      const Index columns = std::min(side_by_side, across.length - j);
      pull.along->for_each([&](const Tile& along) {
        const PullSource& source = task.source(along.share, across.share);
        if (source.data == nullptr) return;  // inaccessible
        const PullTarget& target = task.targets[static_cast<std::size_t>(along.target)];
        const Index from = along.source_local + (across.source_local + j) * source.ld,
                    to = along.target_local + (across.target_local + j) * target.ld;
        const ColumnsCopy runs{target.data + to * size,   target.ld * size,
                               source.data + from * size, source.ld * size,
                               along.length * size,       columns};
        task.kernels.copy_columns(runs, task.stream);
      });
    }
  });
}

/// Processes the lines of one hand.
void run_hand(const PullTask& task) {
  if (suits_runs(task)) pull_runs(task);
  else task.pull.turned ? pull_bands(task) : pull_strips(task);
  if (task.stream) task.kernels.fence();
}

}  // namespace

void Pull::run(const std::vector<PullSource>& sources, std::span<const PullTarget> targets,
               const KernelSet& kernels, bool stream) const {
  const int threads =
      useful_threads(along->count() * across->count() * element_bytes / distribution.hands);
  if (threads == 1) return run_hand({*this, sources, targets, kernels, stream});
  ThreadTeam::instance().run(threads, [&](int thread) {
    Pull part = *this;
    part.tables = nullptr;
    part.distribution = {distribution.hands * threads, distribution.mine * threads + thread};
    run_hand({part, sources, targets, kernels, stream});
  });
}

}  // namespace ashlar::detail
