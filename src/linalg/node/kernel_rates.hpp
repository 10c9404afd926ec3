// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

namespace ashlar::node {

/// A size as a factor of flops.
inline double number(Index n) { return static_cast<double>(n); }

/// Work of a kernel, or of several.
struct Cost {
  double flops = 0;
  double seconds = 0;

  Cost& operator+=(const Cost& other) {
    flops += other.flops;
    seconds += other.seconds;
    return *this;
  }
  friend Cost operator+(Cost a, const Cost& b) { return a += b; }
};

/// Seconds of the kernels of one rank: sums of terms, each the seconds of one flop, or of one
/// element that is read or written beside. Flops are those of real numbers, a multiplication and an
/// addition being two. The default counts flops as seconds.
struct KernelRates {
  double product = 1;         ///< a flop of a product of matrices
  double product_result = 0;  ///< an element of its result
  double product_factor = 0;  ///< an element of its factors
  double triangle = 1;        ///< a flop of a triangular solve or product
  double triangle_result = 0;
  double lu_panel = 1;  ///< a flop of one rank's elimination of a panel
  double lu_panel_element = 0;
  double qr_panel = 1;
  double qr_panel_element = 0;
  double cholesky_square = 1;
  double cholesky_square_element = 0;
  double column = 1;         ///< a flop in a single column of a team's panel
  double column_call = 0;    ///< seconds of a column whatever its length
  double exchange = 0;       ///< an element of a row that is exchanged with another
  double late_exchange = 0;  ///< an element of the columns whose rows are permuted in the end
  double node_traffic = 0;   ///< a byte of the results of products, of all ranks one after another
  double meeting = 0;        ///< seconds until two members of a team have met
  double meeting_of = 0;     ///< seconds more for each further one
};

/// The kernels of the factorisations at given rates, while as many `ranks` share the node's memory.
class Kernels {
 public:
  explicit Kernels(const KernelRates& rates, int ranks = 1) : rates_(rates), ranks_(ranks) {}

  const KernelRates& rates() const { return rates_; }

  /// C := C + A B for A of m x k, where C lies in memory.
  Cost product(double m, double n, double k) const;
  /// The same where C stays in cache.
  Cost product_in_cache(double m, double n, double k) const;
  /// With a triangle of order m and m x n elements.
  Cost triangle(double m, double n) const;
  Cost lu_panel(double rows, double width) const;
  Cost qr_panel(double rows, double width) const;
  Cost cholesky_square(double order) const;
  /// `flops` in single columns, which `calls` kernels do.
  Cost columns(double flops, double calls) const;
  /// `count` rows of `columns` elements exchanged with others.
  Cost exchanges(double count, double columns) const;
  Cost late_exchanges(double elements) const;
  double seconds_of_meeting(int members) const;

 private:
  KernelRates rates_;
  int ranks_;
};

}  // namespace ashlar::node
