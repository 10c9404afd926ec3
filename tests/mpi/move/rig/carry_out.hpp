// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "specimen.hpp"

namespace ashlar::test {

/// A communicator with nodes of a given size, and the transports that its ranks support.
struct Nodes {
  explicit Nodes(int ranks_per_node);

  mpi::Communicator comm;
  bool can_share = false, can_read_peers = false;

  /// The transport that a case requests, or Automatic if it is not available.
  Transport transport_of(const RandomCase& c) const;
};

/// A running case: its communicator, its moves and their memory.
struct Task {
  const Nodes& nodes;
  const RandomCase& what;
  const std::vector<Specimens>& specimens;  ///< of each move

  mpi::CommunicatorView comm() const { return nodes.comm; }
  PlanOptions plan_options() const {
    return {nodes.transport_of(what), what.piece_bytes, what.max_extra_bytes};
  }
};

/// The factors of a move as elements of the target.
template <class T>
Scaling<T> scaling_of(const RandomMove& move) {
  if constexpr (is_complex<T>)
    return {{static_cast<RealOf<T>>(move.alpha.real()), static_cast<RealOf<T>>(move.alpha.imag())},
            {static_cast<RealOf<T>>(move.beta.real()), static_cast<RealOf<T>>(move.beta.imag())}};
  else return {static_cast<T>(move.alpha.real()), static_cast<T>(move.beta.real())};
}

/// Calls f(ashlar::detail::Tag of the target's elements) if elements of type S convert to that
/// type.
template <class S, class F>
void visit_target(DType to, F&& f) {
  visit_element(to, [&](auto tag) {
    if constexpr (detail::ElementMovableTo<S, typename decltype(tag)::type>) f(tag);
  });
}

// Calls of the library's interface, one file per kind of move. @collective
void carry_out_layouts(const Task& task);
void carry_out_placements(const Task& task);
void carry_out_arrays(const Task& task);
void carry_out_in_place(const Task& task);

/// Runs the case's moves and counts the elements of this rank's memory, padding included, that
/// differ from the oracle. @collective
/// @param made  the case that is run; `expected` is the case for the oracle
Index count_wrong(const Nodes& nodes, const RandomCase& expected, const RandomCase& made);

}  // namespace ashlar::test
