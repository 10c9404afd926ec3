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
  const std::byte* data = nullptr;
  Index ld = 0;  ///< elements from one column to the next
};

/// So many tiles, or stretches of a peer's memory, are worked on at a time: tables of them stay in
/// cache.
inline constexpr Index most_stretches = 8192;

/// Reads panels of sources' columns into a buffer where they lie as in the sources' memory, only
/// closer together.
///
/// "Inner" is the dimension in which the sources are contiguous. A chunk is what is wanted of every
/// column; a panel is as much of some columns. Called in the order begin_chunk, plan, read.
class PanelReader {
 public:
  /// @param inner_shares   how many sources a panel has
  /// @param knows_indices  whether the tiles do; panels can then be read in part
  PanelReader(const mpi::PeerMemory& peers, Scratch& scratch, Index element_bytes, int inner_shares,
              bool knows_indices);

  /// @param tiles  of the inner dimension, with places in the sources; they are used until the next
  ///               chunk begins
  void begin_chunk(const std::vector<Tile>& tiles);

  /// Where in each of its source's columns the chunk begins.
  Index first_place(int share) const {
    return chunk_[static_cast<std::size_t>(share)].places.first;
  }

  /// Decides how each source is read; returns how many of their columns make `panel_bytes` or need
  /// most_stretches, at least one. Nothing if no column is a peer's.
  /// @param sources  one for each inner share; they are used until the next call
  std::optional<Index> plan(const std::vector<PanelSource>& sources, Index panel_bytes);

  /// Reads what the chunk wants of the columns in `panel`, in ascending order.
  /// @param kept  inner indices that are wanted; all, unless the tiles know theirs
  /// @returns what can be pulled from: places count from first_place() and from the first column
  /// @throws ForeignError if the system refuses
  const std::vector<PullSource>& read(const std::vector<Tile>& panel, Range kept);

  /// The largest buffer so far.
  Index buffer_bytes() const { return buffer_bytes_; }

 private:
  /// What is wanted of an inner share: its places in the source's columns.
  struct Need {
    Range places;
    Index elements = 0, tiles = 0;
  };

  /// How a source's panel is read and where it lies in the buffer.
  struct View {
    bool by_tiles = false;    // the gaps between them are not read
    bool by_columns = false;  // nor those between columns
    Index stride = 0;         // elements from one column in the buffer to the next
    Index offset_bytes = 0;   // of the panel in the buffer
  };

  void find_needs(Range kept);
  Index padded(Index elements) const;
  void reserve(Index columns);
  void list_stretches(std::size_t share, const std::vector<Tile>& panel, Range kept);

  const mpi::PeerMemory& peers_;
  Scratch& scratch_;
  Index size_;
  bool knows_indices_;
  const std::vector<Tile>* tiles_ = nullptr;  // of the chunk
  const std::vector<PanelSource>* sources_ = nullptr;
  std::vector<Need> needs_, chunk_;  // of the panel, of the chunk
  std::vector<View> views_;
  std::vector<PullSource> read_;
  std::vector<mpi::PeerRead> stretches_;
  Scratch::Lease buffer_;
  Index buffer_bytes_ = 0;
};

}  // namespace ashlar::detail
