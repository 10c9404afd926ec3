// SPDX-License-Identifier: BSD-3-Clause
#include "box_copies.hpp"

namespace ashlar::detail {

void scale_target(const Route& route, const Orders& orders, const MoveMemory& memory) {
  const Combine& combine = memory.combine;
  for (int rank : route.receives().ranks()) {
    BoxWalk walk(route, route.receives().boxes_of(rank), orders, rank, route.rank(),
                 Mosaic::PackedEnd::None, std::numeric_limits<Index>::max());
    while (!walk.is_over())
      walk.take(walk.columns_left(), [&](const BoxSlice& slice) {
        const PullTarget target = memory.target_of(slice);
        const bool turned = memory.turns(slice);
        const Index down = turned ? target.ld : 1, on = turned ? 1 : target.ld;
        slice.outer->for_each_indexed([&](const Tile& columns) {
          for (Index c = 0; c < columns.length; ++c) {
            const Range kept = slice.triangle.rows_of(columns.at + c, {0, slice.inner->extent()});
            slice.inner->for_each_indexed([&](const Tile& rows) {
              const Range part = intersection({rows.at, rows.at + rows.length}, kept);
              if (part.empty()) return;
              const Index row = rows.target_local + part.first - rows.at;
              combine(target.data +
                          (row * down + (columns.target_local + c) * on) * combine.target_bytes(),
                      down, nullptr, 1, part.size());
            });
          }
        });
      });
  }
}

}  // namespace ashlar::detail
