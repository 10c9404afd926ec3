// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/layout/layout.hpp>
#include <ashlar/linalg/algorithm.hpp>
#include <ashlar/linalg/routine.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// Machine of a communicator: its ranks, and whether they share the memory of one node.
struct Machine {
  int ranks = 1;
  bool shares_memory = true;  ///< all are on one node, where each reads the others' segments
};

/// Algorithm and layout by which a routine is best run, and the reason.
struct LayoutAdvice {
  Algorithm algorithm = Algorithm::OneRank;  ///< never Automatic
  Layout layout;                             ///< of the (first) matrix, for that algorithm
  std::string reason;                        ///< a sentence without its full stop
};

/// The algorithm for `routine` on a matrix of `shape`, and the layout that it wants: grid, blocks
/// and ranks that take part. Pure arithmetic, also for more ranks than there are. The drivers use
/// it; they move there and back by themselves.
/// @param wanted  Automatic, or the algorithm whose layout is asked for
/// @throws ArgumentError  if `wanted` is none of the routine's algorithms, or is Node where memory
/// is not shared
/// @example layout_for(Routine::Lu, {4000, 4000}, {.ranks = 2}).layout
LayoutAdvice layout_for(Routine routine, Shape shape, const Machine& machine,
                        Algorithm wanted = Algorithm::Automatic);

/// The machine that the ranks of `comm` make.
/// @collective over `comm` the first time; later local
Machine machine_of(mpi::CommunicatorView comm);

}  // namespace ashlar
