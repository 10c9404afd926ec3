// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "io/formats/text_cursor.hpp"

namespace ashlar::io {

/// Where some of a text file's records begin, about one in a mebibyte, so that reading can start
/// near any of them. Records are numbered from 0: rows of a table, entries of an array.
class RecordIndex {
 public:
  struct Entry {
    Index record;
    TextPlace place;
  };

  /// Says where the next record begins; keeps it if the last one kept is far behind.
  void note(TextPlace place) {
    constexpr Index step = Index{1} << 20;
    if (entries_.empty() || place.offset - entries_.back().place.offset >= step)
      entries_.push_back({count_, place});
    ++count_;
  }
  Index count() const { return count_; }

  /// The last entry that is not behind `record`. @pre 0 <= record < count()
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
