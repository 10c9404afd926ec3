// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

namespace ashlar::demos {

/// Flat rectangle parallel to two coordinate axes: the box lo..hi, without thickness along axis
/// `normal`.
struct Panel {
  int normal = 2;
  std::array<double, 3> lo = {};
  std::array<double, 3> hi = {};

  double area() const;
};

/// Surface of the unit cube in 6 * per_edge^2 panels. Their widths decrease as the cube of their
/// distance to the edge: charge density is high there, and a uniform mesh would converge far more
/// slowly.
/// @pre per_edge >= 1
std::vector<Panel> unit_cube(int per_edge);

/// Mean of 1/|x - y| over x in `p` and y in `q`: the potential on one panel of a unit charge on the
/// other (Maxwell's coefficient of potential, in units of 1/(4 pi eps0 length)). In closed form,
/// also for p = q and adjacent panels.
double mean_inverse_distance(const Panel& p, const Panel& q);

}  // namespace ashlar::demos
