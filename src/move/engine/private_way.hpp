// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Ways of elements to other ranks where these cannot take them out of a segment.
enum class Way {
  Messages,   ///< packed, or left to MPI where that suits
  Stage,      ///< packed into memory that all ranks share
  Peers,      ///< read out of the source's private memory
  Datatypes,  ///< MPI's derived datatypes, always
};

const char* to_text(Way way);

/// Timing of the ways by which private memory can travel within a node, made once for a
/// communicator and a class of moves, when a move first needs it; the same on all ranks.
///
/// ASHLAR_PRIVATE_MEMORY=peers, stage or messages on rank 0 of the communicator spares the timing.
class PrivateWay {
 public:
  /// Moves of about a mebibyte a rank stay in the caches, others do not.
  enum class Size { Medium, Large };
  /// Elements that lie side by side at both ends in runs of some length, or that do not: in short
  /// runs, or in other directions.
  enum class Pattern { Runs, Scattered };
  struct Class {
    Size size;
    Pattern pattern;
  };

  /// That of `context`. @collective the first time
  static PrivateWay& of(mpi::Context& context);

  /// Way that the environment asks for, if any.
  std::optional<Way> asked_for() const { return asked_for_; }
  /// True if `fastest` need not measure any more.
  bool is_known(Class moves) const { return times(moves).has_value(); }
  /// The fastest of the ways that serve, of Peers, Stage and Messages. Of ways that differ by less
  /// than a tenth the first. @collective unless is_known(moves)
  /// @param by_peers  [same] whether peers' memory is a choice; all ways that serve are timed
  /// anyway
  /// @pre the communicator is a single node, whose ranks can meet
  Way fastest(Class moves, bool by_peers);
  /// Measured times, for people. [local] @pre is_known(moves)
  std::string to_string(Class moves) const;

 private:
  static constexpr std::array<Way, 3> ways{Way::Peers, Way::Stage, Way::Messages};
  using Times = std::array<double, ways.size()>;  // in seconds; infinite where a way cannot serve

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
