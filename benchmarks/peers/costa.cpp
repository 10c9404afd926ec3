// SPDX-License-Identifier: BSD-3-Clause
#include <costa/grid2grid/transform.hpp>
#include <costa/layout.hpp>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>

#include "peers/peers.hpp"

namespace ashlar::bench {
namespace {

/// COSTA stores the whole grid of blocks on every rank, at half a microsecond and hundreds of bytes
/// a block.
constexpr Index most_blocks = 1'500'000;

Index block_count(const Layout& layout) {
  return layout.rows().block_count() * layout.cols().block_count();
}

template <class T>
costa::grid_layout<T> costa_layout(DistMatrix<T>& matrix, const Section& part) {
  const Layout& layout = matrix.layout();
  const auto as_int = [](Index value) {
    return checked_int(value, "benchmark: a dimension for COSTA");
  };
  return costa::block_cyclic_layout<T>(
      as_int(layout.shape().rows), as_int(layout.shape().cols), as_int(layout.block().rows),
      as_int(layout.block().cols), as_int(part.rows.first + 1), as_int(part.cols.first + 1),
      as_int(part.rows.size()), as_int(part.cols.size()), layout.grid().rows, layout.grid().cols,
      static_cast<char>(layout.grid_order()), layout.source().row, layout.source().col,
      matrix.local().data, as_int(matrix.lld()), 'C', matrix.comm().rank());
}

}  // namespace

template <class T>
void add_costa(MethodList& list, Operands<T>& operands) {
  const MoveCase& what = operands.what;
  if (!list.is_wanted("costa") || what.uplo != Uplo::General) return;
  const Index blocks = std::max(block_count(what.source), block_count(what.target));
  if (blocks > most_blocks) {
    list.notes.push_back(
        concat("costa is left out: it would hold ", blocks, " blocks on every rank"));
    return;
  }
  struct Layouts {
    costa::grid_layout<T> source, target;
  };
  const auto layouts = std::make_shared<Layouts>(
      Layouts{costa_layout(operands.user_source.matrix, what.source_part()),
              costa_layout(operands.user_target.matrix, what.target_part())});
  const char op = static_cast<char>(what.op);
  list.methods.push_back(
      {"costa",
       [layouts, op, comm = operands.comm.native()] {
         costa::transform<T>(layouts->source, layouts->target, op, T{1}, T{0}, comm);
       },
       [&operands] { spoil(operands.user_target.matrix); },
       [&operands] { return is_right(operands.user_target.matrix, operands.what); }});
}

template void add_costa(MethodList&, Operands<float>&);
template void add_costa(MethodList&, Operands<double>&);
template void add_costa(MethodList&, Operands<c128>&);

std::string costa_version() { return "COSTA " ASHLAR_COSTA_VERSION; }

}  // namespace ashlar::bench
