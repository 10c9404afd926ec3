// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/layout/triangle.hpp>

#include "mosaic.hpp"
#include "move/exchange/scratch.hpp"
#include "mpi/peer_memory.hpp"
#include "pull.hpp"

namespace ashlar::detail {

/// The memory of a source, which this rank may only copy out of unless it is its own.
struct PanelSource {
  std::optional<int> peer = std::nullopt;  ///< rank in the node; nothing: this rank itself
  const std::byte* data = nullptr;         ///< null: nothing comes from it
  Index ld = 0;                            ///< elements from one column to the next

  bool is_read() const { return peer.has_value() && data != nullptr; }
};

/// So many tiles, or stretches of a peer's memory, are worked on at a time: tables of them stay in
/// cache.
inline constexpr Index most_stretches = 8192;

/// About as long as the system takes for one stretch more, it copies so many bytes.
inline constexpr Index stretch_bytes = 2048;

/// Reads panels of sources' columns into a buffer where they lie as in the sources' memory, only
/// closer together.
///
/// "Inner" is the dimension in which the sources are contiguous. A chunk is what is wanted of every
/// column; a panel is as much of some columns. For each chunk begin_chunk, for each of its panels
/// add what it has, then read and begin_panel.
class PanelReader {
 public:
  /// Of columns: what is read, how much room they take and in how many stretches they are read.
  struct Cost {
    Index bytes = 0, buffer_bytes = 0, stretches = 0;
  };

  /// @param turned         whether sources are counted by outer share first, else by inner share
  /// @param knows_indices  whether the tiles do; panels can then be read in part
  PanelReader(const mpi::PeerMemory& peers, Scratch& scratch, Index element_bytes, int inner_shares,
              int outer_shares, bool turned, bool knows_indices);

  /// Decides how each source is read.
  /// @param tiles    of the inner dimension, with places in the sources; they are used until the
  ///                 next chunk begins, as are the sources
  void begin_chunk(const std::vector<Tile>& tiles, const std::vector<PanelSource>& sources);

  /// Where in each of its source's columns the chunk begins.
  Index first_place(int inner_share) const {
    return chunk_[static_cast<std::size_t>(inner_share)].places.first;
  }
  /// Of one column of an outer share. Nothing if it is no peer's.
  const Cost& cost_of(int outer_share) const {
    return columns_[static_cast<std::size_t>(outer_share)].cost;
  }

  void begin_panel();
  /// Columns of a source between those that the panel has and the first of a tile.
  Index columns_before(const Tile& outer) const {
    const Range& has = columns_[static_cast<std::size_t>(outer.share)].panel;
    return has.empty() ? 0 : outer.source_local - has.last;
  }
  /// Adds a tile of the outer dimension to the panel, in ascending order.
  void add(const Tile& outer);
  /// Of the panel so far.
  const Cost& cost() const { return used_; }

  /// Reads what the chunk wants of the columns that were added.
  /// @param panel  some of what was added
  /// @param kept   inner indices that are wanted of each outer share's columns, if the tiles know
  ///               theirs
  /// @returns what can be pulled from: places count from first_place() and from first_column()
  /// @throws ForeignError if the system refuses
  const std::vector<PullSource>& read(const std::vector<Tile>& panel,
                                      const std::vector<Range>& kept);
  Index first_column(int outer_share) const {
    return columns_[static_cast<std::size_t>(outer_share)].panel.first;
  }

  /// The largest buffer so far.
  Index buffer_bytes() const { return buffer_bytes_; }

 private:
  /// Wanted part of an inner share: its places in the source's columns.
  struct Need {
    Range places;
    Index elements = 0, tiles = 0;
  };

  /// View of a source's panel: how it is read and where it lies in the buffer.
  struct View {
    bool by_tiles = false;    // the gaps between them are not read
    bool by_columns = false;  // nor those between columns
    Index stride = 0;         // elements from one column in the buffer to the next
    Index offset_bytes = 0;   // of the panel in the buffer
  };

  /// The columns of an outer share.
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
  bool turned_, knows_indices_;
  const std::vector<Tile>* tiles_ = nullptr;  // of the chunk
  const std::vector<PanelSource>* sources_ = nullptr;
  std::vector<Need> needs_, chunk_;  // of the panel, of the chunk: by inner share
  std::vector<Columns> columns_;     // by outer share
  Cost used_;
  std::vector<View> views_;  // as the sources are counted
  std::vector<PullSource> read_;
  std::vector<mpi::PeerRead> stretches_;
  Scratch::Lease buffer_;
  Index buffer_bytes_ = 0;
};

}  // namespace ashlar::detail
