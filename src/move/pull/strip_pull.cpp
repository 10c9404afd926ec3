// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/tuning.hpp"
#include "pull.hpp"
#include "pull_tables.hpp"
#include "strip_table.hpp"

namespace ashlar::detail {
namespace {

/// Columns processed together.
struct Panel {
  std::size_t columns = 0;
  std::vector<const std::byte*> sources;
  std::vector<std::byte*> targets;
  std::array<Index, most_panel_columns> at;
};

/// Reusable memory of this thread's pulls.
struct StripWorkspace {
  KeptTables<StripTable> tables{1};
  StripTable::Shape shape;
  Panel filling, waiting;
};

class StripPuller {
 public:
  StripPuller(const PullTask& task, StripWorkspace& workspace)
      : task_(task),
        pull_(task.pull),
        size_(pull_.element_bytes),
        source_count_(task.sources.size() / static_cast<std::size_t>(pull_.across_shares)),
        workspace_(workspace),
        filling_(workspace.filling),
        waiting_(workspace.waiting),
        panel_columns_(
            static_cast<std::size_t>(std::min<Index>(tuning().panel_columns, most_panel_columns))),
        distribution_(distribution_of_panels()) {}

  void run() {
    workspace_.shape.assign(task_.targets, source_count_, size_, task_.kernels.gather_bytes,
                            has_triangle());
    // Reusable tables have all rows.
    if (has_triangle() && pull_.tables == nullptr) {
      for (std::size_t t = 0; t < task_.targets.size(); ++t)
        workspace_.shape.wanted.push_back(
            pull_.along->target_range(pull_.rows(), static_cast<int>(t)));
    }
    auto& tables = pull_.tables != nullptr ? pull_.tables->strips : workspace_.tables;
    tables.for_each(*pull_.along, workspace_.shape, [&](const StripTable& table) {
      table_ = &table;
      make_rows();
    });
  }

 private:
  bool has_triangle() const { return pull_.triangle.uplo != Uplo::General; }

  /// Blocks of shared_block_bytes, and enough of them for balance: hardware prefetchers read beyond
  /// the end of a block.
  LineDistribution distribution_of_panels() const {
    constexpr Index blocks_per_hand = 8;
    const LineDistribution& all = pull_.distribution;
    if (all.hands == 1) return all;
    const auto columns = static_cast<Index>(panel_columns_),
               sources = static_cast<Index>(std::max<std::size_t>(1, source_count_));
    const Index panel_bytes = pull_.along->count() * size_ * columns / sources,
                most = pull_.across->count() / columns / (blocks_per_hand * all.hands),
                wanted = tuning().shared_block_bytes / std::max<Index>(1, panel_bytes);
    return {all.hands, all.mine, std::clamp<Index>(wanted, 1, std::max<Index>(1, most))};
  }

  /// Processes the rows of this hand's columns.
  void make_rows() {
    turn_ = 0;
    is_first_ = true;
    filling_.columns = waiting_.columns = 0;
    const auto columns = [&](const Tile& across) { add_columns(across); };
    has_triangle() ? pull_.across->for_each_indexed(columns, pull_.columns())
                   : pull_.across->for_each(columns);
    finish_panel();
    if (waiting_.columns > 0) make(waiting_, nullptr);
  }

  void add_columns(const Tile& across) {
    for (Index j = 0; j < across.length;) {
      const Index count =
          std::min(across.length - j, static_cast<Index>(panel_columns_ - filling_.columns));
      if (distribution_.is_mine(turn_))
        for (Index k = j; k < j + count; ++k) add_column(across, k);
      else filling_.columns += static_cast<std::size_t>(count);
      j += count;
      if (filling_.columns == panel_columns_) finish_panel();
    }
  }

  void add_column(const Tile& across, Index j) {
    const std::size_t c = filling_.columns++;
    filling_.sources.resize(panel_columns_ * source_count_);
    filling_.targets.resize(panel_columns_ * task_.targets.size());
    filling_.at[c] = across.at + j;
    for (std::size_t s = 0; s < source_count_; ++s) {
      const PullSource& source = task_.source(static_cast<int>(s), across.share);
      filling_.sources[c * source_count_ + s] =
          source.data == nullptr ? nullptr
                                 : source.data + (across.source_local + j) * source.ld * size_;
    }
    for (std::size_t t = 0; t < task_.targets.size(); ++t)
      filling_.targets[c * task_.targets.size() + t] =
          task_.column(static_cast<int>(t), across.target_local + j);
  }

  /// Processes the waiting panel, and prefetches the filled one.
  void finish_panel() {
    if (filling_.columns > 0 && distribution_.is_mine(turn_)) {
      if (waiting_.columns > 0)
        make(waiting_, filling_.columns >= waiting_.columns ? &filling_ : nullptr);
      std::swap(filling_, waiting_);
    }
    filling_.columns = 0;
    ++turn_;
  }

  bool fetches() const { return task_.fetches() && tuning().copy_bytes_ahead > 0; }

  void make(const Panel& panel, const Panel* next) {
    const StripTask whole{
        .strips = table_->strips().data(),
        .count = table_->strips().size(),
        .runs = table_->runs().data(),
        .windows = table_->windows().windows().data(),
        .picks = table_->windows().picks().data(),
        .fetch = {table_->lines().data(), 0, fetches() ? table_->lines().size() : 0,
                  static_cast<std::size_t>(tuning().copy_bytes_ahead / line_bytes) / panel.columns,
                  tuning().prefetch_level},
        .sources = panel.sources.data(),
        .targets = panel.targets.data(),
        .source_count = source_count_,
        .target_count = task_.targets.size(),
        .columns = panel.columns,
        .next = next == nullptr || !fetches() ? nullptr : next->sources.data(),
        .conjugate = pull_.conjugate};
    const bool is_first = std::exchange(is_first_, false);
    if (has_triangle()) return fill_triangle(task_, *table_, whole, panel.at, is_first);
    if (is_first) fetch_first(whole);
    fill_whole(task_, whole);
  }

  const PullTask& task_;
  const Pull& pull_;
  Index size_;
  std::size_t source_count_;
  StripWorkspace& workspace_;
  const StripTable* table_ = nullptr;
  Panel &filling_, &waiting_;
  Index turn_ = 0;
  bool is_first_ = true;
  const std::size_t panel_columns_;
  const LineDistribution distribution_;
};

}  // namespace

void pull_strips(const PullTask& task) {
  static thread_local StripWorkspace workspace;
  StripPuller(task, workspace).run();
}

}  // namespace ashlar::detail
