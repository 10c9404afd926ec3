// SPDX-License-Identifier: BSD-3-Clause
// In-place transposition of matrices of any kind.
#include <ashlar/move/mirror.hpp>

#include "carry_out.hpp"

namespace ashlar::test {

void carry_out_in_place(const Task& task) {
  const RandomMove& move = task.what.moves.front();
  const PlanOptions options{.transport = task.nodes.transport_of(task.what),
                            .piece_bytes = task.what.piece_bytes};
  visit_element(move.to, [&](auto tag) {
    using T = typename decltype(tag)::type;
    typed<T>(task.specimens.front().target).visit_matrix([&](auto& a) {
      auto part = a.view(move.target.part[0], move.target.part[1]);
      if (move.conjugates) conj_transpose_in_place(part, options);
      else transpose_in_place(part, options);
    });
  });
}

}  // namespace ashlar::test
