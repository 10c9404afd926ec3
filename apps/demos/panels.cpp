// SPDX-License-Identifier: BSD-3-Clause
#include "panels.hpp"

#include <bit>
#include <cmath>

namespace ashlar::demos {

namespace {

// weight * log(x + r) for r = sqrt(x^2 + rest). Avoids cancellation in x + r for negative x; the
// term vanishes for weight 0.
double times_log(double weight, double x, double r, double rest) {
  if (weight == 0) return 0;
  if (rest == 0) return weight * std::log(2 * std::abs(x));  // any constant: its signed sum is zero
  return weight * std::log(x >= 0 ? x + r : rest / (r - x));
}

double times_atan(double weight, double numerator, double x, double r) {
  return x == 0 ? 0 : weight * std::atan(numerator / (x * r));
}

// Function with the derivative d^4/(dx^2 dy^2) = 1/r: the double integral over two parallel
// rectangles at distance z.
double parallel_primitive(double x, double y, double z) {
  const double xx = x * x, yy = y * y, zz = z * z, r = std::sqrt(xx + yy + zz);
  return times_log((yy - zz) / 2 * x, x, r, yy + zz) + times_log((xx - zz) / 2 * y, y, r, xx + zz) -
         (xx + yy - 2 * zz) * r / 6 - times_atan(x * y * z, x * y, z, r);
}

// Function with the derivative d^4/(dx^2 dy dz) = 1/r: the same for perpendicular rectangles with
// common axis x.
double perpendicular_primitive(double x, double y, double z) {
  const double xx = x * x, yy = y * y, zz = z * z, r = std::sqrt(xx + yy + zz);
  return times_log((xx / 2 - zz / 6) * z, y, r, xx + zz) +
         times_log((xx / 2 - yy / 6) * y, z, r, xx + yy) + times_log(x * y * z, x, r, yy + zz) -
         y * z * r / 3 - times_atan(x * xx / 6, y * z, x, r) - times_atan(x * yy / 2, x * z, y, r) -
         times_atan(x * zz / 2, x * y, z, r);
}

// Primitive at the 16 combinations of limits, with alternating signs. Bits 0 and 1 select the ends
// along the first axis of p and q, bits 2 and 3 those along the second.
template <class F>
double signed_sum(F&& primitive) {
  double sum = 0;
  for (unsigned ends = 0; ends < 16; ++ends)
    sum +=
        (std::popcount(ends) % 2 == 0 ? 1 : -1) * primitive(ends & 1, ends & 2, ends & 4, ends & 8);
  return sum;
}

double end_of(const Panel& panel, int axis, bool high) {
  return (high ? panel.hi : panel.lo)[axis];
}

double parallel_integral(const Panel& p, const Panel& q) {
  const int u = (p.normal + 1) % 3, v = (p.normal + 2) % 3;
  const double z = p.lo[p.normal] - q.lo[p.normal];
  return signed_sum([&](bool pu, bool qu, bool pv, bool qv) {
    return parallel_primitive(end_of(p, u, pu) - end_of(q, u, qu),
                              end_of(p, v, pv) - end_of(q, v, qv), z);
  });
}

double perpendicular_integral(const Panel& p, const Panel& q) {
  const int shared = 3 - p.normal - q.normal;
  return signed_sum([&](bool ps, bool qs, bool p_end, bool q_end) {
    return perpendicular_primitive(end_of(p, shared, ps) - end_of(q, shared, qs),
                                   end_of(p, q.normal, p_end) - q.lo[q.normal],
                                   p.lo[p.normal] - end_of(q, p.normal, q_end));
  });
}

std::vector<double> graded_ends(int count) {
  std::vector<double> ends;
  for (int i = 0; i <= count; ++i) {
    const double s = 2.0 * i / count - 1;  // -1 .. 1
    ends.push_back(0.5 + std::copysign(0.5 - 0.5 * std::pow(1 - std::abs(s), 3), s));
  }
  return ends;
}

}  // namespace

double Panel::area() const {
  const int u = (normal + 1) % 3, v = (normal + 2) % 3;
  return (hi[u] - lo[u]) * (hi[v] - lo[v]);
}

std::vector<Panel> unit_cube(int per_edge) {
  const std::vector<double> ends = graded_ends(per_edge);
  std::vector<Panel> panels;
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < per_edge; ++i)
      for (int j = 0; j < per_edge; ++j) {
        Panel panel{.normal = face % 3};
        const int u = (panel.normal + 1) % 3, v = (panel.normal + 2) % 3;
        panel.lo[panel.normal] = panel.hi[panel.normal] = face < 3 ? 0 : 1;
        panel.lo[u] = ends[i], panel.hi[u] = ends[i + 1];
        panel.lo[v] = ends[j], panel.hi[v] = ends[j + 1];
        panels.push_back(panel);
      }
  return panels;
}

double mean_inverse_distance(const Panel& p, const Panel& q) {
  const double integral =
      p.normal == q.normal ? parallel_integral(p, q) : perpendicular_integral(p, q);
  return integral / (p.area() * q.area());
}

}  // namespace ashlar::demos
