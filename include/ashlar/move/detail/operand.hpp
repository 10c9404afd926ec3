// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/base/detail/inline_vector.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/matrix/block_matrix.hpp>
#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>
#include <ashlar/move/plan_options.hpp>

namespace ashlar::detail {
template <class T>
struct IsPlaced : std::false_type {};
template <class T>
struct IsPlaced<BlockMatrix<T>> : std::true_type {};
template <class T>
struct IsPlaced<ReplicatedMatrix<T>> : std::true_type {};
template <class M>
struct IsPlaced<PlacedView<M>> : std::true_type {};
template <class T>
struct IsArray : std::false_type {};
template <class T>
struct IsArray<DistArray<T>> : std::true_type {};

/// Matrix or view: DistMatrix, BlockMatrix or ReplicatedMatrix.
template <class M>
concept PlacedLike = MatrixLike<M> || detail::IsPlaced<std::remove_cvref_t<M>>::value;

/// Operand of a move: a matrix, a view or a DistArray.
template <class M>
concept Movable = PlacedLike<M> || detail::IsArray<std::remove_cvref_t<M>>::value;

/// Element type of an operand.
template <Movable M>
using MovableValueOf = typename std::remove_cvref_t<M>::Value;

/// Factors of a move to `D`, in its element type; double for opaque elements, which are not scaled.
template <Movable D>
using ScalingOf =
    Scaling<std::conditional_t<Element<MovableValueOf<D>>, MovableValueOf<D>, double>>;

/// Block of this rank's memory.
struct MemoryBlock {
  std::byte* data = nullptr;
  Index ld =
      0;  ///< leading dimension, elements from column to column (StorageOrder::C: row to row)
  Index reach = 0;  ///< elements from the first to the last, included; 0 if empty
};

/// Type-erased operand of a move: distribution of its elements and local memory. The object must
/// outlive it.
struct Operand {
  const void* object = nullptr;  ///< identity of the object
  mpi::CommunicatorView comm = {};
  const Layout* layout = nullptr;        ///< of a matrix without replicas and block map
  const Placement* placement = nullptr;  ///< of a matrix
  const Distribution* array = nullptr;   ///< of an array
  Section section = {};                  ///< of a matrix
  ElementType element = DType::Float64;
  StorageOrder order = StorageOrder::Fortran;  ///< [same] of the memory of every rank
  const mpi::Storage* storage = nullptr;       ///< empty for memory of the caller
  Index number = 0;                            ///< of the object on its communicator
  InlineVector<MemoryBlock, 1> blocks = {};    ///< in the order of a block map; else one

  bool is_wrapped() const { return storage->is_null(); }
};

/// Factors of a move, in bytes of the target's element type; ignored for opaque elements.
struct Factors {
  std::array<std::byte, 16> alpha{}, beta{};

  /// Factors 1 and 0.
  static Factors plain(ElementType element) {
    Factors factors;
    if (element.dtype())
      visit_element(*element.dtype(), [&](auto tag) {
        const typename decltype(tag)::type one(1);
        std::memcpy(factors.alpha.data(), &one, sizeof one);
      });
    return factors;
  }
};

/// Target of a move with factors.
struct Target {
  Operand operand;
  Factors factors;
};

inline MemoryBlock memory_block(const AnyBlock& block, StorageOrder order) {
  const bool is_empty = block.rows == 0 || block.cols == 0;
  return {
      block.data, order == StorageOrder::Fortran ? block.col_stride : block.row_stride,
      is_empty ? 0 : (block.rows - 1) * block.row_stride + (block.cols - 1) * block.col_stride + 1};
}
/// View of a block by local indices; its extents are unused.
inline AnyBlock view_of(const MemoryBlock& block, StorageOrder order) {
  const bool is_column_major = order == StorageOrder::Fortran;
  return {.data = block.data,
          .row_stride = is_column_major ? 1 : block.ld,
          .col_stride = is_column_major ? block.ld : 1};
}

// Members are assigned: GCC fills a list of many zeros by `rep stos`, tens of cycles a call.
inline Operand operand_of(const AnyMatrix& matrix, const Section& section) {
  Operand operand;
  operand.object = &matrix;
  operand.comm = matrix.comm();
  operand.layout = matrix.placement.plain_layout();
  operand.placement = &matrix.placement;
  operand.section = section;
  operand.element = matrix.element;
  operand.order = matrix.order;
  operand.storage = &matrix.storage();
  operand.number = matrix.number();
  for (const AnyBlock& block : matrix.blocks)
    operand.blocks.push_back(memory_block(block, matrix.order));
  return operand;
}
inline Operand operand_of(const AnyMatrix& matrix) {
  return operand_of(matrix, Section::all(matrix.placement.shape()));
}
inline Operand operand_of(const AnyDistArray& array) {
  Operand operand{.object = &array,
                  .comm = array.comm(),
                  .element = array.element,
                  .storage = &array.storage(),
                  .number = array.number(),
                  .blocks = {MemoryBlock{array.local, 0, array.count}}};
  if (array.comm().is_null()) return operand;
  operand.array = &*array.distribution;
  operand.order = array.distribution->storage_order();
  return operand;
}
template <class M>
Operand operand_of(const SectionView<M>& view) {
  return operand_of(untyped(view.matrix()), view.section());
}
template <class Any>
Operand operand_of(const TypedObject<Any>& object) {
  return operand_of(untyped(object));
}

/// Copies all elements, as copy_into without options, for headers without copy.hpp. @collective
void copy_operand(const Operand& source, const Operand& target);

template <Movable D>
Target target_of(D&& target, const ScalingOf<D>& scaling = {}) {
  static_assert(expect_writable<D>());
  Factors factors;
  std::memcpy(factors.alpha.data(), &scaling.alpha, sizeof scaling.alpha);
  std::memcpy(factors.beta.data(), &scaling.beta, sizeof scaling.beta);
  return {operand_of(target), factors};
}

}  // namespace ashlar::detail
