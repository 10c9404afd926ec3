// SPDX-License-Identifier: BSD-3-Clause
// Tasks of the kernels.
#pragma once

#include <cstddef>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// A cache line of the processors that have these kernels.
inline constexpr Index line_bytes = 64;

/// Columns that are copied as they are; offsets in bytes.
struct ColumnsCopy {
  std::byte* target;
  Index target_ld;
  const std::byte* source;
  Index source_ld;
  Index bytes, columns;
};

/// Conjugation of complex numbers on the way, by the layout of their bits.
enum class Conjugate { No, Complex64, Complex128 };

/// A line of memory that will be read: `offset` bytes into a column of a source.
struct SourceLine {
  int source;
  Index offset;
};

/// So many bytes of a source's column go to `place`, counted in bytes from the start of the strip.
struct StripRun {
  int source;
  int bytes;
  Index offset;
  Index place;
};

/// A short stretch of the target's columns that is made in one go.
struct Strip {
  enum class Kind {
    Whole,   ///< one run
    Joined,  ///< several that follow each other in the target
    Lines,   ///< the same, each of whole lines
    Comb,    ///< single elements in turn from so many sources as there are runs, which give the
             ///< first of each: the next ones are `step` bytes on
    Apart,   ///< runs with gaps between them in the target
  };
  Kind kind;
  int target;
  Index target_offset;  ///< bytes into the column
  Index bytes;          ///< without gaps
  std::size_t first_run, runs;
  std::size_t first_line, lines;  ///< of memory that no strip before it has read
  Index step;
};

/// Which lines of a table are wanted, of the columns or rows that are made and of the next ones:
/// so many are fetched before they are read.
struct LinesAhead {
  const SourceLine* lines;
  std::size_t first, end;
  std::size_t ahead;
};

/// The longest strip, but for those with gaps.
constexpr Index most_strip_bytes = 512;
/// The numbers of sources of a comb: any step where there is one source, else the elements of each
/// source are side by side.
constexpr int comb_sources[] = {1, 2, 3, 4, 6, 8};

/// Strips of a few target columns, taken from columns of several sources.
struct StripTask {
  const Strip* strips;
  std::size_t count;
  const StripRun* runs;
  LinesAhead fetch;
  const std::byte* const* sources;  ///< of column c: sources[c * source_count + s]
  std::byte* const* targets;        ///< of column c: targets[c * target_count + t]
  std::size_t source_count, target_count;
  std::size_t columns;
  const std::byte* const* next;  ///< sources of as many columns that come after these, or null
  Conjugate conjugate;
};

/// Neighbouring elements of a source's columns that become neighbouring columns of a band.
struct BandRun {
  int source;
  Index columns;
  Index offset;  ///< bytes into the source's columns
  Index target_column;
  std::size_t first_line, lines;  ///< of memory that no run before it has read
};

/// A band of the target: some rows, each of which comes from one column of each source.
struct BandTask {
  std::byte* target;    ///< the first row in the target's first column
  Index target_stride;  ///< bytes from one column to the next
  const Index* places;  ///< where each row lies, bytes from the first; null: one behind the other
  Index rows;
  const std::byte* const* row_sources;  ///< of row r: row_sources[source * row_stride + r]
  const std::byte* const* next;         ///< the same of the band that comes after, or null
  std::size_t row_stride;
  const BandRun* runs;
  std::size_t run_count;
  Index element_bytes;
  LinesAhead fetch;  ///< of each row
  Conjugate conjugate;
};

/// The rows of a band: whole lines of the target, from so many source columns as processors'
/// prefetchers can follow.
constexpr Index band_rows(Index element_bytes) {
  constexpr Index fewest = 16;
  return line_bytes / element_bytes > fewest ? line_bytes / element_bytes : fewest;
}

}  // namespace ashlar::detail
