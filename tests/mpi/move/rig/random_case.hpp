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

/// What a move does. In place the target is the source.
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
  Uplo uplo = Uplo::General;  ///< of a mirror the triangle that is stored
  Index diagonal = 0;
  Diag diag = Diag::NonUnit;
  Rest rest = Rest::Untouched;
  DType from = DType::Float64, to = DType::Float64;
  std::complex<double> alpha = 1, beta = 0;  ///< small integers
  std::uint64_t seed = 0;

  int ndims() const { return static_cast<int>(axes.size()); }
  bool is_turned() const { return axes.size() == 2 && axes[0] == 1; }
  /// Of matrices.
  Op op() const { return !is_turned() ? Op::None : conjugates ? Op::ConjTrans : Op::Trans; }
  /// Whether elements change on the way, by more than conjugation.
  bool computes() const {
    return from != to || alpha != 1.0 || beta != 0.0 || is_symmetrizing(verb);
  }
  std::string describe() const;
};

/// How a case is asked for.
enum class Way {
  Call,     ///< one call
  Plan,     ///< a plan that runs once
  Twice,    ///< a plan that runs twice
  Started,  ///< plans that are started, all at once, and tested or waited for
};

/// One or several moves and how they are carried out; the same on all ranks.
struct RandomCase {
  std::vector<RandomMove> moves;
  bool together = false;  ///< several moves are one: in one exchange
  Way way = Way::Call;
  Transport transport = Transport::Automatic;  ///< a wish: what cannot be had is Automatic
  Index piece_bytes = Index{256} << 10;
  Index max_extra_bytes = 0;
  int ranks_per_node = 0;  ///< as if so many ranks were a node; 0: as it is

  std::string describe() const;
};

/// What a case exercises, for the histogram.
struct Feature {
  std::string_view name;
  bool (*has)(const RandomCase&, int ranks);
  int least_ranks = 1;  ///< that can show it
};

const std::vector<Feature>& features();

/// Draws a case for `ranks` ranks. Each number of a seed is a case of its own.
RandomCase draw_case(std::uint64_t seed, std::uint64_t number, int ranks);

}  // namespace ashlar::test
