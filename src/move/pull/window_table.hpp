// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>

#include "move/kernels/tasks.hpp"

namespace ashlar::detail {

/// Windows and picks of Gathered strips.
class WindowTable {
 public:
  void clear();

  /// Adds the vectors of a strip's lines, if its runs consist of lanes and its sources have a
  /// vector.
  /// @param runs          of the strip
  /// @param readable      bytes of each source's columns
  /// @param vector_bytes  KernelSet::gather_bytes
  bool add(Strip& strip, std::span<const StripRun> runs, std::span<const Range> readable,
           Index vector_bytes);

  const std::vector<StripWindow>& windows() const { return windows_; }
  const std::vector<std::uint8_t>& picks() const { return picks_; }

 private:
  /// Lanes of a vector that are contiguous in a source.
  struct Piece {
    int source;
    Index offset;  // bytes
    int lane, lanes;
  };
  /// Windows of a vector; lane l is lane `lane_of[l]` of window `window_of[l]`.
  struct Vector {
    static constexpr std::size_t most_lanes = line_bytes / lane_bytes;
    bool is_whole;  // the only window
    std::size_t count;
    std::array<StripWindow, most_lanes> windows;
    std::array<std::uint8_t, most_lanes> window_of, lane_of;
  };

  const StripRun* split(const StripRun* run, const StripRun* end, Range bytes);
  static bool covers(const StripWindow& window, const Piece& piece, Index vector_bytes);
  void cover(Vector& vector, std::span<const Range> readable, Index vector_bytes);
  void append(const Vector& vector, std::size_t lanes, std::size_t count);

  std::vector<StripWindow> windows_;
  std::vector<std::uint8_t> picks_;
  std::vector<Piece> pieces_;    // of a vector
  std::vector<Vector> vectors_;  // of a strip
};

}  // namespace ashlar::detail
