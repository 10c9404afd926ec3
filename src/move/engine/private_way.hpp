// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Ways between ranks without a common segment.
enum class Way {
  Messages,   ///< packed, or by MPI datatypes where these suit
  Stage,      ///< packed into shared memory
  Peers,      ///< read from the source's private memory
  Datatypes,  ///< always MPI's derived datatypes
};

const char* to_text(Way way);

/// Timing of the ways for private memory within a node, once per communicator and class of moves,
/// at their first use. [same]
///
/// ASHLAR_PRIVATE_MEMORY=peers, stage or messages on rank 0 of the communicator replaces it.
class PrivateWay {
 public:
  /// Medium: about 1 MiB per rank, held by the caches; Large: more.
  enum class Size { Medium, Large };
  /// Runs: contiguous at both ends; Scattered: short or transposed runs.
  enum class Pattern { Runs, Scattered };
  struct Class {
    Size size;
    Pattern pattern;
  };

  /// Instance of `context`. @collective the first time
  static PrivateWay& of(mpi::Context& context);

  /// Way of the environment setting, if any.
  std::optional<Way> asked_for() const { return asked_for_; }
  /// True if `fastest` needs no measurement.
  bool is_known(Class moves) const { return times(moves).has_value(); }
  /// Fastest available way of Stage, Peers and Messages; the first one within a tenth. @collective
  /// unless is_known(moves)
  /// @param by_peers  [same] admits Peers; all available ways are timed
  /// @pre the communicator is a single node, whose ranks can meet
  Way fastest(Class moves, bool by_peers);
  /// Text of the measured times. [local] @pre is_known(moves)
  std::string to_string(Class moves) const;

 private:
  static constexpr std::array<Way, 3> ways{Way::Stage, Way::Peers, Way::Messages};
  using Times = std::array<double, ways.size()>;  // in seconds; infinite if unavailable

  explicit PrivateWay(mpi::Context& context);

  static std::size_t number(Class moves) {
    return 2 * static_cast<std::size_t>(moves.size) + static_cast<std::size_t>(moves.pattern);
  }
  const std::optional<Times>& times(Class moves) const { return times_[number(moves)]; }
  Times measure(Class moves) const;

  mpi::Context& context_;
  std::optional<Way> asked_for_;
  std::array<std::optional<Times>, 4> times_;
};

}  // namespace ashlar::detail
