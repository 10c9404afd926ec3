// SPDX-License-Identifier: BSD-3-Clause
#include "pull.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "move/kernels/choices.hpp"
#include "move/kernels/thread_team.hpp"
#include "scattered_pull.hpp"
#include "woven_pull.hpp"

namespace ashlar::detail {
namespace {

constexpr Index columns = 32;     // of a copy, side by side
constexpr Index band = 16;        // target elements along, when turning
constexpr Index slice = 512;      // bytes of a source column in one patch, when turning
constexpr Index long_run = 4096;  // bytes: the memory fetched ahead is that of the run itself …
constexpr Index lead = 512;       // … so many bytes on
constexpr Index short_run = 64;   // bytes: shorter runs go element by element
constexpr std::size_t ahead = 3;  // patches that wait while their memory is fetched

/// A rectangle of the target that comes from one source.
struct Patch {
  Index along, across;  // elements
  const std::byte* source;
  Index source_ld;
  std::byte* target;
  Index target_ld;
};

/// What a triangle keeps of a few neighbouring lines: ranges of places in the target's memory.
struct Cut {
  std::array<Range, static_cast<std::size_t>(columns)> lines;
  Range whole;  // what all of them keep
  Range hull;   // what any of them keeps

  Cut(const Triangle& triangle, const Mosaic& mosaic, Index first_line, Index count) {
    for (Index k = 0; k < count; ++k) {
      const Range kept = triangle.rows_of(first_line + k, {0, mosaic.extent()});
      Range& places = lines[static_cast<std::size_t>(k)];
      places = {mosaic.target_position(kept.first), mosaic.target_position(kept.last)};
      if (k == 0) whole = hull = places;
      whole = intersection(whole, places);
      hull = {std::min(hull.first, places.first), std::max(hull.last, places.last)};
    }
  }
};

class Puller {
 public:
  explicit Puller(const PullTask& task)
      : task_(task),
        pull_(task.pull),
        size_(pull_.element_bytes),
        size_class_(size_class(static_cast<std::size_t>(size_))) {}

  void run() {
    pull_.turned ? turn() : copy();
    for (std::size_t k = 0; k < waiting_count_; ++k)
      place(waiting_[(oldest_ + k) % waiting_count_], nullptr);
  }

 private:
  bool has_triangle() const { return pull_.triangle.uplo != Uplo::General; }
  /// Whether the next lines are this rank's.
  bool is_mine() { return pull_.deal.is_mine(turn_++); }

  /// Panels of target columns are filled from top to bottom.
  void copy() {
    for_each_line_tile(*pull_.across, [&](const Tile& across) {
      for (Index j = 0; j < across.length; j += columns) {
        if (!is_mine()) continue;
        const Range panel{j, std::min(j + columns, across.length)};
        if (!has_triangle()) {
          pull_.along->for_each([&](const Tile& along) {
            place_later(patch(along, {0, along.length}, across, panel));
          });
          continue;
        }
        const Cut cut(pull_.triangle, *pull_.along, across.at + panel.first, panel.size());
        pull_.along->for_each([&](const Tile& along) {
          const Range whole = inside(along, cut.whole);
          if (!whole.empty()) place_later(patch(along, whole, across, panel));
          for_each_rest(along, cut, whole, panel.size(), [&](Index line, Range rest) {
            const Index c = panel.first + line;
            place_line(patch(along, rest, across, {c, c + 1}));
          });
        });
      }
    });
  }

  /// Bands of the target are filled from bands of source columns, walked from top to bottom.
  void turn() {
    for_each_line_tile(*pull_.along, [&](const Tile& along) {
      for (Index i = 0; i < along.length;) {
        // Bands end where whole lines of the target do.
        const Range lines{i, std::min(along.length, i + band - (along.target_local + i) % band)};
        i = lines.last;
        if (!is_mine()) continue;
        if (!has_triangle()) {
          pull_.across->for_each([&](const Tile& across) {
            turn_slices(along, lines, across, {0, across.length});
          });
        } else {
          const Cut cut(pull_.triangle.transposed(), *pull_.across, along.at + lines.first,
                        lines.size());
          pull_.across->for_each([&](const Tile& across) {
            const Range whole = inside(across, cut.whole);
            turn_slices(along, lines, across, whole);
            for_each_rest(across, cut, whole, lines.size(), [&](Index line, Range rest) {
              const Index row = lines.first + line;
              place_elements(patch(along, {row, row + 1}, across, rest));
            });
          });
        }
      }
    });
  }

  /// The tiles of the dimension whose lines a triangle cuts one by one.
  template <class F>
  void for_each_line_tile(const Mosaic& mosaic, F&& f) const {
    has_triangle() ? mosaic.for_each_indexed(f) : mosaic.for_each(f);
  }

  void turn_slices(const Tile& along, Range i, const Tile& across, Range j) {
    for (Index first = j.first; first < j.last; first += slice / size_)
      place_later(patch(along, i, across, {first, std::min(first + slice / size_, j.last)}));
  }

  /// The part of `places` that lies in the tile, counted from the tile's first element.
  static Range inside(const Tile& tile, Range places) {
    return {std::clamp<Index>(places.first - tile.target_local, 0, tile.length),
            std::clamp<Index>(places.last - tile.target_local, 0, tile.length)};
  }

  /// Calls f(line, range) for what single lines keep of the tile beyond what all of them keep.
  template <class F>
  static void for_each_rest(const Tile& tile, const Cut& cut, Range whole, Index count, F&& f) {
    const Range hull = inside(tile, cut.hull);
    if (hull.empty() || (!whole.empty() && hull == whole)) return;
    for (Index line = 0; line < count; ++line) {
      const Range kept = inside(tile, cut.lines[static_cast<std::size_t>(line)]);
      const Range before{kept.first, whole.empty() ? kept.last : std::min(kept.last, whole.first)};
      if (!before.empty()) f(line, before);
      const Range after{std::max(kept.first, whole.last), kept.last};
      if (!whole.empty() && !after.empty()) f(line, after);
    }
  }

  /// The rectangle (i.first …, j.first …) of two tiles.
  Patch patch(const Tile& along, Range i, const Tile& across, Range j) const {
    const PullSource& source = task_.source(along.share, across.share);
    if (source.data == nullptr) return {0, 0, nullptr, 0, nullptr, 0};
    const Index a = along.source_local + i.first, c = across.source_local + j.first;
    const Index place = pull_.turned ? c + a * source.ld : a + c * source.ld;
    return {i.size(),
            j.size(),
            source.data + place * size_,
            source.ld,
            task_.column(along.target, across.target_local + j.first) +
                (along.target_local + i.first) * size_,
            task_.targets[static_cast<std::size_t>(along.target)].ld};
  }

  /// Places the patch that has waited longest, while the memory of this one is fetched.
  void place_later(const Patch& p) {
    if (p.source == nullptr) return;
    if (waiting_count_ == ahead) {
      place(waiting_[oldest_], &p);
      waiting_[oldest_] = p;
      oldest_ = (oldest_ + 1) % ahead;
    } else {
      waiting_[waiting_count_++] = p;
    }
  }

  void place(const Patch& p, const Patch* next) const {
    if (p.source == nullptr) return;
    Ahead fetched;
    if (!pull_.turned && p.along * size_ >= long_run)
      fetched = {p.source + lead, p.source_ld * size_};
    else if (next != nullptr) fetched = {next->source, next->source_ld * size_};
    if (pull_.turned) {
      task_.kernels.transpose[size_class_](
          {p.target, p.target_ld, p.source, p.source_ld, p.along, p.across, fetched},
          pull_.conjugate, task_.stream);
    } else if (pull_.conjugate == Conjugate::No) {
      task_.kernels.copy_columns({p.target, p.target_ld * size_, p.source, p.source_ld * size_,
                                  p.along * size_, p.across, fetched},
                                 task_.stream);
    } else {
      place_elements(p);
    }
  }

  /// A patch of one line, which is short as a rule.
  void place_line(const Patch& p) const {
    if (p.source == nullptr) return;
    if (task_.stream || pull_.conjugate != Conjugate::No) place(p, nullptr);
    else std::memcpy(p.target, p.source, static_cast<std::size_t>(p.along * size_));
  }

  void place_elements(const Patch& p) const {
    if (p.source == nullptr) return;
    for (Index c = 0; c < p.across; ++c) {
      for (Index a = 0; a < p.along; ++a) {
        const std::byte* from =
            p.source + (pull_.turned ? c + a * p.source_ld : a + c * p.source_ld) * size_;
        std::byte* to = p.target + (a + c * p.target_ld) * size_;
        std::copy_n(from, size_, to);
        if (pull_.conjugate != Conjugate::No) to[size_ - 1] ^= std::byte{0x80};
      }
    }
  }

  const PullTask& task_;
  const Pull& pull_;
  Index size_;
  int size_class_;
  Patch waiting_[ahead];
  std::size_t waiting_count_ = 0, oldest_ = 0;
  Index turn_ = 0;  // of the deal
};

/// As many threads as have something to do that is worth waking them for.
int useful_threads(Index bytes) {
  const int most = ThreadTeam::instance().size();
  const Index least = stream_from_bytes() / 2;
  return most == 1 || least == 0 ? most
                                 : static_cast<int>(std::clamp<Index>(bytes / least, 1, most));
}

/// What one hand of the deal makes.
void run_hand(const PullTask& task, bool is_woven) {
  const Pull& pull = task.pull;
  const bool is_copy = !pull.turned && pull.conjugate == Conjugate::No;
  const bool is_scattered = pull.along->mean_length() * pull.element_bytes < short_run;
  if (is_copy && is_scattered && pull.triangle.uplo == Uplo::General) pull_scattered(task);
  else if (is_copy && is_woven) pull_woven(task);
  else Puller(task).run();
  if (task.stream) task.kernels.fence();
}

}  // namespace

void Pull::run(const std::vector<PullSource>& sources, std::span<const PullTarget> targets,
               const KernelSet& kernels, bool stream) const {
  const bool is_woven = deal.hands > 1;
  const int threads = useful_threads(along->count() * across->count() * element_bytes / deal.hands);
  if (threads == 1) return run_hand({*this, sources, targets, kernels, stream}, is_woven);
  ThreadTeam::instance().run(threads, [&](int thread) {
    Pull part = *this;
    part.deal = {deal.hands * threads, deal.mine * threads + thread};
    run_hand({part, sources, targets, kernels, stream}, is_woven);
  });
}

}  // namespace ashlar::detail
