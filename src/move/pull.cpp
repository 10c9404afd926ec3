// SPDX-License-Identifier: BSD-3-Clause
#include "pull.hpp"

#include <algorithm>
#include <cstring>

namespace ashlar::detail {
namespace {

/// A rectangle of the target that comes from one source: positions in both memories, in elements.
struct Patch {
  Range along, across;  // indices in the moved range, for the triangle
  const std::byte* source;
  Index source_ld;
  std::byte* target;
};

class Puller {
 public:
  Puller(const Pull& pull, const std::vector<PullSource>& sources, std::byte* target,
         Index target_ld, const KernelSet& kernels, bool stream)
      : pull_(pull),
        sources_(sources),
        target_(target),
        target_ld_(target_ld),
        kernels_(kernels),
        stream_(stream),
        size_(pull.element_bytes),
        size_class_(size_class(static_cast<std::size_t>(pull.element_bytes))) {}

  void run() {
    const bool plain = pull_.triangle.uplo == Uplo::General && pull_.conjugate == Conjugate::No;
    if (pull_.turned) turn();
    else if (plain && pull_.along->mean_length() * size_ < short_run) gather_or_scatter();
    else copy();
    finish_waiting();
    if (stream_) kernels_.fence();
  }

 private:
  static constexpr Index columns = 32;     // of a copy, side by side
  static constexpr Index band = 16;        // target elements along, when turning
  static constexpr Index slice = 512;      // bytes of a source column in one patch, when turning
  static constexpr Index far_run = 4096;   // bytes: longer runs the processor fetches in time
  static constexpr std::size_t ahead = 3;  // patches that wait while their memory is fetched
  static constexpr Index short_run = 64;   // bytes: shorter runs go element by element
  static constexpr Index table_rows = 8192;

  const PullSource& source_of(const Tile& along, const Tile& across) const {
    return sources_[static_cast<std::size_t>(along.share * pull_.across_shares + across.share)];
  }

  /// The rectangle (i0 …, j0 …) of two tiles.
  Patch patch(const Tile& along, Range i, const Tile& across, Range j) const {
    const PullSource& source = source_of(along, across);
    const Index a = along.source_local + i.first, c = across.source_local + j.first;
    const Index place = pull_.turned ? c + a * source.ld : a + c * source.ld;
    return {
        {along.at + i.first, along.at + i.last},
        {across.at + j.first, across.at + j.last},
        source.data + place * size_,
        source.ld,
        target_ +
            (along.target_local + i.first + (across.target_local + j.first) * target_ld_) * size_};
  }

  void copy() {
    pull_.across->for_each([&](const Tile& across) {
      for (Index j = 0; j < across.length; j += columns) {
        const Range panel{j, std::min(j + columns, across.length)};
        pull_.along->for_each([&](const Tile& along) {
          place_later(patch(along, {0, along.length}, across, panel));
        });
      }
    });
  }

  /// Bands of the target are filled from bands of source columns, walked from top to bottom.
  void turn() {
    pull_.along->for_each([&](const Tile& along) {
      for (Index i = 0; i < along.length;) {
        // Bands end where whole lines of the target do.
        const Index last = std::min(along.length, i + band - (along.target_local + i) % band);
        pull_.across->for_each([&](const Tile& across) {
          for (Index j = 0; j < across.length; j += slice / size_)
            place_later(
                patch(along, {i, last}, across, {j, std::min(j + slice / size_, across.length)}));
        });
        i = last;
      }
    });
  }

  /// Places the patch that has waited longest, while the memory of this one is fetched.
  void place_later(const Patch& p) {
    if (waiting_count_ == ahead) {
      place(waiting_[oldest_], &p);
      waiting_[oldest_] = p;
      oldest_ = (oldest_ + 1) % ahead;
    } else {
      waiting_[waiting_count_++] = p;
    }
  }

  void finish_waiting() {
    for (std::size_t k = 0; k < waiting_count_; ++k)
      place(waiting_[(oldest_ + k) % waiting_count_], nullptr);
    waiting_count_ = oldest_ = 0;
  }

  /// Cuts a patch by the triangle: a part that is kept whole goes through the kernels, the ragged
  /// edge goes by elements.
  void place(const Patch& p, const Patch* next) const {
    const Triangle& t = pull_.triangle;
    if (t.uplo == Uplo::General) return place_whole(p, next);
    if (p.along.empty() || p.across.empty()) return;
    if (pull_.turned) {
      const Range first = t.cols_of(p.along.first, p.across),
                  last = t.cols_of(p.along.last - 1, p.across);
      const Range whole = intersection(first, last);
      place_whole(part(p, p.along, whole), next);
      place_edge(part(p, p.along, {p.across.first, whole.empty() ? p.across.last : whole.first}));
      if (!whole.empty()) place_edge(part(p, p.along, {whole.last, p.across.last}));
    } else {
      const Range first = t.rows_of(p.across.first, p.along),
                  last = t.rows_of(p.across.last - 1, p.along);
      const Range whole = intersection(first, last);
      place_whole(part(p, whole, p.across), next);
      place_edge(part(p, {p.along.first, whole.empty() ? p.along.last : whole.first}, p.across));
      if (!whole.empty()) place_edge(part(p, {whole.last, p.along.last}, p.across));
    }
  }

  Patch part(const Patch& p, Range along, Range across) const {
    const Index a = along.first - p.along.first, c = across.first - p.across.first;
    return {along, across,
            p.source + (pull_.turned ? c + a * p.source_ld : a + c * p.source_ld) * size_,
            p.source_ld, p.target + (a + c * target_ld_) * size_};
  }

  void place_whole(const Patch& p, const Patch* next) const {
    if (p.along.empty() || p.across.empty()) return;
    Ahead fetched;
    if (next != nullptr && (pull_.turned || p.along.size() * size_ <= far_run))
      fetched = {next->source, next->source_ld * size_};
    if (pull_.turned) {
      kernels_.transpose[size_class_](
          {p.target, target_ld_, p.source, p.source_ld, p.along.size(), p.across.size(), fetched},
          pull_.conjugate, stream_);
    } else if (pull_.conjugate == Conjugate::No) {
      kernels_.copy_columns({p.target, target_ld_ * size_, p.source, p.source_ld * size_,
                             p.along.size() * size_, p.across.size(), fetched},
                            stream_);
    } else {
      place_edge(p);
    }
  }

  /// Element by element, those that the triangle keeps.
  void place_edge(const Patch& p) const {
    for (Index j = p.across.first; j < p.across.last; ++j) {
      const Range kept = pull_.triangle.rows_of(j, p.along);
      for (Index i = kept.first; i < kept.last; ++i) {
        const Index a = i - p.along.first, c = j - p.across.first;
        const std::byte* from =
            p.source + (pull_.turned ? c + a * p.source_ld : a + c * p.source_ld) * size_;
        std::byte* to = p.target + (a + c * target_ld_) * size_;
        std::copy_n(from, size_, to);
        if (pull_.conjugate != Conjugate::No) to[size_ - 1] ^= std::byte{0x80};
      }
    }
  }

  /// Where runs are a few elements long: a table of addresses for some rows, used for column after
  /// column. Rows that follow each other in the target are gathered, others scattered.
  void gather_or_scatter() {
    std::vector<Tile> tiles;
    Index rows = 0;
    bool follows = true;
    const auto flush = [&] {
      if (rows > 0) {
        pull_.across->for_each([&](const Tile& across) {
          follows ? gather_columns(tiles, rows, across) : scatter_columns(tiles, rows, across);
        });
      }
      tiles.clear();
      rows = 0;
      follows = true;
    };
    pull_.along->for_each([&](const Tile& along) {
      if (rows + along.length > table_rows) flush();
      follows = follows && (tiles.empty() ||
                            tiles.back().target_local + tiles.back().length == along.target_local);
      tiles.push_back(along);
      rows += along.length;
    });
    flush();
  }

  void gather_columns(const std::vector<Tile>& tiles, Index rows, const Tile& across) {
    addresses_.resize(static_cast<std::size_t>(rows));
    strides_.resize(static_cast<std::size_t>(rows));
    std::size_t k = 0;
    bool one_stride = true;
    for (const Tile& along : tiles) {
      const PullSource& source = source_of(along, across);
      for (Index i = 0; i < along.length; ++i, ++k) {
        addresses_[k] =
            source.data + (along.source_local + i + across.source_local * source.ld) * size_;
        strides_[k] = source.ld * size_;
      }
      one_stride = one_stride && source.ld * size_ == strides_[0];
    }
    std::byte* column =
        target_ + (tiles.front().target_local + across.target_local * target_ld_) * size_;
    for (Index j = 0; j < across.length; ++j, column += target_ld_ * size_) {
      kernels_.gather[size_class_](column, addresses_.data(), one_stride ? j * strides_[0] : 0,
                                   rows, stream_);
      if (!one_stride)
        for (std::size_t r = 0; r < addresses_.size(); ++r) addresses_[r] += strides_[r];
    }
  }

  void scatter_columns(const std::vector<Tile>& tiles, Index rows, const Tile& across) {
    places_.clear();
    addresses_.clear();
    strides_.clear();
    places_.reserve(static_cast<std::size_t>(rows));
    for (const Tile& along : tiles) {
      const PullSource& source = source_of(along, across);
      for (Index i = 0; i < along.length; ++i) {
        places_.push_back((along.target_local + i) * size_);
        addresses_.push_back(source.data +
                             (along.source_local + i + across.source_local * source.ld) * size_);
        strides_.push_back(source.ld * size_);
      }
    }
    std::byte* column = target_ + across.target_local * target_ld_ * size_;
    for (Index j = 0; j < across.length; ++j, column += target_ld_ * size_) {
      switch (size_) {
        case 1: scatter<1>(column, j); break;
        case 2: scatter<2>(column, j); break;
        case 4: scatter<4>(column, j); break;
        case 8: scatter<8>(column, j); break;
        default: scatter<16>(column, j);
      }
    }
  }

  template <int Size>
  void scatter(std::byte* column, Index j) const {
    for (std::size_t k = 0; k < places_.size(); ++k)
      std::memcpy(column + places_[k], addresses_[k] + j * strides_[k], Size);
  }

  const Pull& pull_;
  const std::vector<PullSource>& sources_;
  std::byte* target_;
  Index target_ld_;
  const KernelSet& kernels_;
  bool stream_;
  Index size_;
  int size_class_;
  Patch waiting_[ahead];
  std::size_t waiting_count_ = 0, oldest_ = 0;
  std::vector<const std::byte*> addresses_;
  std::vector<Index> strides_, places_;
};

}  // namespace

void Pull::run(const std::vector<PullSource>& sources, std::byte* target, Index target_ld,
               const KernelSet& kernels, bool stream) const {
  Puller(*this, sources, target, target_ld, kernels, stream).run();
}

}  // namespace ashlar::detail
