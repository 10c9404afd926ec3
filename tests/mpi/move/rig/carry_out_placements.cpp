// SPDX-License-Identifier: BSD-3-Clause
// Copies with tiles or replicas on one side or on both.
#include <ashlar/move/copy.hpp>

#include "carry_out.hpp"

namespace ashlar::test {
namespace {

template <class S, class T>
void call(const Task& task, const RandomMove& move, const Specimens& specimens) {
  const CopyOptions options{.op = move.op(),
                            .uplo = move.uplo,
                            .diagonal = move.diagonal,
                            .diag = move.diag,
                            .transport = task.nodes.transport_of(task.what),
                            .piece_bytes = task.what.piece_bytes};
  typed<S>(specimens.source).visit_matrix([&](auto& source) {
    typed<T>(specimens.target).visit_matrix([&](auto& target) {
      const auto from = source.view(move.source.part[0], move.source.part[1]);
      const auto to = target.view(move.target.part[0], move.target.part[1]);
      if constexpr (!MatrixLike<decltype(from)> || !MatrixLike<decltype(to)>) {
        if constexpr (Scalar<T>) copy_into(from, to, options, scaling_of<T>(move));
        else copy_into(from, to, options);
      }
    });
  });
}

}  // namespace

void carry_out_placements(const Task& task) {
  const RandomMove& move = task.what.moves.front();
  visit_element(move.from, [&](auto from) {
    using S = typename decltype(from)::type;
    visit_element(move.to, [&](auto to) {
      using T = typename decltype(to)::type;
      if constexpr (std::same_as<S, T> || (Scalar<S> && detail::ElementMovableTo<S, T>))
        call<S, T>(task, move, task.specimens.front());
    });
  });
}

}  // namespace ashlar::test
