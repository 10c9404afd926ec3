// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/detail/any_block_matrix.hpp>

#include <cstring>
#include <optional>
#include <span>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collectives.hpp"
#include "own_memory.hpp"
#include "same_placement.hpp"

namespace ashlar::detail {
namespace {

void check_wrapped(const LocalBlock<std::byte>& block, BlockAt at, Shape shape,
                   ElementType element) {
  const bool by_columns = block.order == StorageOrder::Fortran;
  const Shape lines = in_lines(shape, block.order);
  expect(block.ld >= lines.rows, "BlockMatrix::wrap: the leading dimension of block (", at.row, ",",
         at.col, ") is ", block.ld, ", but its ", shape.rows, "x", shape.cols, " elements in ",
         by_columns ? "column" : "row", "-major order need at least ", lines.rows);
  expect(block.data != nullptr, "BlockMatrix::wrap: the pointer to block (", at.row, ",", at.col,
         ") of ", shape.rows, "x", shape.cols, " elements is null");
  expect(is_aligned(block.data, element), "BlockMatrix::wrap: the pointer to block (", at.row, ",",
         at.col, ") is not aligned to ", counted(element.alignment(), "byte"),
         " as the element type requires");
  checked_product(checked_product(block.ld, lines.cols, "BlockMatrix::wrap: a block"),
                  element.size(), "BlockMatrix::wrap: bytes of a block");
}

/// Block whose lines (columns, or rows in C order) are `ld` elements apart.
AnyBlock block_of(std::byte* data, Shape shape, StorageOrder order, Index ld) {
  if (order == StorageOrder::Fortran) return {data, shape.rows, shape.cols, 1, ld};
  return {data, shape.rows, shape.cols, ld, 1};
}

/// Block with its lines as columns.
AnyBlock along_memory(const AnyBlock& block, StorageOrder order) {
  if (order == StorageOrder::Fortran) return block;
  return {block.data, block.cols, block.rows, block.col_stride, block.row_stride};
}

/// Common order of a rank's blocks; nullopt without blocks.
std::optional<StorageOrder> order_of(const std::vector<LocalBlock<std::byte>>& blocks, int rank) {
  if (blocks.empty()) return std::nullopt;
  const StorageOrder order = blocks.front().order;
  expect(order == StorageOrder::Fortran || order == StorageOrder::C,
         "BlockMatrix::wrap: the storage order of block 0 on rank ", rank, " is number ",
         static_cast<int>(order), ", but must be StorageOrder::Fortran or StorageOrder::C");
  for (std::size_t k = 1; k < blocks.size(); ++k)
    expect(blocks[k].order == order, "BlockMatrix::wrap: on rank ", rank, " block 0 is in ",
           to_string(order), " order and block ", k, " is not; all blocks have one order");
  return order;
}

/// Common order of all ranks' blocks; Fortran without blocks.
/// @throws ArgumentError on all ranks, if two differ. @collective
StorageOrder common_order(mpi::CommunicatorView comm, std::optional<StorageOrder> mine) {
  int has[2] = {mine == StorageOrder::Fortran, mine == StorageOrder::C};
  mpi::all_reduce(comm, std::span<int>(has), MPI_MAX);
  expect(has[0] == 0 || has[1] == 0,
         "BlockMatrix::wrap: some ranks give blocks in Fortran order and others in C order; all "
         "blocks have one order");
  return has[1] == 1 ? StorageOrder::C : StorageOrder::Fortran;
}

}  // namespace

AnyBlockMatrix::AnyBlockMatrix(Unbound, mpi::CommunicatorView comm, const Placement& of,
                               StorageOrder storage_order, ElementType type)
    : element(type), placement(of), order(storage_order) {
  expect(order == StorageOrder::Fortran || order == StorageOrder::C,
         "BlockMatrix: the storage order is number ", static_cast<int>(order),
         ", but must be StorageOrder::Fortran or StorageOrder::C");
  expect(!comm.is_null(), "BlockMatrix: the communicator is null; only its members make a matrix");
  expect(placement.required_size() <= comm.size(), "BlockMatrix: blocks lie on ranks up to ",
         placement.required_size() - 1, ", but the communicator has only ",
         counted(comm.size(), "rank"));
  checked_product(map().largest_element_count(), element.size(), "BlockMatrix: bytes on one rank");
  comm_ = mpi::detail::BoundCommunicator(comm);
  if (const auto seat = placement.replicas().seat_of(comm.rank())) member = seat->member;
}

AnyBlockMatrix AnyBlockMatrix::make(mpi::CommunicatorView comm, const Placement& placement,
                                    const StorageOptions& options, ElementType element) {
  const mpi::CollectiveCall call(
      comm, "BlockMatrix", mpi::same("the block map", *placement.block_map()),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", element),
      mpi::same("the kind of storage", options.kind),
      mpi::same("the storage order", options.order));
  AnyBlockMatrix result(Unbound{}, comm, placement, options.order, element);
  const BlockMap& map = result.map();
  const Index bytes = map.element_count(result.member) * element.size();
  result.storage_ = own_memory(comm, bytes, options);
  result.kind_ = options.kind;
  mpi::together(mpi::Context::of(comm).comm(), [&] {
    auto* const data = static_cast<std::byte*>(result.storage_.data());
    for (const BlockAt at : result.own_blocks()) {
      const Shape shape = map.section_of(at).shape();
      result.blocks.push_back(block_of(data + map.offset_of(at) * element.size(), shape,
                                       options.order, tight_ld(in_lines(shape, options.order))));
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
      make(comm, placement, {.init = Init::Uninitialized, .kind = kind_, .order = order}, element);
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const AnyBlock from = along_memory(blocks[k], order),
                   to = along_memory(result.blocks[k], order);
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
  AnyBlockMatrix result(Unbound{}, comm, map, StorageOrder::Fortran, element);
  mpi::Context& context = mpi::Context::of(comm);
  const auto mine = mpi::together(context.comm(), [&] {
    const auto own = result.own_blocks();
    expect(blocks.size() == own.size(), "BlockMatrix::wrap: rank ", comm.rank(), " gives ",
           counted(blocks.size(), "block"), ", but keeps ", own.size());
    const std::optional<StorageOrder> order = order_of(blocks, comm.rank());
    for (std::size_t k = 0; k < own.size(); ++k) {
      const Shape shape = map.section_of(own[k]).shape();
      check_wrapped(blocks[k], own[k], shape, element);
      result.blocks.push_back(block_of(blocks[k].data, shape, *order, blocks[k].ld));
    }
    return order;
  });
  result.order = common_order(context.comm(), mine);
  result.number_ = context.next_number();
  return result;
}

}  // namespace ashlar::detail
