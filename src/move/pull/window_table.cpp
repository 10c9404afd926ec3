// SPDX-License-Identifier: BSD-3-Clause
#include "window_table.hpp"

#include <algorithm>
#include <tuple>

namespace ashlar::detail {

void WindowTable::clear() {
  windows_.clear();
  picks_.clear();
}

bool WindowTable::add(Strip& strip, std::span<const StripRun> runs, std::span<const Range> readable,
                      Index vector_bytes) {
  const auto is_suitable = [&](const StripRun& run) {
    const Range& bytes = readable[static_cast<std::size_t>(run.source)];
    return run.place % lane_bytes == 0 && run.bytes % lane_bytes == 0 &&
           (bytes.last - run.offset) % lane_bytes == 0 && bytes.size() >= vector_bytes;
  };
  if (vector_bytes == 0 || !std::ranges::all_of(runs, is_suitable)) return false;
  const Index lines = (strip.bytes + line_bytes - 1) / line_bytes;
  vectors_.resize(static_cast<std::size_t>(lines * line_bytes / vector_bytes));
  const StripRun *run = runs.data(), *const end = run + runs.size();
  std::size_t most = 2;
  Index at = 0;
  for (Vector& vector : vectors_) {
    run = split(run, end, {at, at + vector_bytes});
    // Nothing is needed of vectors after the end.
    if (pieces_.empty()) pieces_.push_back({runs.back().source, runs.back().offset, 0, 1});
    cover(vector, readable, vector_bytes);
    most = std::max(most, vector.windows.size());
    at += vector_bytes;
  }
  strip.first_window = windows_.size();
  strip.first_pick = picks_.size();
  strip.windows = static_cast<int>(most);
  for (const Vector& vector : vectors_) append(vector, most);
  return true;
}

/// Finds the pieces of a vector. Returns the first run of the next one.
const StripRun* WindowTable::split(const StripRun* run, const StripRun* end, Range bytes) {
  pieces_.clear();
  for (; run != end; ++run) {
    const Range own = intersection({run->place, run->place + run->bytes}, bytes);
    if (own.empty()) break;
    pieces_.push_back({run->source, run->offset + own.first - run->place,
                       static_cast<int>((own.first - bytes.first) / lane_bytes),
                       static_cast<int>(own.size() / lane_bytes)});
    if (run->place + run->bytes > bytes.last) break;
  }
  return run;
}

/// Covers the pieces by few windows.
void WindowTable::cover(Vector& vector, std::span<const Range> readable, Index vector_bytes) {
  const auto lanes = static_cast<std::size_t>(vector_bytes / lane_bytes);
  vector.windows.clear();
  vector.window_of.assign(lanes, 0);
  vector.lane_of.assign(lanes, 0);
  vector.is_whole = pieces_.size() == 1 && pieces_.front().lane == 0;
  std::ranges::sort(pieces_, {}, [](const Piece& p) { return std::tuple(p.source, p.offset); });
  for (Piece piece : pieces_) {
    for (; piece.lanes > 0; --piece.lanes, ++piece.lane, piece.offset += lane_bytes) {
      if (vector.windows.empty() || vector.windows.back().source != piece.source ||
          piece.offset + lane_bytes > vector.windows.back().offset + vector_bytes) {
        const Index last = readable[static_cast<std::size_t>(piece.source)].last - vector_bytes;
        vector.windows.push_back({piece.source, std::min(piece.offset, last)});
      }
      const Index from = (piece.offset - vector.windows.back().offset) / lane_bytes;
      vector.window_of[static_cast<std::size_t>(piece.lane)] =
          static_cast<std::uint8_t>(vector.windows.size() - 1);
      vector.lane_of[static_cast<std::size_t>(piece.lane)] = static_cast<std::uint8_t>(from);
      vector.is_whole = vector.is_whole && from == piece.lane;
    }
  }
}

/// Appends a vector with `count` windows, or as a whole one.
void WindowTable::append(const Vector& vector, std::size_t count) {
  if (vector.is_whole) {
    const StripWindow& window = vector.windows.front();
    windows_.push_back({~window.source, window.offset});
    return;
  }
  const std::size_t lanes = vector.lane_of.size();
  for (std::size_t k = 0; k < count; ++k)
    windows_.push_back(vector.windows[std::min(k, vector.windows.size() - 1)]);
  for (std::size_t k = 1; k < count; ++k) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t window = vector.window_of[lane], from = vector.lane_of[lane];
      const std::size_t earlier = k == 1 ? from : lane;
      picks_.push_back(static_cast<std::uint8_t>(window == k ? lanes + from : earlier));
    }
  }
}

}  // namespace ashlar::detail
