// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/move/copy.hpp>

#include "side.hpp"

namespace ashlar::test {

/// Kind of a move. In place, the target is the source.
enum class Verb { Copy, Mirror, Symmetrize, MirrorInPlace, SymmetrizeInPlace, TransposeInPlace };

constexpr bool is_in_place(Verb verb) { return verb >= Verb::MirrorInPlace; }
constexpr bool is_mirroring(Verb verb) {
  return verb == Verb::Mirror || verb == Verb::MirrorInPlace;
}
constexpr bool is_symmetrizing(Verb verb) {
  return verb == Verb::Symmetrize || verb == Verb::SymmetrizeInPlace;
}

/// One move of any kind, in plain numbers.
struct RandomMove {
  Verb verb = Verb::Copy;
  MoveSide source, target;
  std::vector<int> axes;  ///< dimension d of the target is dimension axes[d] of the source
  bool conjugates = false;
  Uplo uplo = Uplo::General;  ///< stored triangle of a mirror
  Index diagonal = 0;
  Diag diag = Diag::NonUnit;
  Rest rest = Rest::Untouched;
  DType from = DType::Float64, to = DType::Float64;
  std::complex<double> alpha = 1, beta = 0;  ///< small integers
  std::uint64_t seed = 0;

  int ndims() const { return static_cast<int>(axes.size()); }
  bool is_turned() const { return axes.size() == 2 && axes[0] == 1; }
  /// Operation of a move of matrices.
  Op op() const { return !is_turned() ? Op::None : conjugates ? Op::ConjTrans : Op::Trans; }
  /// True if the move changes elements by more than conjugation.
  bool computes() const {
    return from != to || alpha != 1.0 || beta != 0.0 || is_symmetrizing(verb);
  }
  std::string describe() const;
};

/// Form of the calls of a case.
enum class Way {
  Call,     ///< one call
  Plan,     ///< a plan that runs once
  Twice,    ///< a plan that runs twice
  Started,  ///< plans that are started together, and tested or waited for
};

/// One or several moves and the way of their execution; equal on all ranks.
struct RandomCase {
  std::vector<RandomMove> moves;
  bool together = false;  ///< several moves in one exchange
  Way way = Way::Call;
  Transport transport = Transport::Automatic;  ///< Automatic if it is not available
  Index piece_bytes = Index{256} << 10;
  Index max_extra_bytes = 0;
  int ranks_per_node = 0;  ///< simulated; 0: the real nodes

  std::string describe() const;
};

/// A property of a case, for the histogram.
struct Feature {
  std::string_view name;
  bool (*has)(const RandomCase&, int ranks);
  int least_ranks = 1;  ///< smallest job with it
};

const std::vector<Feature>& features();

/// Draws a case for `ranks` ranks. Each number of a seed gives another case.
RandomCase draw_case(std::uint64_t seed, std::uint64_t number, int ranks);

}  // namespace ashlar::test
