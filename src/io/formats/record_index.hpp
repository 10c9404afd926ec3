// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "io/formats/text_cursor.hpp"

namespace ashlar::io {

/// Positions of some records of a text file, about one per mebibyte, to start reading nearby.
/// Records are rows of a table or entries of an array, numbered from 0.
class RecordIndex {
 public:
  struct Entry {
    Index record;
    TextPlace place;
  };

  /// Counts a record; stores its position if far from the last one.
  void note(TextPlace place) {
    constexpr Index step = Index{1} << 20;
    if (entries_.empty() || place.offset - entries_.back().place.offset >= step)
      entries_.push_back({count_, place});
    ++count_;
  }
  Index count() const { return count_; }

  /// Last entry at or before `record`. @pre 0 <= record < count()
  const Entry& before(Index record) const {
    const auto behind =
        std::upper_bound(entries_.begin(), entries_.end(), record,
                         [](Index wanted, const Entry& entry) { return wanted < entry.record; });
    return *(behind - 1);
  }

 private:
  std::vector<Entry> entries_;
  Index count_ = 0;
};

}  // namespace ashlar::io
