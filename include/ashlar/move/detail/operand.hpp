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
  const Placement* placement = nullptr;  ///< of a matrix with a Placement
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

/// Writable pointer for source and target; a source is never written.
inline std::byte* bytes_of(const void* data) { return static_cast<std::byte*>(writable(data)); }

template <class T>
MemoryBlock memory_block(const LocalView<T>& view, StorageOrder order) {
  const bool is_empty = view.rows == 0 || view.cols == 0;
  return {bytes_of(view.data), order == StorageOrder::Fortran ? view.col_stride : view.row_stride,
          is_empty ? 0 : (view.rows - 1) * view.row_stride + (view.cols - 1) * view.col_stride + 1};
}

// Members are assigned: GCC fills a list of many zeros by `rep stos`, tens of cycles a call.
template <class T>
Operand operand_of(const MatrixView<T>& view) {
  const auto& matrix = view.matrix();
  Operand operand;
  operand.object = &matrix;
  operand.comm = view.comm();
  operand.layout = &view.layout();
  operand.section = view.section();
  operand.element = ElementType::of<typename MatrixView<T>::Value>();
  operand.order = matrix.storage_order();
  operand.storage = &matrix.storage();
  operand.number = matrix.number();
  operand.blocks.push_back(memory_block(matrix.local(), matrix.storage_order()));
  return operand;
}
inline Operand operand_of(const AnyDistMatrix& matrix) {
  return {.object = &matrix,
          .comm = matrix.comm(),
          .layout = &matrix.layout,
          .section = Section::all(matrix.layout.shape()),
          .element = matrix.element,
          .order = matrix.order,
          .storage = &matrix.storage(),
          .number = matrix.number(),
          .blocks = {memory_block(matrix.local.as<std::byte>(), matrix.order)}};
}
template <class M>
Operand operand_of(const PlacedView<M>& view) {
  M& matrix = view.matrix();
  Operand operand{.object = &matrix,
                  .comm = matrix.comm(),
                  .layout = matrix.placement().plain_layout(),
                  .placement = &matrix.placement(),
                  .section = view.section(),
                  .element = ElementType::of<typename std::remove_const_t<M>::Value>(),
                  .order = matrix.storage_order(),
                  .storage = &matrix.storage(),
                  .number = matrix.number()};
  if constexpr (requires { matrix.blocks(); }) {
    for (const auto& block : matrix.blocks())
      operand.blocks.push_back(memory_block(block, operand.order));
  } else {
    operand.blocks.push_back(memory_block(matrix.local(), operand.order));
  }
  return operand;
}
template <Storable T>
Operand operand_of(const DistArray<T>& array) {
  Operand operand{
      .object = &array,
      .comm = array.comm(),
      .element = ElementType::of<T>(),
      .storage = &array.storage(),
      .number = array.number(),
      .blocks = {MemoryBlock{bytes_of(array.local().data()), 0, std::ssize(array.local())}}};
  if (array.comm().is_null()) return operand;
  operand.array = &array.distribution();
  operand.order = array.distribution().storage_order();
  return operand;
}
template <Storable T>
Operand operand_of(const DistMatrix<T>& matrix) {
  return operand_of(MatrixView<const T>(matrix));
}
template <class M>
requires(IsPlaced<M>::value && !requires(const M& m) { m.matrix(); })
Operand operand_of(const M& matrix) {
  return operand_of(PlacedView<const M>(matrix));
}

template <Movable D>
Target target_of(D&& target, const ScalingOf<D>& scaling = {}) {
  static_assert(expect_writable<D>());
  Factors factors;
  std::memcpy(factors.alpha.data(), &scaling.alpha, sizeof scaling.alpha);
  std::memcpy(factors.beta.data(), &scaling.beta, sizeof scaling.beta);
  return {operand_of(target), factors};
}

}  // namespace ashlar::detail
