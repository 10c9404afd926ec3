// SPDX-License-Identifier: BSD-3-Clause
#include "window_table.hpp"

#include <algorithm>

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
  const auto lanes = static_cast<std::size_t>(vector_bytes / lane_bytes);
  const StripRun *run = runs.data(), *const end = run + runs.size();
  std::size_t most = 2;
  Index at = 0;
  for (Vector& vector : vectors_) {
    run = split(run, end, {at, at + vector_bytes});
    // Nothing is needed of vectors after the end.
    if (pieces_.empty()) pieces_.push_back({runs.back().source, runs.back().offset, 0, 1});
    cover(vector, readable, vector_bytes);
    most = std::max(most, vector.count);
    at += vector_bytes;
  }
  strip.first_window = windows_.size();
  strip.first_pick = picks_.size();
  strip.windows = static_cast<int>(most);
  for (const Vector& vector : vectors_) append(vector, lanes, most);
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

/// True if the first lane of a piece is in a window.
bool WindowTable::covers(const StripWindow& window, const Piece& piece, Index vector_bytes) {
  return window.source == piece.source && piece.offset >= window.offset &&
         piece.offset < window.offset + vector_bytes;
}

/// Covers the pieces by few windows: offsets of a source ascend with the places of the target.
void WindowTable::cover(Vector& vector, std::span<const Range> readable, Index vector_bytes) {
  vector.count = 0;
  vector.window_of.fill(0);
  vector.lane_of.fill(0);
  for (Piece piece : pieces_) {
    while (piece.lanes > 0) {
      std::size_t number = 0;
      while (number < vector.count && !covers(vector.windows[number], piece, vector_bytes))
        ++number;
      if (number == vector.count) {
        const Index last = readable[static_cast<std::size_t>(piece.source)].last - vector_bytes;
        vector.windows[vector.count++] = {piece.source, std::min(piece.offset, last)};
      }
      const auto first =
                     static_cast<int>((piece.offset - vector.windows[number].offset) / lane_bytes),
                 taken = std::min(piece.lanes, static_cast<int>(vector_bytes / lane_bytes) - first);
      for (int k = 0; k < taken; ++k) {
        const auto lane = static_cast<std::size_t>(piece.lane + k);
        vector.window_of[lane] = static_cast<std::uint8_t>(number);
        vector.lane_of[lane] = static_cast<std::uint8_t>(first + k);
      }
      piece.lane += taken;
      piece.lanes -= taken;
      piece.offset += Index{taken} * lane_bytes;
    }
  }
  const Piece& first = pieces_.front();
  vector.is_whole = pieces_.size() == 1 && vector.count == 1 && first.lane == 0 &&
                    first.offset == vector.windows.front().offset;
}

/// Appends a vector with `count` windows, or as a whole one.
void WindowTable::append(const Vector& vector, std::size_t lanes, std::size_t count) {
  if (vector.is_whole) {
    const StripWindow& window = vector.windows.front();
    windows_.push_back({~window.source, window.offset});
    return;
  }
  for (std::size_t k = 0; k < count; ++k)
    windows_.push_back(vector.windows[std::min(k, vector.count - 1)]);
  picks_.resize(picks_.size() + (count - 1) * lanes);
  std::uint8_t* picks = picks_.data() + picks_.size() - (count - 1) * lanes;
  for (std::size_t k = 1; k < count; ++k) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t from = vector.lane_of[lane], earlier = k == 1 ? from : lane;
      *picks++ = static_cast<std::uint8_t>(vector.window_of[lane] == k ? lanes + from : earlier);
    }
  }
}

}  // namespace ashlar::detail
