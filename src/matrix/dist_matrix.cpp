// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/detail/any_dist_matrix.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collectives.hpp"
#include "own_memory.hpp"
#include "same_operand.hpp"

namespace ashlar::detail {
namespace {

/// Bytes of the largest block; overflow is the same error on every rank.
Index largest_block_bytes(const Layout& layout, Index element_bytes, StorageOrder order) {
  const Shape largest = in_lines(layout.local_shape(layout.source()), order);
  const Index elements =
      checked_product(owned_ld(largest), largest.cols, "DistMatrix: a local block");
  return checked_product(elements, element_bytes, "DistMatrix: bytes of a local block");
}

void check_members(mpi::CommunicatorView comm, const RankMap& ranks) {
  expect(!comm.is_null(), "DistMatrix: the communicator is null; only its members make a matrix");
  expect(ranks.required_size() <= comm.size(), "DistMatrix: the layout names rank ",
         ranks.required_size() - 1, ", but the communicator has only ",
         counted(comm.size(), "rank"), "; take a smaller grid or start more");
}

void check_members(mpi::CommunicatorView comm, const Layout& layout) {
  check_members(comm, layout.ranks());
  expect_grid("DistMatrix", layout, comm.size());
}

void check_same_matrix(Descriptor first, const Descriptor& mine, Coord position) {
  first.ctxt = mine.ctxt;
  first.lld = mine.lld;
  expect(first == mine, "DistMatrix::wrap: the descriptor at grid position (", position.row, ", ",
         position.col, ") is ", mine.to_string(),
         ", but that at (0, 0) describes another matrix: ", first.to_string());
}

void check_wrapped(int rank, const LocalBlock<std::byte>& local, Shape block, ElementType element) {
  const Index ld = local.ld;
  const bool by_columns = local.order == StorageOrder::Fortran;
  const Index least = std::max<Index>(1, by_columns ? block.rows : block.cols);
  expect(ld >= least, "DistMatrix::wrap: the leading dimension on rank ", rank, " is ", ld,
         ", but the local block of ", block.rows, "x", block.cols, " in ",
         by_columns ? "column" : "row", "-major order needs at least ", least);
  expect(block.empty() || local.data != nullptr, "DistMatrix::wrap: the pointer on rank ", rank,
         " is null, but the local block is ", block.rows, "x", block.cols);
  expect(block.empty() || is_aligned(local.data, element), "DistMatrix::wrap: the pointer on rank ",
         rank, " is not aligned to ", counted(element.alignment(), "byte"),
         " as the element type requires");
  checked_product(
      checked_product(ld, by_columns ? block.cols : block.rows, "DistMatrix::wrap: a local block"),
      element.size(), "DistMatrix::wrap: bytes of a local block");
}

}  // namespace

AnyDistMatrix::AnyDistMatrix(Unbound, mpi::CommunicatorView comm, const Layout& of,
                             StorageOrder storage_order, ElementType type)
    : order(storage_order), element(type), layout(of) {
  check_members(comm, layout);
  expect(order == StorageOrder::Fortran || order == StorageOrder::C,
         "DistMatrix: the storage order is number ", static_cast<int>(order),
         ", but must be StorageOrder::Fortran or StorageOrder::C");
  largest_block_bytes(layout, element.size(), order);
  comm_ = mpi::detail::BoundCommunicator(comm);
  coord = layout.ranks().coord_of(comm.rank());
  if (coord) {
    const Shape block = layout.local_shape(*coord);
    local.rows = block.rows;
    local.cols = block.cols;
  }
}

void AnyDistMatrix::set_leading_dimension(Index ld) {
  const bool is_column_major = order == StorageOrder::Fortran;
  local.row_stride = is_column_major ? 1 : ld;
  local.col_stride = is_column_major ? ld : 1;
}

AnyDistMatrix AnyDistMatrix::make(mpi::CommunicatorView comm, const Layout& layout,
                                  const StorageOptions& options, ElementType element) {
  const mpi::CollectiveCall call(comm, "DistMatrix", mpi::same("the layout", layout),
                                 mpi::same("the element type", element),
                                 mpi::same("the kind of storage", options.kind),
                                 mpi::same("the storage order", options.order));
  AnyDistMatrix result(Unbound{}, comm, layout, options.order, element);
  const Shape lines = in_lines(result.local_shape(), options.order);
  result.set_leading_dimension(owned_ld(lines));
  const Index bytes = result.ld() * lines.cols * element.size();
  result.storage_ = own_memory(comm, bytes, options);
  result.kind_ = options.kind;
  result.number_ = mpi::Context::of(comm).next_number();
  result.local.data = static_cast<std::byte*>(result.storage_.data());
  return result;
}

AnyDistMatrix AnyDistMatrix::copy() const {
  const mpi::CommunicatorView comm = this->comm();
  if (comm.is_null()) return AnyDistMatrix(element);
  const mpi::CollectiveCall call(comm, "DistMatrix::copy", mpi::same("the source", *this));
  AnyDistMatrix result =
      make(comm, layout, {.init = Init::Uninitialized, .kind = kind_, .order = order}, element);
  result.copy_block(*this);
  return result;
}

void AnyDistMatrix::copy_block(const AnyDistMatrix& from) {
  const Shape lines = in_lines(local_shape(), order);
  if (lines.rows == 0) return;
  for (Index k = 0; k < lines.cols; ++k)
    std::memcpy(local.data + k * ld() * element.size(),
                from.local.data + k * from.ld() * element.size(),
                static_cast<std::size_t>(lines.rows * element.size()));
}

AnyDistMatrix AnyDistMatrix::wrap(mpi::CommunicatorView comm, const Layout& layout,
                                  const LocalBlock<std::byte>& local, ElementType element) {
  const mpi::CollectiveCall call(comm, "DistMatrix::wrap", mpi::same("the layout", layout),
                                 mpi::same("the element type", element),
                                 mpi::same("the storage order", local.order));
  AnyDistMatrix result(Unbound{}, comm, layout, local.order, element);
  const Shape block = result.local_shape();
  mpi::Context& context = mpi::Context::of(comm);
  mpi::together(context.comm(), [&] { check_wrapped(context.rank(), local, block, element); });
  result.number_ = context.next_number();
  result.local.data = block.empty() ? placeholder() : local.data;
  result.set_leading_dimension(local.ld);
  return result;
}

AnyDistMatrix AnyDistMatrix::wrap(mpi::CommunicatorView comm, const RankMap& ranks,
                                  const Descriptor& descriptor, std::byte* local,
                                  ElementType element) {
  const mpi::CollectiveCall call(comm, "DistMatrix::wrap", mpi::same("the ranks", ranks),
                                 mpi::same("the element type", element));
  check_members(comm, ranks);
  const mpi::Context& context = mpi::Context::of(comm);
  // Ranks outside the grid may have an invalid descriptor.
  std::array<int, 9> first = descriptor.to_array();
  first = mpi::broadcast(context.comm(), first, ranks.rank_of({0, 0}));
  const Layout layout = layout_of(Descriptor::from_array(first), ranks);
  const auto coord = ranks.coord_of(context.rank());
  mpi::together(context.comm(), [&] {
    if (coord) check_same_matrix(Descriptor::from_array(first), descriptor, *coord);
  });
  return wrap(comm, layout, {local, coord ? descriptor.lld : 1}, element);
}

void AnyDistMatrix::broadcast(Index i, Index j, std::byte* value) const {
  const mpi::CollectiveCall call(comm(), "DistMatrix::broadcast", mpi::same("the matrix", *this),
                                 mpi::same("the row", i), mpi::same("the column", j));
  check_index("DistMatrix::broadcast", i, j, layout.shape());
  const std::span<std::byte> bytes(value, static_cast<std::size_t>(element.size()));
  if (coord == layout.owner(i, j)) {
    const Index place =
        layout.rows().to_local(i) * local.row_stride + layout.cols().to_local(j) * local.col_stride;
    std::memcpy(value, local.data + place * element.size(), bytes.size());
  }
  mpi::broadcast(mpi::Context::of(comm()).comm(), bytes, layout.owner_rank(i, j));
}

}  // namespace ashlar::detail
