// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/progress.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/linalg/layout_for.hpp>

#include "board.hpp"

namespace ashlar::node {

/// Flops of a multiply-add.
template <Scalar T>
inline constexpr double flops_of_multiply_add = is_complex<T> ? 8 : 2;

/// Progress reports of rank 0, in flops of all ranks.
class FlopMeter {
 public:
  /// @param total  flops of the routine
  FlopMeter(const Room& room, Routine routine, double total)
      : speaks_(room.rank() == 0), stage_(to_string(routine).data()), total_(total) {}

  /// Reports `flops` unless more were reported.
  void reached(double flops) {
    if (!speaks_ || flops <= done_) return;
    done_ = flops;
    detail::report_progress({stage_, whole(done_), whole(total_), "flops"});
  }
  double total() const { return total_; }

 private:
  static Index whole(double flops) {
    constexpr double most = 9e18;
    return static_cast<Index>(std::min(flops, most));
  }

  bool speaks_;
  const char* stage_;
  double total_;
  double done_ = 0;
};

/// Multiplications to eliminate the first k columns of a rows x cols matrix from those to their
/// right; n^3 / 3 for n x n.
constexpr double elimination_work(Index rows, Index cols, Index k) {
  const auto m = static_cast<double>(rows), n = static_cast<double>(cols),
             x = static_cast<double>(k);
  return m * n * x - (m + n) * x * x / 2 + x * x * x / 3;
}

class PanelMeter {
 public:
  template <class T>
  PanelMeter(const Room& room, Routine routine, const Board<T>& board)
      : rows_(board.rows()),
        cols_(board.cols()),
        flops_(flops_of_multiply_add<T> * (routine == Routine::Qr         ? 2
                                           : routine == Routine::Cholesky ? 0.5
                                                                          : 1)),
        meter_(room, routine, flops_ * elimination_work(rows_, cols_, std::min(rows_, cols_))) {}

  /// Reports that columns before `column` are eliminated.
  void reached(Index column) { meter_.reached(flops_ * elimination_work(rows_, cols_, column)); }

 private:
  Index rows_, cols_;
  double flops_;
  FlopMeter meter_;
};

}  // namespace ashlar::node
