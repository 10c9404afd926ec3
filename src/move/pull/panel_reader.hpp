// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/layout/detail/triangle.hpp>

#include "mosaic.hpp"
#include "move/exchange/scratch.hpp"
#include "mpi/peer_memory.hpp"
#include "pull.hpp"

namespace ashlar::detail {

/// Memory of a source: own, or a peer's, which can only be copied.
struct PanelSource {
  std::optional<int> peer = std::nullopt;  ///< rank in the node; nullopt: this rank
  const std::byte* data = nullptr;         ///< null: no source
  Index ld = 0;                            ///< elements from one column to the next

  bool is_read() const { return peer.has_value() && data != nullptr; }
};

/// Bound of tiles, or stretches of a peer's memory, per step; tables stay in cache.
inline constexpr Index most_stretches = 8192;

/// Reader of panels of source columns into a buffer, in the order of the sources' memory but closer
/// together.
///
/// "Inner" is the contiguous dimension of the sources. A chunk is the required part of every
/// column, a panel a chunk of some columns. Call begin_chunk for each chunk; for each of its panels
/// add tiles, then call read and begin_panel.
class PanelReader {
 public:
  /// Cost of columns: bytes read, buffer bytes and number of stretches.
  struct Cost {
    Index bytes = 0, buffer_bytes = 0, stretches = 0;
  };

  /// @param turned       numbers sources by outer share first, else by inner share
  /// @param has_indices  tiles have valid indices; panels can then be read in part
  PanelReader(const mpi::PeerMemory& peers, Scratch& scratch, Index element_bytes, int inner_shares,
              int outer_shares, bool turned, bool has_indices);

  /// Selects the reads of each source.
  /// @param tiles  of the inner dimension, with local indices of the sources; used, as `sources`,
  ///               until the next chunk
  void begin_chunk(const std::vector<Tile>& tiles, const std::vector<PanelSource>& sources);

  /// Start of the chunk in each column of its source.
  Index first_place(int inner_share) const {
    return chunk_[static_cast<std::size_t>(inner_share)].places.first;
  }
  /// Cost of one column of an outer share; zero without peers.
  const Cost& cost_of(int outer_share) const {
    return columns_[static_cast<std::size_t>(outer_share)].cost;
  }

  void begin_panel();
  /// Columns of a source between the panel and a tile.
  Index columns_before(const Tile& outer) const {
    const Range& has = columns_[static_cast<std::size_t>(outer.share)].panel;
    return has.empty() ? 0 : outer.source_local - has.last;
  }
  /// Adds a tile of the outer dimension to the panel, in ascending order.
  void add(const Tile& outer);
  /// Cost of the panel so far.
  const Cost& cost() const { return used_; }

  /// Reads the chunk of the added columns.
  /// @param panel  subset of the added tiles
  /// @param kept   required inner indices of each outer share, if tiles have valid indices
  /// @returns sources for a pull; their indices count from first_place() and first_column()
  /// @throws ForeignError if the system refuses
  const std::vector<PullSource>& read(const std::vector<Tile>& panel,
                                      const std::vector<Range>& kept);
  Index first_column(int outer_share) const {
    return columns_[static_cast<std::size_t>(outer_share)].panel.first;
  }

  /// Largest buffer so far.
  Index buffer_bytes() const { return buffer_bytes_; }

 private:
  /// Required local indices of an inner share.
  struct Need {
    Range places;
    Index elements = 0, tiles = 0;
  };

  /// Buffer layout of a source's panel, and kind of its reads.
  struct View {
    bool by_tiles = false;    // without the gaps between tiles
    bool by_columns = false;  // without the gaps between columns
    Index stride = 0;         // elements from one column in the buffer to the next
    Index offset_bytes = 0;   // of the panel in the buffer
  };

  struct Columns {
    Cost cost;    // of one
    Range panel;  // from the panel's first to its last
  };

  std::size_t source_number(std::size_t inner, std::size_t outer) const {
    return turned_ ? outer * chunk_.size() + inner : inner * columns_.size() + outer;
  }
  void find_needs(Range kept);
  void plan(const PanelSource& source, const Need& need, View& view, Cost& column) const;
  Index padded(Index elements) const;
  void reserve();
  void list_stretches(std::size_t inner, std::size_t outer, const std::vector<Tile>& panel,
                      Range kept);

  const mpi::PeerMemory& peers_;
  Scratch& scratch_;
  Index size_;
  bool turned_, has_indices_;
  const std::vector<Tile>* tiles_ = nullptr;  // of the chunk
  const std::vector<PanelSource>* sources_ = nullptr;
  std::vector<Need> needs_, chunk_;  // of the panel, of the chunk: by inner share
  std::vector<Columns> columns_;     // by outer share
  Cost used_;
  std::vector<View> views_;  // in the order of the sources
  std::vector<PullSource> read_;
  std::vector<mpi::PeerRead> stretches_;
  Scratch::Lease buffer_;
  Index buffer_bytes_ = 0;
};

}  // namespace ashlar::detail
