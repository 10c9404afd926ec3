// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "mosaic.hpp"

namespace ashlar::detail {

/// Cache of the table of one side of a pull, in parts that fit into the caches, for reuse if small.
///
/// A Table has begin(Shape), add(Tile&), which takes elements off the tile up to its capacity,
/// end(), is_full() and is_empty(). Its Shape holds all other dependencies, and knows_indices().
template <class Table>
class KeptTables {
 public:
  using Shape = typename Table::Shape;

  /// @param most_parts  capacity; larger tables are rebuilt each time
  explicit KeptTables(std::size_t most_parts = 4) : most_parts_(most_parts) {}

  /// Calls use(Table) for each part of the side's table.
  template <class Use>
  void for_each(const Mosaic& side, const Shape& shape, Use&& use) {
    if (kept_ == side.number() && kept_ != 0 && shape == shape_) {
      for (std::size_t k = 0; k < count_; ++k) use(parts_[k]);
      return;
    }
    kept_ = 0;
    count_ = 0;
    shape_ = shape;
    bool fits = true;
    Table* part = &begin_part();
    const auto end_part = [&] {
      part->end();
      if (part->is_empty()) return;
      use(*part);
      ++count_;
    };
    const auto add = [&](Tile tile) {
      while (tile.length > 0) {
        part->add(tile);
        if (!part->is_full()) continue;
        end_part();
        if (count_ == most_parts_) {
          fits = false;
          count_ = 0;
        }
        part = &begin_part();
      }
    };
    shape.knows_indices() ? side.for_each_indexed(add) : side.for_each(add);
    end_part();
    if (fits) kept_ = side.number();
  }

 private:
  Table& begin_part() {
    if (parts_.size() == count_) parts_.emplace_back();
    parts_[count_].begin(shape_);
    return parts_[count_];
  }

  std::size_t most_parts_, count_ = 0;
  std::vector<Table> parts_;
  Shape shape_;
  std::uint64_t kept_ = 0;  // number of the side
};

}  // namespace ashlar::detail
