// SPDX-License-Identifier: BSD-3-Clause
#include "scattered_pull.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace ashlar::detail {
namespace {

constexpr Index table_rows = 8192;  // of all targets; columns are walked this far in one go
constexpr Index dealt = 16;         // columns that are dealt at once
constexpr std::size_t batch = 64;   // rows of each target in turn, where there are several
constexpr std::size_t lead = 16;    // lines of memory that are fetched ahead
constexpr Index line_bytes = 64;
constexpr Index least_comb = 4 * line_bytes;

/// Rows of one target, from the element `first` of the tables on.
struct Batch {
  int target;
  bool follows;  // whether they follow each other there
  std::size_t first, count;
  std::size_t first_line, line_count;
  int sources;  // of a comb, or 0
  Index step;
};

/// Elements that come in turn from several sources, as in GatherTask.
struct Comb {
  std::size_t count = 0;
  int sources = 0;
  Index step = 0;
};

/// An element on its way into the tables.
struct Entry {
  const std::byte* address;
  Index stride, place;  // bytes
  std::size_t source;
};

class ScatteredPuller {
 public:
  explicit ScatteredPuller(const PullTask& task)
      : task_(task),
        pull_(task.pull),
        size_(pull_.element_bytes),
        size_class_(size_class(static_cast<std::size_t>(size_))) {}

  void run() {
    std::vector<Tile> tiles;
    Index rows = 0;
    const auto flush = [&] {
      next_lines_ = 0;
      if (rows > 0)
        pull_.across->for_each([&](const Tile& across) { pull_columns(tiles, across); });
      tiles.clear();
      rows = 0;
    };
    pull_.along->for_each([&](const Tile& along) {
      if (rows + along.length > table_rows) flush();
      tiles.push_back(along);
      rows += along.length;
    });
    flush();
  }

 private:
  /// Fills the tables with what the sources at hand have of these rows, and uses them for this
  /// rank's columns of `across`.
  void pull_columns(const std::vector<Tile>& tiles, const Tile& across) {
    fill_tables(tiles, across);
    if (batches_.empty()) return;
    const Index width = is_dealt() ? dealt : across.length;
    Index at = 0;  // column for which the addresses stand
    for (Index first = 0; first < across.length; first += width) {
      if (next_lines_++ % pull_.deal.hands != pull_.deal.mine) continue;
      for (Index j = first; j < std::min(first + width, across.length); ++j) {
        if (!one_stride_) {
          const Index step = j - std::exchange(at, j);
          for (std::size_t k = 0; k < addresses_.size(); ++k) addresses_[k] += step * strides_[k];
        }
        const Index offset = one_stride_ ? j * strides_.front() : 0;
        for (const Batch& rows : batches_) {
          std::byte* column = task_.column(rows.target, across.target_local + j);
          rows.follows ? gather(rows, column, offset) : scatter(rows, column, offset);
        }
      }
    }
  }

  bool is_dealt() const { return pull_.deal.hands > 1; }

  void fill_tables(const std::vector<Tile>& tiles, const Tile& across) {
    batches_.clear();
    addresses_.clear();
    strides_.clear();
    places_.clear();
    lines_.clear();
    last_lines_.assign(task_.sources.size(), -1);
    one_stride_ = true;
    waiting_.resize(task_.targets.size());
    for (const Tile& along : tiles) {
      const PullSource& source = task_.source(along.share, across.share);
      if (source.data == nullptr) continue;
      std::vector<Entry>& rows = waiting_[static_cast<std::size_t>(along.target)];
      for (Index i = 0; i < along.length; ++i) {
        const Index place = along.source_local + i + across.source_local * source.ld;
        rows.push_back({source.data + place * size_, source.ld * size_,
                        (along.target_local + i) * size_,
                        static_cast<std::size_t>(&source - task_.sources.data())});
        if (is_dealt() && rows.size() == batch) add_batch(along.target);
      }
    }
    for (std::size_t target = 0; target < waiting_.size(); ++target)
      add_batch(static_cast<int>(target));
    line_count_ = lines_.size();
    // Behind the last lines come the first again, of the next column.
    for (std::size_t k = 0; k < lead && line_count_ > 0; ++k) lines_.push_back(lines_[k]);
  }

  /// Moves what waits for a target into the tables: combs, and what lies between them.
  void add_batch(int target) {
    std::vector<Entry>& waiting = waiting_[static_cast<std::size_t>(target)];
    const std::span<const Entry> rows(waiting);
    bool follows = true;
    for (std::size_t k = 1; k < rows.size(); ++k)
      follows = follows && rows[k].place == rows[k - 1].place + size_;
    std::size_t first = 0, at = 0;
    while (follows && at < rows.size()) {
      const Comb comb = longest_comb(rows.subspan(at));
      if (static_cast<Index>(comb.count) * size_ < least_comb) {
        ++at;
        continue;
      }
      add(target, true, rows.subspan(first, at - first), {});
      add(target, true, rows.subspan(at, comb.count), comb);
      first = at += comb.count;
    }
    add(target, follows, rows.subspan(first), {});
    waiting.clear();
  }

  /// The most elements from the first one on whose addresses can be computed.
  Comb longest_comb(std::span<const Entry> rows) const {
    Comb longest;
    for (const int sources : comb_sources) {
      const auto lag = static_cast<std::size_t>(sources);
      if (rows.size() <= lag) break;
      const Index step = rows[lag].address - rows[0].address;
      if (sources > 1 && step != size_) continue;
      std::size_t count = lag;
      while (count < rows.size() && rows[count].address - rows[count - lag].address == step)
        ++count;
      if (count > longest.count) longest = {count, sources, step};
    }
    return longest;
  }

  void add(int target, bool follows, std::span<const Entry> rows, const Comb& comb) {
    if (rows.empty()) return;
    Batch added{target,        follows, addresses_.size(), rows.size(),
                lines_.size(), 0,       comb.sources,      comb.step};
    for (const Entry& row : rows) {
      addresses_.push_back(row.address);
      strides_.push_back(row.stride);
      places_.push_back(row.place);
      one_stride_ = one_stride_ && row.stride == strides_.front();
      const auto line =
          static_cast<Index>(reinterpret_cast<std::uintptr_t>(row.address) / line_bytes);
      if (line != std::exchange(last_lines_[row.source], line)) lines_.push_back(row.address);
    }
    added.line_count = lines_.size() - added.first_line;
    batches_.push_back(added);
  }

  void gather(const Batch& rows, std::byte* column, Index offset) const {
    GatherTask task{column + places_[rows.first], addresses_.data() + rows.first, offset,
                    static_cast<Index>(rows.count)};
    task.sources = rows.sources;
    task.step = rows.step;
    if (one_stride_) {
      const std::size_t first = rows.first_line + lead;
      task.lines = lines_.data() + first;
      task.line_count = static_cast<Index>(rows.line_count);
      task.turn = static_cast<Index>(line_count_) - static_cast<Index>(first);
      task.next_offset = offset + strides_.front();
    }
    task_.kernels.gather[size_class_](task, task_.stream);
  }

  void scatter(const Batch& rows, std::byte* column, Index offset) const {
    switch (size_) {
      case 1: return scatter_elements<1>(rows, column, offset);
      case 2: return scatter_elements<2>(rows, column, offset);
      case 4: return scatter_elements<4>(rows, column, offset);
      case 8: return scatter_elements<8>(rows, column, offset);
      default: return scatter_elements<16>(rows, column, offset);
    }
  }

  template <int Size>
  void scatter_elements(const Batch& rows, std::byte* column, Index offset) const {
    for (std::size_t k = rows.first; k < rows.first + rows.count; ++k)
      std::memcpy(column + places_[k], addresses_[k] + offset, Size);
  }

  const PullTask& task_;
  const Pull& pull_;
  Index size_;
  int size_class_;
  std::vector<std::vector<Entry>> waiting_;  // for each target
  std::vector<Batch> batches_;
  std::vector<const std::byte*> addresses_, lines_;
  std::vector<Index> strides_, places_;  // bytes
  bool one_stride_ = true;               // whether all strides are the same
  std::size_t line_count_ = 0;           // without those that come twice
  std::vector<Index> last_lines_;        // of each source
  Index next_lines_ = 0;                 // to be dealt
};

}  // namespace

void pull_scattered(const PullTask& task) { ScatteredPuller(task).run(); }

}  // namespace ashlar::detail
