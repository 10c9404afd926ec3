// SPDX-License-Identifier: BSD-3-Clause
#include "pull.hpp"

#include <algorithm>
#include <array>
#include <vector>

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

/// True if runs are best copied separately: long and in cache, or longer. A walk over the runs of
/// each column of a triangle pays for few of them.
bool suits_runs(const PullTask& task) {
  const Pull& pull = task.pull;
  if (pull.turned || pull.conjugate != Conjugate::No) return false;
  const bool needs_long = task.fetches() || pull.triangle.uplo != Uplo::General;
  return pull.along->mean_length() * pull.element_bytes >=
         (needs_long ? tuning().streamed_run_bytes : tuning().plain_run_bytes);
}

/// Copies runs one by one.
class RunPuller {
 public:
  /// @param wanted  reusable memory
  RunPuller(const PullTask& task, std::vector<Range>& wanted)
      : task_(task), pull_(task.pull), wanted_(wanted) {}

  void run() {
    const auto columns = [&](const Tile& across) { add_columns(across); };
    has_triangle() ? pull_.across->for_each_indexed(columns, pull_.columns())
                   : pull_.across->for_each(columns);
    copy();
  }

 private:
  bool has_triangle() const { return pull_.triangle.uplo != Uplo::General; }

  void add_columns(const Tile& across) {
    const Index side_by_side = tuning().columns_side_by_side;
    for (Index j = 0; j < across.length; j += side_by_side) {
      if (!pull_.distribution.is_mine(turn_++)) continue;
      const Index end = j + std::min(side_by_side, across.length - j);
      if (task_.fetches() || has_triangle()) {
        for (Index k = j; k < end; ++k) add_column(across, k);
      } else {
        // Columns side by side amortise the walk over tiles.
        pull_.along->for_each([&](const Tile& along) {
          for (Index k = j; k < end; ++k) add(along, across, k);
        });
      }
    }
  }

  void add_column(const Tile& across, Index j) {
    if (!has_triangle())
      return pull_.along->for_each([&](const Tile& along) { add(along, across, j); });
    const Range rows = pull_.triangle.rows_of(across.at + j, {0, pull_.along->extent()});
    wanted_.clear();
    for (std::size_t t = 0; t < task_.targets.size(); ++t)
      wanted_.push_back(pull_.along->target_range(rows, static_cast<int>(t)));
    pull_.along->for_each([&](Tile along) {
      keep_only(along, wanted_[static_cast<std::size_t>(along.target)]);
      if (along.length > 0) add(along, across, j);
    });
  }

  void add(const Tile& along, const Tile& across, Index j) {
    const PullSource& source = task_.source(along.share, across.share);
    if (source.data == nullptr) return;  // inaccessible
    const Index size = pull_.element_bytes;
    runs_[count_++] = {
        task_.column(along.target, across.target_local + j) + along.target_local * size,
        source.data + (along.source_local + (across.source_local + j) * source.ld) * size,
        along.length * size};
    if (count_ == runs_.size()) copy();
  }

  void copy() {
    task_.kernels.copy_runs({.runs = runs_.data(),
                             .count = count_,
                             .bytes_ahead = task_.fetches() ? tuning().copy_bytes_ahead : 0,
                             .level = tuning().prefetch_level},
                            task_.stream);
    count_ = 0;
  }

  const PullTask& task_;
  const Pull& pull_;
  Index turn_ = 0;
  std::array<CopyRun, 256> runs_;
  std::size_t count_ = 0;
  std::vector<Range>& wanted_;  // local rows of each target in the triangle
};

/// Processes the lines of one hand.
void run_hand(const PullTask& task) {
  static thread_local std::vector<Range> wanted;
  if (suits_runs(task)) RunPuller(task, wanted).run();
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
