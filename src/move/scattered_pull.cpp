// SPDX-License-Identifier: BSD-3-Clause
#include "scattered_pull.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

namespace ashlar::detail {
namespace {

constexpr Index table_rows = 2048;  // addresses that stay in the first-level cache with the data

class ScatteredPuller {
 public:
  ScatteredPuller(const Pull& pull, const std::vector<PullSource>& sources, std::byte* target,
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
    std::vector<Tile> tiles;
    Index rows = 0;
    const auto flush = [&] {
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
  /// Fills the tables with what the sources at hand have of these rows, and uses them for all
  /// columns of `across`: rows that follow each other in the target are gathered, others scattered.
  void pull_columns(const std::vector<Tile>& tiles, const Tile& across) {
    addresses_.clear();
    strides_.clear();
    places_.clear();
    lines_.clear();
    last_lines_.assign(sources_.size(), -1);
    bool follow = true, one_stride = true;
    for (const Tile& along : tiles) {
      const auto from = static_cast<std::size_t>(along.share * pull_.across_shares + across.share);
      const PullSource& source = sources_[from];
      if (source.data == nullptr) continue;
      follow = follow && (places_.empty() || places_.back() + size_ == along.target_local * size_);
      for (Index i = 0; i < along.length; ++i) {
        places_.push_back((along.target_local + i) * size_);
        addresses_.push_back(source.data +
                             (along.source_local + i + across.source_local * source.ld) * size_);
        strides_.push_back(source.ld * size_);
        const auto line =
            static_cast<Index>(reinterpret_cast<std::uintptr_t>(addresses_.back()) / 64);
        if (line != std::exchange(last_lines_[from], line)) lines_.push_back(addresses_.back());
      }
      one_stride = one_stride && strides_.back() == strides_.front();
    }
    if (places_.empty()) return;
    std::byte* column = target_ + across.target_local * target_ld_ * size_;
    for (Index j = 0; j < across.length; ++j, column += target_ld_ * size_) {
      const Index offset = one_stride ? j * strides_.front() : 0;
      if (follow)
        kernels_.gather[size_class_](
            {column + places_.front(), addresses_.data(), offset, std::ssize(addresses_),
             lines_.data(), one_stride ? std::ssize(lines_) : 0, offset + strides_.front()},
            stream_);
      else scatter(column, offset);
      if (!one_stride)
        for (std::size_t k = 0; k < addresses_.size(); ++k) addresses_[k] += strides_[k];
    }
  }

  void scatter(std::byte* column, Index offset) const {
    switch (size_) {
      case 1: return scatter_elements<1>(column, offset);
      case 2: return scatter_elements<2>(column, offset);
      case 4: return scatter_elements<4>(column, offset);
      case 8: return scatter_elements<8>(column, offset);
      default: return scatter_elements<16>(column, offset);
    }
  }

  template <int Size>
  void scatter_elements(std::byte* column, Index offset) const {
    for (std::size_t k = 0; k < places_.size(); ++k)
      std::memcpy(column + places_[k], addresses_[k] + offset, Size);
  }

  const Pull& pull_;
  const std::vector<PullSource>& sources_;
  std::byte* target_;
  Index target_ld_;
  const KernelSet& kernels_;
  bool stream_;
  Index size_;
  int size_class_;
  std::vector<const std::byte*> addresses_, lines_;
  std::vector<Index> strides_, places_;  // bytes
  std::vector<Index> last_lines_;        // of each source
};

}  // namespace

void pull_scattered(const Pull& pull, const std::vector<PullSource>& sources, std::byte* target,
                    Index target_ld, const KernelSet& kernels, bool stream) {
  ScatteredPuller(pull, sources, target, target_ld, kernels, stream).run();
}

}  // namespace ashlar::detail
