// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "axis_volume.hpp"

namespace ashlar::detail {

/// Sums of an AxisVolume over ranges of processes between a few cuts, for a table of some hundred
/// ranges of ranks.
class VolumeSums {
 public:
  /// @param source_cuts, target_cuts  ascending, from 0 to the number of processes
  /// @cost one pass over the volume, and cuts x cuts
  VolumeSums(const AxisVolume& volume, std::vector<Index> source_cuts,
             std::vector<Index> target_cuts);

  struct Sum {
    Index indices = 0;
    Index pairs = 0;  ///< of processes with shared indices
  };
  /// Sum over ranges of cut numbers. O(1)
  Sum between(Range source_cuts, Range target_cuts) const;

  /// Number of a cut. O(log cuts)
  Index source_cut(Index process) const { return number_of(source_cuts_, process); }
  Index target_cut(Index process) const { return number_of(target_cuts_, process); }

 private:
  static Index number_of(const std::vector<Index>& cuts, Index process);
  const Sum& up_to(Index source_cut, Index target_cut) const {
    return sums_[static_cast<std::size_t>(source_cut * std::ssize(target_cuts_) + target_cut)];
  }

  std::vector<Index> source_cuts_, target_cuts_;
  std::vector<Sum> sums_;  // of processes below a cut of each side
};

}  // namespace ashlar::detail
