// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <ashlar/layout/axis.hpp>

namespace ashlar {

/// Distribution of one dimension, in the words of HPF and MPI_Type_create_darray:
/// MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC or MPI_DISTRIBUTE_NONE, with or without a
/// distribution argument.
class Dist {
 public:
  enum class Kind { Block, Cyclic, None };

  /// NONE: the dimension is not distributed.
  constexpr Dist() = default;

  /// BLOCK with MPI_DISTRIBUTE_DFLT_DARG: ceil(extent / nprocs) elements each, the last ones fewer
  /// or none.
  static constexpr Dist block() { return {Kind::Block, 0}; }
  /// BLOCK(k): k elements each; k * nprocs must reach the extent.
  /// @throws ArgumentError if k < 1
  static constexpr Dist block(Index k) { return {Kind::Block, positive(k, "BLOCK")}; }
  /// CYCLIC with MPI_DISTRIBUTE_DFLT_DARG: CYCLIC(1).
  static constexpr Dist cyclic() { return {Kind::Cyclic, 0}; }
  /// CYCLIC(k): blocks of k elements dealt round robin.
  /// @throws ArgumentError if k < 1
  static constexpr Dist cyclic(Index k) { return {Kind::Cyclic, positive(k, "CYCLIC")}; }
  /// NONE: one process keeps the whole dimension; MPI ignores a distribution argument here.
  static constexpr Dist none() { return {}; }

  constexpr Kind kind() const { return kind_; }

  /// The distribution argument; nothing stands for MPI_DISTRIBUTE_DFLT_DARG.
  constexpr std::optional<Index> arg() const {
    return arg_ == 0 ? std::nullopt : std::optional<Index>(arg_);
  }

  friend constexpr bool operator==(const Dist&, const Dist&) = default;

 private:
  constexpr Dist(Kind kind, Index arg) : kind_(kind), arg_(arg) {}

  static constexpr Index positive(Index k, const char* name) {
    expect(k >= 1, name, "(", k,
           "): the distribution argument must be at least 1; without one the default holds");
    return k;
  }

  Kind kind_ = Kind::None;
  Index arg_ = 0;  // 0: the default
};

/// "BLOCK", "BLOCK(5)", "CYCLIC", "CYCLIC(10)" or "NONE".
std::string to_string(const Dist& dist);

/// The distribution that `text` names, as to_string writes it, in upper or lower case; "*" is HPF's
/// NONE. Nothing if it names none.
std::optional<Dist> dist_from_string(std::string_view text);

/// The axis that MPI_Type_create_darray makes of one dimension: its defaults and its error rules.
///
/// The source is always process 0. MPI refuses an extent of 0; here it gives an empty axis.
/// @throws ArgumentError if BLOCK(k) does not reach the extent, if NONE meets more than one
/// process, or if extent or nprocs is out of its range
/// @example 9 elements, BLOCK, 2 processes -> blocks of 5: 5 and 4 elements
/// @example 7 elements, BLOCK(10), 3 processes -> 7, 0 and 0 elements
/// @example 10 elements, CYCLIC(3), 2 processes -> 6 and 4 elements
constexpr Axis make_axis(Index extent, const Dist& dist, int nprocs) {
  Axis axis{extent, 1, nprocs, 0};
  axis.check("distribution");
  const Index share = extent / nprocs + (extent % nprocs != 0 ? 1 : 0);
  switch (dist.kind()) {
    case Dist::Kind::Block:
      axis.block = dist.arg().value_or(share > 0 ? share : 1);
      expect(axis.block >= share, "distribution: BLOCK(", axis.block, ") on ",
             ashlar::detail::counted(nprocs, "process", "processes"), " holds fewer than ",
             ashlar::detail::counted(extent, "element"), "; give at least BLOCK(", share,
             ") or take CYCLIC(", axis.block, ")");
      break;
    case Dist::Kind::Cyclic: axis.block = dist.arg().value_or(1); break;
    case Dist::Kind::None:
      expect(nprocs == 1, "distribution: NONE leaves a dimension whole, but it was given ",
             ashlar::detail::counted(nprocs, "process", "processes"),
             "; give it 1, or BLOCK or CYCLIC");
      axis.block = extent > 0 ? extent : 1;
      break;
  }
  return axis;
}

}  // namespace ashlar
