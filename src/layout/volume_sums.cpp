// SPDX-License-Identifier: BSD-3-Clause
#include "volume_sums.hpp"

#include <algorithm>

namespace ashlar::detail {

VolumeSums::VolumeSums(const AxisVolume& volume, std::vector<Index> source_cuts,
                       std::vector<Index> target_cuts)
    : source_cuts_(std::move(source_cuts)),
      target_cuts_(std::move(target_cuts)),
      sums_(source_cuts_.size() * target_cuts_.size()) {
  std::vector<std::size_t> cut_above;  // by target process
  for (std::size_t t = 1; t < target_cuts_.size(); ++t)
    cut_above.resize(static_cast<std::size_t>(target_cuts_[t]), t);

  const std::size_t width = target_cuts_.size();
  for (std::size_t s = 1; s < source_cuts_.size(); ++s) {
    Sum* line = sums_.data() + s * width;
    for (Index p = source_cuts_[s - 1]; p < source_cuts_[s]; ++p)
      for (const AxisVolume::Entry& entry : volume.of(static_cast<int>(p))) {
        Sum& sum = line[cut_above[static_cast<std::size_t>(entry.coord)]];
        sum.indices += entry.count;
        ++sum.pairs;
      }
    Sum so_far;
    for (std::size_t t = 0; t < width; ++t) {
      so_far.indices += line[t].indices;
      so_far.pairs += line[t].pairs;
      const Sum& before = line[t - width];
      line[t] = {so_far.indices + before.indices, so_far.pairs + before.pairs};
    }
  }
}

VolumeSums::Sum VolumeSums::between(Range source, Range target) const {
  const Sum& all = up_to(source.last, target.last);
  const Sum& above = up_to(source.first, target.last);
  const Sum& left = up_to(source.last, target.first);
  const Sum& both = up_to(source.first, target.first);
  return {all.indices - above.indices - left.indices + both.indices,
          all.pairs - above.pairs - left.pairs + both.pairs};
}

Index VolumeSums::number_of(const std::vector<Index>& cuts, Index process) {
  return std::lower_bound(cuts.begin(), cuts.end(), process) - cuts.begin();
}

}  // namespace ashlar::detail
