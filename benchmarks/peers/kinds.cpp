// SPDX-License-Identifier: BSD-3-Clause
// Moves of a case's elements between equal distributions as tiles, copies and arrays.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <ashlar/move/copy.hpp>

#include "peers/peers.hpp"

namespace ashlar::bench {
namespace {

constexpr Index most_tiles = 200'000;  // of one side; each is stored

template <class T>
Method method_of(const std::string& name, std::function<void()> run, DistMatrix<T>& seen,
                 const MoveCase& what) {
  return {name, std::move(run), [&seen] { spoil(seen); },
          [&seen, &what] { return is_right(seen, what); }};
}

/// Move of sections of two matrices; it owns the matrices.
template <class S, class D>
std::function<void()> move_of(std::shared_ptr<S> source, std::shared_ptr<D> target,
                              const MoveCase& what) {
  return [source = std::move(source), target = std::move(target), &what] {
    const Section from = what.source_part(), to = what.target_part();
    copy_into(std::as_const(*source).view(from.rows, from.cols), target->view(to.rows, to.cols),
              {.op = what.op, .uplo = what.uplo});
  };
}

template <class T>
bool is_right(const BlockMatrix<T>& target, const MoveCase& what) {
  bool right = true;
  for (Index k = 0; k < target.block_count(); ++k) {
    const Section section = target.map().section_of(target.block_at(k));
    const LocalView<const T> block = target.block(k);
    for (Index j = 0; j < block.cols; ++j)
      for (Index i = 0; i < block.rows; ++i)
        right = right &&
                block(i, j) == expected_at<T>(what, section.rows.first + i, section.cols.first + j);
  }
  return right;
}

/// Blocks of a layout in place in its local array.
template <class T>
BlockMatrix<T> tiles_in(DistMatrix<T>& matrix) {
  const BlockMap map = BlockMap::from_layout(matrix.layout());
  const LocalView<T> local = matrix.local();
  std::vector<detail::LocalBlock<T>> blocks;
  for (const BlockAt at : map.blocks_of(matrix.comm().rank())) {
    const Section section = map.section_of(at);
    blocks.push_back({matrix.find(section.rows.first, section.cols.first), local.col_stride});
  }
  return BlockMatrix<T>::wrap(matrix.comm(), map, blocks);
}

template <class T>
void add_tiles(MethodList& list, Operands<T>& operands) {
  const MoveCase& what = operands.what;
  const auto tiles = [](const Layout& layout) {
    return ((layout.shape().rows - 1) / layout.block().rows + 1) *
           ((layout.shape().cols - 1) / layout.block().cols + 1);
  };
  if (std::max(tiles(what.source), tiles(what.target)) > most_tiles) {
    list.notes.push_back("no tiles: a side has more than 200,000, and each is kept");
    return;
  }
  const auto source =
      std::make_shared<BlockMatrix<T>>(operands.comm, BlockMap::from_layout(what.source));
  const auto target =
      std::make_shared<BlockMatrix<T>>(operands.comm, BlockMap::from_layout(what.target));
  source->fill_with(element<T>);
  list.methods.push_back({"ashlar-tiles", move_of(source, target, what),
                          [target] { target->fill(spoilt<T>()); },
                          [target, &what] { return is_right(*target, what); }});
  list.methods.push_back(method_of(
      "ashlar-user-tiles",
      move_of(std::make_shared<BlockMatrix<T>>(tiles_in(operands.user_source.matrix)),
              std::make_shared<BlockMatrix<T>>(tiles_in(operands.user_target.matrix)), what),
      operands.user_target.matrix, what));
}

template <class T>
ReplicatedMatrix<T> copy_in(DistMatrix<T>& matrix) {
  const LocalView<T> local = matrix.local();
  return ReplicatedMatrix<T>::wrap(matrix.comm(), matrix.layout(), Replicas(),
                                   {local.data, std::max<Index>(1, local.col_stride)});
}

template <class T>
void add_copies(MethodList& list, Operands<T>& operands) {
  const auto add = [&](const char* name, DistMatrix<T>& source, DistMatrix<T>& target) {
    list.methods.push_back(
        method_of(name,
                  move_of(std::make_shared<ReplicatedMatrix<T>>(copy_in(source)),
                          std::make_shared<ReplicatedMatrix<T>>(copy_in(target)), operands.what),
                  target, operands.what));
  };
  const MoveCase& what = operands.what;
  const auto source = std::make_shared<ReplicatedMatrix<T>>(operands.comm, what.source, Replicas());
  const auto target = std::make_shared<ReplicatedMatrix<T>>(operands.comm, what.target, Replicas());
  source->fill_with(element<T>);
  const auto seen = std::make_shared<DistMatrix<T>>(target->replica(0));
  list.methods.push_back({"ashlar-copies", move_of(source, target, what), [seen] { spoil(*seen); },
                          [seen, &what] { return is_right(*seen, what); }});
  add("ashlar-user-copies", operands.user_source.matrix, operands.user_target.matrix);
}

/// Array with its elements as a matrix.
template <class T>
struct SeenArray {
  HugeArray<T> memory;  // of the caller, unless the array owns memory
  DistArray<T> array;
  DistMatrix<T> matrix;
};

template <class T>
std::shared_ptr<SeenArray<T>> array_of(mpi::CommunicatorView comm, const Layout& layout,
                                       bool is_owned) {
  const Distribution distribution({layout.rows(), layout.cols()}, StorageOrder::Fortran);
  const Shape local = layout.local_shape(comm.rank());
  auto seen = std::make_shared<SeenArray<T>>();
  if (is_owned) {
    seen->array = DistArray<T>(comm, distribution);
  } else {
    seen->memory = HugeArray<T>(local.rows * local.cols);
    seen->array = DistArray<T>::wrap(comm, distribution, seen->memory.data());
  }
  seen->matrix =
      DistMatrix<T>::wrap(comm, layout, {seen->array.local().data(), detail::tight_ld(local)});
  return seen;
}

template <class T>
void add_arrays(MethodList& list, Operands<T>& operands) {
  const MoveCase& what = operands.what;
  if (what.uplo != Uplo::General || what.op == Op::ConjTrans) {
    list.notes.push_back("no arrays: they have neither triangles nor conjugation");
    return;
  }
  for (const bool is_owned : {true, false}) {
    const auto source = array_of<T>(operands.comm, what.source, is_owned);
    const auto target = array_of<T>(operands.comm, what.target, is_owned);
    source->matrix.fill_with(element<T>);
    const auto run = [source, target, &what] {
      const Section from = what.source_part(), to = what.target_part();
      CopyOptions options{.source = {from.rows, from.cols}, .target = {to.rows, to.cols}};
      if (is_transposing(what.op)) options.axes = {1, 0};
      copy_into(std::as_const(source->array), target->array, options);
    };
    list.methods.push_back({is_owned ? "ashlar-arrays" : "ashlar-user-arrays", run,
                            [target] { spoil(target->matrix); },
                            [target, &what] { return is_right(target->matrix, what); }});
  }
}

}  // namespace

template <class T>
void add_kinds(MethodList& list, Operands<T>& operands) {
  if (list.is_kind_wanted("tiles")) add_tiles(list, operands);
  if (list.is_kind_wanted("copies")) add_copies(list, operands);
  if (list.is_kind_wanted("arrays")) add_arrays(list, operands);
}

template void add_kinds(MethodList&, Operands<float>&);
template void add_kinds(MethodList&, Operands<double>&);
template void add_kinds(MethodList&, Operands<c128>&);

}  // namespace ashlar::bench
