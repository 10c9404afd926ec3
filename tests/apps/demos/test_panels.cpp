// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cmath>

#include "panels.hpp"

using ashlar::demos::mean_inverse_distance;
using ashlar::demos::Panel;
using ashlar::demos::unit_cube;

namespace {

// Independent of the closed form: the mean over the midpoints of k x k cells of each panel. Its
// error falls as k^-2; extrapolation from the next finer mean removes this term.
double by_midpoints(const Panel& p, const Panel& q, int k) {
  const auto point = [k](const Panel& panel, int i, int j) {
    std::array<double, 3> x = panel.lo;
    const int u = (panel.normal + 1) % 3, v = (panel.normal + 2) % 3;
    x[u] += (i + 0.5) / k * (panel.hi[u] - panel.lo[u]);
    x[v] += (j + 0.5) / k * (panel.hi[v] - panel.lo[v]);
    return x;
  };
  double sum = 0;
  for (int a = 0; a < k * k; ++a)
    for (int b = 0; b < k * k; ++b) {
      const auto x = point(p, a / k, a % k), y = point(q, b / k, b % k);
      sum += 1 / std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
    }
  return sum / std::pow(k, 4);
}

double extrapolated(const Panel& p, const Panel& q) {
  return (4 * by_midpoints(p, q, 12) - by_midpoints(p, q, 6)) / 3;
}

const Panel floor_panel{.normal = 2, .lo = {0, 0, 0}, .hi = {0.3, 0.2, 0}};

}  // namespace

TEST_CASE("panels: a unit square has the mean inverse distance of the textbook") {
  const Panel square{.normal = 2, .lo = {0, 0, 0}, .hi = {1, 1, 0}};
  const double expected = 4 * std::log(1 + std::sqrt(2.0)) - 4 * (std::sqrt(2.0) - 1) / 3;
  CHECK(mean_inverse_distance(square, square) == doctest::Approx(expected).epsilon(1e-14));
}

TEST_CASE("panels: panels apart agree with the sum over midpoints") {
  const Panel others[] = {
      {.normal = 2, .lo = {0.5, 0.4, 0}, .hi = {0.8, 0.9, 0}},        // in the same plane
      {.normal = 2, .lo = {0.1, -0.3, 0.7}, .hi = {0.5, 0.4, 0.7}},   // above
      {.normal = 0, .lo = {0.8, 0.1, 0.3}, .hi = {0.8, 0.6, 0.5}},    // vertical
      {.normal = 1, .lo = {-0.9, 0.7, -0.4}, .hi = {-0.5, 0.7, 0.1}}  // vertical, other direction
  };
  for (const Panel& other : others) {
    CHECK(mean_inverse_distance(floor_panel, other) ==
          doctest::Approx(extrapolated(floor_panel, other)).epsilon(1e-6));
    CHECK(mean_inverse_distance(other, floor_panel) ==
          doctest::Approx(mean_inverse_distance(floor_panel, other)).epsilon(1e-12));
  }
}

TEST_CASE("panels: a panel and its halves give the same mean, also where they touch") {
  Panel left = floor_panel, right = floor_panel;
  left.hi[0] = right.lo[0] = 0.12;
  const Panel wall{
      .normal = 0, .lo = {0, 0, 0}, .hi = {0, 0.2, 0.4}};  // shares an edge with the floor
  for (const Panel& other : {floor_panel, wall}) {
    const double halves = left.area() * mean_inverse_distance(left, other) +
                          right.area() * mean_inverse_distance(right, other);
    CHECK(halves == doctest::Approx(floor_panel.area() * mean_inverse_distance(floor_panel, other))
                        .epsilon(1e-12));
  }
}

TEST_CASE("panels: the panels of the cube cover its surface, face by face") {
  for (int per_edge : {1, 2, 5, 8}) {
    const auto panels = unit_cube(per_edge);
    REQUIRE(panels.size() == static_cast<std::size_t>(6 * per_edge * per_edge));
    double faces[2][3] = {};
    for (const Panel& panel : panels)
      faces[panel.lo[panel.normal] == 1][panel.normal] += panel.area();
    for (const auto& side : faces)
      for (double area : side) CHECK(area == doctest::Approx(1).epsilon(1e-14));
  }
}
