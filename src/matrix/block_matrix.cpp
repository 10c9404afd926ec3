// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/any_block_matrix.hpp>

#include <cstring>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/expect.hpp>
#include <ashlar/matrix/leading_dimension.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "own_memory.hpp"
#include "same_placement.hpp"

namespace ashlar::detail {
namespace {

void check_wrapped(const LocalBlock<std::byte>& block, BlockAt at, Shape shape,
                   ElementType element) {
  expect(block.ld >= shape.rows, "BlockMatrix::wrap: the leading dimension of block (", at.row, ",",
         at.col, ") is ", block.ld, ", but its ", shape.rows, "x", shape.cols,
         " elements need at least ", shape.rows);
  expect(block.data != nullptr, "BlockMatrix::wrap: the pointer to block (", at.row, ",", at.col,
         ") of ", shape.rows, "x", shape.cols, " elements is null");
  expect(is_aligned(block.data, element), "BlockMatrix::wrap: the pointer to block (", at.row, ",",
         at.col, ") is not aligned to ", element.alignment(), " bytes as the element type wants");
  checked_product(checked_product(block.ld, shape.cols, "BlockMatrix::wrap: a block"),
                  element.size(), "BlockMatrix::wrap: bytes of a block");
}

}  // namespace

AnyBlockMatrix::AnyBlockMatrix(Unbound, mpi::CommunicatorView comm, const Placement& of,
                               ElementType type)
    : element(type), placement(of) {
  expect(!comm.is_null(), "BlockMatrix: the communicator is null; only its members make a matrix");
  expect(placement.required_size() <= comm.size(), "BlockMatrix: blocks lie on ranks up to ",
         placement.required_size() - 1, ", but the communicator has only ", comm.size(), " ranks");
  checked_product(map().largest_element_count(), element.size(), "BlockMatrix: bytes on one rank");
  comm_ = mpi::BoundCommunicator(comm);
  if (const auto seat = placement.replicas().seat_of(comm.rank())) member = seat->member;
}

AnyBlockMatrix AnyBlockMatrix::make(mpi::CommunicatorView comm, const Placement& placement,
                                    const StorageOptions& options, ElementType element) {
  const mpi::CollectiveCall call(
      comm, "BlockMatrix", mpi::same("the block map", *placement.block_map()),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", element),
      mpi::same("the kind of storage", options.kind));
  expect_no_order("BlockMatrix", "blocks are column-major", options);
  AnyBlockMatrix result(Unbound{}, comm, placement, element);
  const BlockMap& map = result.map();
  const Index bytes = map.element_count(result.member) * element.size();
  result.storage_ = own_memory(comm, bytes, options);
  result.kind_ = options.kind;
  mpi::together(mpi::Context::of(comm).comm(), [&] {
    auto* const data = static_cast<std::byte*>(result.storage_.data());
    for (const BlockAt at : result.own_blocks()) {
      const Shape shape = map.section_of(at).shape();
      result.blocks.push_back(
          {data + map.offset_of(at) * element.size(), shape.rows, shape.cols, 1, tight_ld(shape)});
    }
  });
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

AnyBlockMatrix AnyBlockMatrix::copy() const {
  const mpi::CommunicatorView comm = this->comm();
  if (comm.is_null()) return AnyBlockMatrix(element);
  const mpi::CollectiveCall call(comm, "BlockMatrix::copy", mpi::same("the source", placement));
  AnyBlockMatrix result =
      make(comm, placement, {.init = Init::Uninitialized, .kind = kind_}, element);
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const AnyBlock &from = blocks[k], &to = result.blocks[k];
    for (Index j = 0; j < to.cols; ++j)
      std::memcpy(to.data + j * to.col_stride * element.size(),
                  from.data + j * from.col_stride * element.size(),
                  static_cast<std::size_t>(to.rows * element.size()));
  }
  return result;
}

AnyBlockMatrix AnyBlockMatrix::wrap(mpi::CommunicatorView comm, const BlockMap& map,
                                    const std::vector<LocalBlock<std::byte>>& blocks,
                                    ElementType element) {
  const mpi::CollectiveCall call(comm, "BlockMatrix::wrap", mpi::same("the block map", map),
                                 mpi::same("the element type", element));
  AnyBlockMatrix result(Unbound{}, comm, map, element);
  mpi::together(mpi::Context::of(comm).comm(), [&] {
    const auto own = result.own_blocks();
    expect(blocks.size() == own.size(), "BlockMatrix::wrap: rank ", comm.rank(), " gives ",
           blocks.size(), " blocks, but keeps ", own.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      const Shape shape = map.section_of(own[k]).shape();
      check_wrapped(blocks[k], own[k], shape, element);
      expect(blocks[k].order == StorageOrder::Fortran,
             "BlockMatrix::wrap: blocks are column-major, but block ", k, " of rank ", comm.rank(),
             " is not");
      result.blocks.push_back({blocks[k].data, shape.rows, shape.cols, 1, blocks[k].ld});
    }
  });
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

}  // namespace ashlar::detail
