// SPDX-License-Identifier: BSD-3-Clause
#include "counted_from_start.hpp"

#include <algorithm>

namespace ashlar::detail {
namespace {

/// True if one round is one stretch, and therefore all rounds are.
bool is_one_stretch(const RunList& part) {
  return part.stretches.size() == 1 && part.stretches.front().at == 0 &&
         part.stretches.front().period >= part.period;
}

/// Adds stretches and runs of the round at `base`.
void add_round(const RunList& part, Index base, RunList& whole, Index first) {
  const Index round = base / part.period;
  auto run = part.pattern.begin();
  for (Stretch stretch : part.stretches) {
    const auto end = run + stretch.runs;
    stretch.extent = std::min(stretch.extent, part.extent - base - stretch.at);
    stretch.at += base + first;
    if (stretch.extent > 0) whole.stretches.push_back(stretch);
    for (; run != end; ++run)
      if (stretch.extent > 0)
        whole.pattern.push_back({run->at, run->source_local + round * part.source_step,
                                 run->target_local + round * part.target_step, run->length});
  }
}

}  // namespace

RunList counted_from_start(const RunList& part, Index first, Index length) {
  RunList whole;
  whole.period = std::max<Index>(length, 1);
  whole.extent = length;
  if (is_one_stretch(part)) {
    whole.pattern = part.pattern;
    whole.stretches = {{first, part.extent, part.period, part.source_step, part.target_step,
                        part.stretches.front().runs}};
    return whole;
  }
  for (Index base = 0; base < part.extent; base += part.period) add_round(part, base, whole, first);
  return whole;
}

}  // namespace ashlar::detail
