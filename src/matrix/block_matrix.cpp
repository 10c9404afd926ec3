// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/block_matrix.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/expect.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "own_memory.hpp"
#include "same_placement.hpp"

namespace ashlar {
namespace {

template <class T>
void check_wrapped(const LocalBlock<T>& block, BlockAt at, Shape shape) {
  expect(block.ld >= shape.rows, "BlockMatrix::wrap: the leading dimension of block (", at.row, ",",
         at.col, ") is ", block.ld, ", but its ", shape.rows, "x", shape.cols,
         " elements need at least ", shape.rows);
  expect(block.data != nullptr, "BlockMatrix::wrap: the pointer to block (", at.row, ",", at.col,
         ") of ", shape.rows, "x", shape.cols, " elements is null");
  expect(reinterpret_cast<std::uintptr_t>(block.data) % alignof(T) == 0,
         "BlockMatrix::wrap: the pointer to block (", at.row, ",", at.col, ") is not aligned to ",
         alignof(T), " bytes as the element type wants");
  checked_product(checked_product(block.ld, shape.cols, "BlockMatrix::wrap: a block"), sizeof(T),
                  "BlockMatrix::wrap: bytes of a block");
}

}  // namespace

template <class T>
BlockMatrix<T>::BlockMatrix(Unbound, mpi::CommunicatorView comm, const Placement& placement)
    : placement_(placement) {
  expect(!comm.is_null(), "BlockMatrix: the communicator is null; only its members make a matrix");
  expect(placement.required_size() <= comm.size(), "BlockMatrix: blocks lie on ranks up to ",
         placement.required_size() - 1, ", but the communicator has only ", comm.size(), " ranks");
  checked_product(map().largest_element_count(), sizeof(T), "BlockMatrix: bytes on one rank");
  comm_ = mpi::BoundCommunicator(comm);
  if (const auto seat = replicas().seat_of(comm.rank())) member_ = seat->member;
}

template <class T>
BlockMatrix<T> BlockMatrix<T>::make(mpi::CommunicatorView comm, const Placement& placement,
                                    const StorageOptions& options) {
  const mpi::CollectiveCall call(
      comm, "BlockMatrix", mpi::same("the block map", *placement.block_map()),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", dtype_of<T>()),
      mpi::same("the kind of storage", options.kind));
  detail::expect_no_order("BlockMatrix", "blocks are column-major", options);
  BlockMatrix result(Unbound{}, comm, placement);
  const BlockMap& map = result.map();
  const Index bytes = map.element_count(result.member_) * static_cast<Index>(sizeof(T));
  result.storage_ = detail::own_memory(comm, bytes, options);
  result.kind_ = options.kind;
  mpi::together(mpi::Context::of(comm).comm(), [&] {
    for (const BlockAt at : result.own_blocks()) {
      const Shape shape = map.section_of(at).shape();
      result.blocks_.push_back({static_cast<T*>(result.storage_.data()) + map.offset_of(at),
                                shape.rows, shape.cols, 1, tight_ld(shape)});
    }
  });
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

template <class T>
BlockMatrix<T> BlockMatrix<T>::make_copy() const {
  const mpi::CommunicatorView comm = this->comm();
  if (comm.is_null()) return {};
  const mpi::CollectiveCall call(comm, "BlockMatrix::copy", mpi::same("the source", placement_));
  BlockMatrix result(comm, map(), replicas(), {.init = Init::Uninitialized, .kind = kind_});
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const LocalView<T>&from = blocks_[k], to = result.blocks_[k];
    for (Index j = 0; j < to.cols; ++j)
      std::memcpy(to.at(0, j), from.at(0, j), static_cast<std::size_t>(to.rows) * sizeof(T));
  }
  return result;
}

template <class T>
BlockMatrix<T> BlockMatrix<T>::make_wrapped(mpi::CommunicatorView comm, const BlockMap& map,
                                            const std::vector<LocalBlock<T>>& blocks) {
  const mpi::CollectiveCall call(comm, "BlockMatrix::wrap", mpi::same("the block map", map),
                                 mpi::same("the element type", dtype_of<T>()));
  BlockMatrix result(Unbound{}, comm, map);
  mpi::together(mpi::Context::of(comm).comm(), [&] {
    const auto own = result.own_blocks();
    expect(blocks.size() == own.size(), "BlockMatrix::wrap: rank ", comm.rank(), " gives ",
           blocks.size(), " blocks, but keeps ", own.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      const Shape shape = map.section_of(own[k]).shape();
      check_wrapped(blocks[k], own[k], shape);
      expect(blocks[k].order == StorageOrder::Fortran,
             "BlockMatrix::wrap: blocks are column-major, but block ", k, " of rank ", comm.rank(),
             " is not");
      result.blocks_.push_back({blocks[k].data, shape.rows, shape.cols, 1, blocks[k].ld});
    }
  });
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

template class BlockMatrix<float>;
template class BlockMatrix<double>;
template class BlockMatrix<c64>;
template class BlockMatrix<c128>;
template class BlockMatrix<std::int8_t>;
template class BlockMatrix<std::int16_t>;
template class BlockMatrix<std::int32_t>;
template class BlockMatrix<std::int64_t>;
template class BlockMatrix<std::uint8_t>;
template class BlockMatrix<std::uint16_t>;
template class BlockMatrix<std::uint32_t>;
template class BlockMatrix<std::uint64_t>;

}  // namespace ashlar
