// SPDX-License-Identifier: BSD-3-Clause
// Pulls between random layouts, in one process, compared with loops over single elements.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include <ashlar/layout/transfers.hpp>

#include "move/pull/pull.hpp"

using namespace ashlar;
using namespace ashlar::detail;

namespace {

constexpr int ranks = 6;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  Index number(Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine_);
  }
  bool one_in(Index count) { return number(1, count) == 1; }
  Index block() {
    constexpr Index choices[] = {1, 1, 2, 3, 4, 7, 8, 13, 16, 33, 64, 200};
    return choices[number(0, 11)];
  }
  Layout layout(Shape shape) {
    constexpr GridShape grids[] = {{1, 1}, {2, 1}, {1, 2}, {3, 1}, {2, 3}, {1, 5}, {3, 2}, {6, 1}};
    const GridShape grid = grids[number(0, 7)];
    return Layout({.shape = shape,
                   .block = {block(), block()},
                   .grid = grid,
                   .source = {static_cast<int>(number(0, grid.rows - 1)),
                              static_cast<int>(number(0, grid.cols - 1))}});
  }

 private:
  std::mt19937_64 engine_;
};

/// The local blocks of all ranks in one memory, with gaps that must not be written.
struct Blocks {
  Layout layout;
  Index size;
  std::vector<Index> offsets, lds;
  std::vector<std::byte> memory;

  Blocks(const Layout& given, Index element_bytes, Dice& dice)
      : layout(given), size(element_bytes) {
    Index bytes = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const Shape local = layout.local_shape(rank);
      const Index line = 64 / size, tight = std::max<Index>(1, local.rows);
      lds.push_back(dice.one_in(2) ? (tight + line - 1) / line * line : tight + dice.number(0, 5));
      bytes = dice.one_in(2) ? (bytes + 63) / 64 * 64 : bytes;
      offsets.push_back(bytes);
      bytes += lds.back() * local.cols * size + dice.number(0, 9) * size;
    }
    memory.resize(static_cast<std::size_t>(bytes + 64));
    for (auto& b : memory) b = static_cast<std::byte>(dice.number(0, 255));
  }

  std::byte* block(int rank) { return memory.data() + offsets[static_cast<std::size_t>(rank)]; }
  Index ld(int rank) const { return lds[static_cast<std::size_t>(rank)]; }

  std::byte* element(Index i, Index j) {
    const Axis &rows = layout.rows(), &cols = layout.cols();
    const int rank = layout.ranks().rank_of({rows.owner(i), cols.owner(j)});
    return block(rank) + (rows.to_local(i) + cols.to_local(j) * ld(rank)) * size;
  }
};

struct Move {
  Transfers transfers;
  Conjugate conjugate;
  std::optional<int> missing;  // an absent source rank

  void expect(Blocks& source, Blocks& target) const {
    const Section from = transfers.source_section(), to = transfers.target_section();
    for (Index j = 0; j < transfers.shape().cols; ++j) {
      for (Index i = 0; i < transfers.shape().rows; ++i) {
        if (!transfers.moved().contains(i, j)) continue;
        const bool turned = is_transposing(transfers.op());
        const Index row = from.rows.first + (turned ? j : i),
                    col = from.cols.first + (turned ? i : j);
        const Layout& layout = transfers.source();
        const Coord owner{layout.rows().owner(row), layout.cols().owner(col)};
        if (missing == layout.ranks().rank_of(owner)) continue;
        std::byte* const e = target.element(to.rows.first + i, to.cols.first + j);
        std::memcpy(e, source.element(row, col), static_cast<std::size_t>(source.size));
        if (conjugate != Conjugate::No) e[source.size - 1] ^= std::byte{0x80};
      }
    }
  }

  PullSource source_at(Blocks& source, Coord along_target) const {
    const Coord coord = is_transposing(transfers.op()) ? along_target.transposed() : along_target;
    const int rank = source.layout.ranks().rank_of(coord);
    if (missing == rank) return {};
    return {source.block(rank), source.ld(rank)};
  }

  Pull pull(const Mosaic& rows, const Mosaic& cols, int col_shares, Index size,
            LineDistribution distribution) const {
    return {.along = &rows,
            .across = &cols,
            .turned = is_transposing(transfers.op()),
            .element_bytes = static_cast<int>(size),
            .conjugate = conjugate,
            .triangle = transfers.moved(),
            .across_shares = col_shares,
            .distribution = distribution};
  }

  /// Pulls the target of each rank separately.
  void make_each(Blocks& source, Blocks& target, const KernelSet& set, bool stream) const {
    for (int rank = 0; rank < ranks; ++rank) {
      const detail::Share share = transfers.received_by(rank);
      if (share.boxes().empty()) continue;
      const detail::Cell& cell = share.cells().front();
      const Mosaic rows(cell.shares(0)), cols(cell.shares(1));
      std::vector<PullSource> sources;
      for (const detail::AxisShare& row : cell.shares(0))
        for (const detail::AxisShare& col : cell.shares(1))
          sources.push_back(source_at(source, {row.coord, col.coord}));
      pull(rows, cols, static_cast<int>(cell.shares(1).size()), source.size, {})
          .run(sources, target.block(rank), target.ld(rank), set, stream);
    }
  }

  /// Pulls the targets of one grid column at a time, of one grid row if turned, by several hands.
  void make_together(Blocks& source, Blocks& target, const KernelSet& set, bool stream) const {
    const Layout& layout = transfers.target();
    const bool turned = is_transposing(transfers.op());
    const detail::AxisPairing rows = transfers.row_pairing(), cols = transfers.col_pairing();
    const int merged_count = turned ? layout.grid().cols : layout.grid().rows;
    std::vector<std::vector<detail::AxisShare>> shares;
    for (int m = 0; m < merged_count; ++m) shares.push_back((turned ? cols : rows).into_target(m));
    const std::vector<std::span<const detail::AxisShare>> lists(shares.begin(), shares.end());
    const Mosaic merged(lists);
    for (int c = 0; c < (turned ? layout.grid().rows : layout.grid().cols); ++c) {
      std::vector<PullTarget> targets;
      for (int m = 0; m < merged_count; ++m) {
        const int rank = layout.ranks().rank_of(turned ? Coord{c, m} : Coord{m, c});
        targets.push_back({target.block(rank), target.ld(rank)});
      }
      const std::vector<detail::AxisShare> common_shares = (turned ? rows : cols).into_target(c);
      const std::span<const detail::AxisShare> common_list(common_shares);
      const Mosaic common(common_list);
      if (merged.count() == 0 || common.count() == 0) continue;
      const std::vector<int> merged_sources = Mosaic::source_coords(lists),
                             common_sources = Mosaic::source_coords({&common_list, 1});
      const std::vector<int>&along = turned ? common_sources : merged_sources,
            &across = turned ? merged_sources : common_sources;
      std::vector<PullSource> sources;
      for (int a : along)
        for (int b : across) sources.push_back(source_at(source, {a, b}));
      for (int hand = 0; hand < 3; ++hand)
        pull(turned ? common : merged, turned ? merged : common, static_cast<int>(across.size()),
             source.size, {3, hand})
            .run(sources, targets, set, stream);
    }
  }
};

Move random_move(Dice& dice, Index size) {
  const Shape moved{dice.number(0, dice.one_in(4) ? 1500 : 150), dice.number(0, 90)};
  const bool is_complex = size >= 8 && dice.one_in(3);
  const Op op = dice.one_in(2) ? Op::None : is_complex ? Op::ConjTrans : Op::Trans;
  const auto place = [&](Shape shape, Section& section) {
    const Index top = dice.number(0, 9), left = dice.number(0, 9);
    section = {{top, top + shape.rows}, {left, left + shape.cols}};
    return dice.layout({top + shape.rows + dice.number(0, 5), left + shape.cols});
  };
  Section from, to;
  const Layout source = place(is_transposing(op) ? moved.transposed() : moved, from),
               target = place(moved, to);
  TransferOptions options{.op = op, .source = from, .target = to};
  if (dice.one_in(3)) {
    options.uplo = dice.one_in(2) ? Uplo::Lower : Uplo::Upper;
    options.diagonal = dice.number(-20, 20);
  }
  Move move{Transfers(source, target, options),
            op != Op::ConjTrans ? Conjugate::No
            : size == 8         ? Conjugate::Complex64
                                : Conjugate::Complex128,
            std::nullopt};
  if (dice.one_in(5)) move.missing = static_cast<int>(dice.number(0, ranks - 1));
  return move;
}

/// Bytes between two inaccessible pages, directly after the first or before the second.
class GuardedBytes {
 public:
  GuardedBytes(Index count, bool at_end, Dice& dice) : page_(sysconf(_SC_PAGESIZE)) {
    const Index inner = (count + page_ - 1) / page_ * page_;
    bytes_ = inner + 2 * page_;
    memory_ = static_cast<std::byte*>(mmap(nullptr, static_cast<std::size_t>(bytes_), PROT_NONE,
                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(memory_ != MAP_FAILED);
    REQUIRE(mprotect(memory_ + page_, static_cast<std::size_t>(inner), PROT_READ | PROT_WRITE) ==
            0);
    data_ = memory_ + page_ + (at_end ? inner - count : 0);
    for (Index k = 0; k < count; ++k) data_[k] = static_cast<std::byte>(dice.number(0, 255));
  }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;
  ~GuardedBytes() { munmap(memory_, static_cast<std::size_t>(bytes_)); }

  const std::byte* data() const { return data_; }

 private:
  Index page_, bytes_;
  std::byte *memory_, *data_;
};

}  // namespace

TEST_CASE("pull: no byte before or after the columns of a source is read") {
  Dice dice(11);
  for (const char* name : {"portable", "avx2", "avx512"}) {
    const KernelSet* set = find_kernels(name);
    if (set == nullptr) continue;
    CAPTURE(name);
    for (int k = 0; k < 150; ++k) {
      CAPTURE(k);
      const Index size = Index{1} << dice.number(0, 4), cols = dice.number(1, 20);
      // Runs of two sources in turn, without other rows in these.
      const Index most = dice.one_in(2) ? 5 : 70;
      std::vector<Tile> tiles;
      Index rows = 0, heights[2] = {0, 0};
      for (Index run = dice.number(2, 60); run > 0; --run) {
        const int source = static_cast<int>(run % 2);
        const Index length = dice.number(1, most);
        tiles.push_back({rows, heights[source], rows, length, source, 0});
        heights[source] += length;
        rows += length;
      }
      const bool at_end = dice.one_in(2), turned = dice.one_in(3);
      // Turned sources are contiguous across.
      const auto bytes_of = [&](int s) { return heights[s] * cols * size; };
      const GuardedBytes first(bytes_of(0), at_end, dice), second(bytes_of(1), at_end, dice);
      const std::vector<PullSource> sources{{first.data(), turned ? cols : heights[0]},
                                            {second.data(), turned ? cols : heights[1]}};
      const Index ld = rows + dice.number(0, 9);
      std::vector<std::byte> target(static_cast<std::size_t>(ld * cols * size) + 64),
          expected = target;
      for (const Tile& tile : tiles) {
        const PullSource& source = sources[static_cast<std::size_t>(tile.share)];
        for (Index i = 0; i < tile.length; ++i)
          for (Index j = 0; j < cols; ++j)
            std::memcpy(expected.data() + (tile.target_local + i + j * ld) * size,
                        source.data + (turned ? j + (tile.source_local + i) * source.ld
                                              : tile.source_local + i + j * source.ld) *
                                          size,
                        static_cast<std::size_t>(size));
      }
      Mosaic along, across;
      along.assign(tiles);
      across.assign({Tile{.length = cols}});
      const Pull pull{.along = &along,
                      .across = &across,
                      .turned = turned,
                      .element_bytes = static_cast<int>(size)};
      pull.run(sources, target.data(), ld, *set, k % 2 == 0);
      CHECK(target == expected);
    }
  }
}

TEST_CASE("pull: random moves by all kernels, each rank its own or all together") {
  Dice dice(7);
  for (const char* name : {"portable", "avx2", "avx512"}) {
    const KernelSet* set = find_kernels(name);
    if (set == nullptr) continue;
    CAPTURE(name);
    for (int k = 0; k < 400; ++k) {
      CAPTURE(k);
      const Index size = Index{1} << dice.number(0, 4);
      const Move move = random_move(dice, size);
      Blocks source(move.transfers.source(), size, dice);
      Blocks target(move.transfers.target(), size, dice);
      Blocks expected = target, together = target;
      move.expect(source, expected);
      move.make_each(source, target, *set, k % 2 == 0);
      CHECK(target.memory == expected.memory);
      move.make_together(source, together, *set, k % 2 == 0);
      CHECK(together.memory == expected.memory);
    }
  }
}
