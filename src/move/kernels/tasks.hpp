// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

inline constexpr Index line_bytes = 64;
struct alignas(line_bytes) CacheLine {
  std::byte bytes[line_bytes];
};
/// Most columns of a StripTask.
inline constexpr int most_panel_columns = 32;

/// Contiguous bytes to copy.
struct CopyRun {
  std::byte* target;
  const std::byte* source;
  Index bytes;
};

/// Runs to copy one by one.
struct RunsTask {
  const CopyRun* runs;
  std::size_t count;
  Index bytes_ahead;  ///< prefetch distance, into the next run at most; 0: none
  Index level;        ///< of the cache that lines are fetched into, 1 or 2
};

/// Conjugation of complex numbers during a move, by their bit layout.
enum class Conjugate { No, Complex64, Complex128 };

/// Cache line to read: `offset` bytes into a source's column.
struct SourceLine {
  int source;
  Index offset;
};

/// `bytes` bytes of a source's column; `place` counts bytes from the strip's start.
struct StripRun {
  int source;
  int bytes;
  Index offset;
  Index place;
};

/// A vector of a source's column, `offset` bytes after its start. With source ~s it is a vector of
/// the target without others.
struct StripWindow {
  int source;
  Index offset;
};
/// Lanes of vectors in Gathered strips.
constexpr Index lane_bytes = 4;

/// Short stretch of the target's columns, written at once.
struct Strip {
  enum class Kind {
    Gathered,  ///< runs contiguous in the target, each vector of its lines from `windows` windows
    Joined,    ///< the same without windows
    Apart,     ///< runs with gaps between them in the target
  };
  Kind kind;
  int target;
  Index target_offset;  ///< bytes into the column
  Index bytes;          ///< without gaps
  std::size_t first_run, runs;
  std::size_t first_line, lines;  ///< not read by earlier strips
  std::size_t first_window = 0, first_pick = 0;
  int windows = 0;  ///< at least 2
};

/// Cache lines to prefetch, for the current and the next columns or rows; `ahead` is the prefetch
/// distance in lines.
struct LinesAhead {
  const SourceLine* lines;
  std::size_t first, end;
  std::size_t ahead;
  Index level;  ///< of the cache that they are fetched into, 1 or 2
};

/// Prefetches a line. Always inlined: compilers drop calls of a function that only prefetches.
[[gnu::always_inline]] inline void prefetch(const std::byte* line, Index level) {
  level == 1 ? __builtin_prefetch(line, 0, 3) : __builtin_prefetch(line, 0, 2);
}

/// Length bound of a strip without gaps.
constexpr Index most_strip_bytes = 512;

/// Strips of a few target columns, from columns of several sources.
struct StripTask {
  const Strip* strips;
  std::size_t count;
  const StripRun* runs;
  const StripWindow* windows;
  /// For each window of a vector from the second on, numbers of lanes: those below the number of
  /// lanes in a vector count lanes of the first window, later those of the result up to here, the
  /// others lanes of this window.
  const std::uint8_t* picks;
  LinesAhead fetch;
  const std::byte* const* sources;  ///< of column c: sources[c * source_count + s]
  std::byte* const* targets;        ///< of column c: targets[c * target_count + t]
  std::size_t source_count, target_count;
  std::size_t columns;
  const std::byte* const* next;  ///< sources of the following `columns` columns, or null
  Conjugate conjugate;
};

/// Length bound of a run of a band.
constexpr Index most_slice_bytes = 512;

/// Column of a target.
struct BandColumn {
  int target;
  Index column;
};

/// Neighbouring elements of source columns for columns of a band.
struct BandRun {
  int source;
  int target;  ///< or -1 for columns in any order
  Index columns;
  Index offset;                   ///< bytes into the source's columns
  Index target_column;            ///< or the number of the first in BandTask::columns
  std::size_t first_line, lines;  ///< not read by earlier runs
  Index step = 1;                 ///< target columns from one to the next
};

/// Memory of a band in one target.
struct BandTarget {
  std::byte* data;  ///< first row in the first column
  Index stride;     ///< bytes from one column to the next
};

/// Band of the targets: some rows, each from one column of each source.
struct BandTask {
  const BandTarget* targets;
  std::size_t target_count;
  const Index* places;  ///< byte offset of each row from the first; null: contiguous rows
  Index rows;
  const std::byte* const* row_sources;  ///< of row r: row_sources[source * row_stride + r]
  const std::byte* const* next;         ///< of the following band, or null
  std::size_t row_stride;
  const BandRun* runs;
  std::size_t run_count;
  const BandColumn* columns;
  Index element_bytes;
  Index lines_in_turn;  ///< source lines of a row read before those of the next row
  LinesAhead fetch;     ///< of each row
  Conjugate conjugate;
};

}  // namespace ashlar::detail
