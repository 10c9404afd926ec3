// SPDX-License-Identifier: BSD-3-Clause
#include "kernel_rates.hpp"

#include <algorithm>

namespace ashlar::node {

Cost Kernels::product(double m, double n, double k) const {
  // Double precision, read and written.
  constexpr double bytes = 16;
  const Cost alone = product_in_cache(m, n, k);
  return {alone.flops, std::max(alone.seconds, rates_.node_traffic * bytes * m * n * ranks_)};
}

Cost Kernels::product_in_cache(double m, double n, double k) const {
  const double flops = 2 * m * n * k;
  return {flops, rates_.product * flops + rates_.product_result * m * n +
                     rates_.product_factor * (m + n) * k};
}

Cost Kernels::triangle(double m, double n) const {
  const double flops = m * m * n;
  return {flops, rates_.triangle * flops + rates_.triangle_result * m * n};
}

Cost Kernels::lu_panel(double rows, double width) const {
  const double flops = width * width * (rows - width / 3);
  return {flops, rates_.lu_panel * flops + rates_.lu_panel_element * rows * width};
}

Cost Kernels::qr_panel(double rows, double width) const {
  // T takes as many as a product of V with itself, of which half is needed.
  const double flops = 2 * width * width * (rows - width / 3) + width * width * rows;
  return {flops, rates_.qr_panel * flops + rates_.qr_panel_element * rows * width};
}

Cost Kernels::cholesky_square(double order) const {
  const double flops = order * order * order / 3;
  return {flops, rates_.cholesky_square * flops + rates_.cholesky_square_element * order * order};
}

Cost Kernels::columns(double flops, double calls) const {
  return {flops, rates_.column * flops + rates_.column_call * calls};
}

Cost Kernels::exchanges(double count, double columns) const {
  return {0, rates_.exchange * count * columns};
}

Cost Kernels::late_exchanges(double elements) const { return {0, rates_.late_exchange * elements}; }

double Kernels::seconds_of_meeting(int members) const {
  return members < 2 ? 0 : rates_.meeting + (members - 2) * rates_.meeting_of;
}

}  // namespace ashlar::node
