// SPDX-License-Identifier: BSD-3-Clause
#include "model/fit.hpp"

#include <algorithm>
#include <cmath>

namespace ashlar::bench {
namespace {

using Rate = double node::KernelRates::*;

node::KernelRates no_rates() {
  node::KernelRates rates;
  for (const NamedRate& named : all_rates()) rates.*named.rate = 0;
  return rates;
}

double seconds_at(const node::KernelRates& rates, const Sample& sample) {
  return sample.cost(node::Kernels(rates)).seconds;
}

// The solution of the normal equations, by elimination with exchanges of rows.
std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j + 1; i < n; ++i)
      if (std::abs(a[i][j]) > std::abs(a[pivot][j])) pivot = i;
    std::swap(a[j], a[pivot]);
    std::swap(b[j], b[pivot]);
    if (a[j][j] == 0) continue;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == j) continue;
      const double factor = a[i][j] / a[j][j];
      for (std::size_t c = j; c < n; ++c) a[i][c] -= factor * a[j][c];
      b[i] -= factor * b[j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) b[i] = a[i][i] == 0 ? 0 : b[i] / a[i][i];
  return b;
}

std::vector<double> least_squares(const node::KernelRates& fixed, const std::vector<Rate>& wanted,
                                  const std::vector<Sample>& samples) {
  const std::size_t n = wanted.size();
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  std::vector<double> b(n);
  for (const Sample& sample : samples) {
    std::vector<double> terms;
    for (const Rate rate : wanted) {
      node::KernelRates one = no_rates();
      one.*rate = 1;
      terms.push_back(seconds_at(one, sample) / sample.seconds);
    }
    const double rest = 1 - seconds_at(fixed, sample) / sample.seconds;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) a[i][j] += terms[i] * terms[j];
      b[i] += terms[i] * rest;
    }
  }
  return solved(std::move(a), std::move(b));
}

}  // namespace

const std::vector<NamedRate>& all_rates() {
  using R = node::KernelRates;
  static const std::vector<NamedRate> rates{
      {"product", &R::product},
      {"product_result", &R::product_result},
      {"product_factor", &R::product_factor},
      {"triangle", &R::triangle},
      {"triangle_result", &R::triangle_result},
      {"lu_panel", &R::lu_panel},
      {"lu_panel_element", &R::lu_panel_element},
      {"qr_panel", &R::qr_panel},
      {"qr_panel_element", &R::qr_panel_element},
      {"cholesky_square", &R::cholesky_square},
      {"cholesky_square_element", &R::cholesky_square_element},
      {"column", &R::column},
      {"column_call", &R::column_call},
      {"exchange", &R::exchange},
      {"late_exchange", &R::late_exchange},
      {"node_traffic", &R::node_traffic},
      {"meeting", &R::meeting},
      {"meeting_of", &R::meeting_of}};
  return rates;
}

double fit(node::KernelRates& rates, const std::vector<Rate>& wanted,
           const std::vector<Sample>& samples) {
  for (const Rate rate : wanted) rates.*rate = 0;
  for (std::vector<Rate> positive = wanted; !positive.empty();) {
    const std::vector<double> found = least_squares(rates, positive, samples);
    const auto least = std::min_element(found.begin(), found.end());
    if (*least < 0) {
      positive.erase(positive.begin() + (least - found.begin()));
      continue;
    }
    for (std::size_t i = 0; i < positive.size(); ++i) rates.*positive[i] = found[i];
    break;
  }
  double largest = 0;
  for (const Sample& sample : samples)
    largest = std::max(largest, std::abs(seconds_at(rates, sample) / sample.seconds - 1));
  return largest;
}

}  // namespace ashlar::bench
