// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/triangle.hpp>

#include "kernels/kernels.hpp"
#include "mosaic.hpp"

namespace ashlar::detail {

/// The memory of one source, column-major.
struct PullSource {
  const std::byte* data = nullptr;
  Index ld = 0;  ///< elements from one column to the next
};

/// What one rank takes out of its sources' memory into its own: one read and one write of every
/// element.
///
/// "Along" is the dimension in which the target's memory is contiguous, "across" the other. With
/// `turned` the sources are contiguous across, and the memory is transposed on the way.
struct Pull {
  const Mosaic* along = nullptr;
  const Mosaic* across = nullptr;
  bool turned = false;
  int element_bytes = 8;
  Conjugate conjugate = Conjugate::No;
  Triangle triangle = {};  ///< its rows count along, its columns across
  int across_shares = 1;

  /// @param sources  that of (along share a, across share c) at a * across_shares + c; what comes
  ///                 from one without data is left out
  /// @param target   this rank's local block, `target_ld` elements across
  void run(const std::vector<PullSource>& sources, std::byte* target, Index target_ld,
           const KernelSet& kernels, bool stream) const;
};

}  // namespace ashlar::detail
