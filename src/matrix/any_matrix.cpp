// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/detail/any_matrix.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "local_storage.hpp"
#include "mpi/collectives.hpp"
#include "same_operand.hpp"
#include "same_placement.hpp"

namespace ashlar {

Layout detail::whole_layout(Shape shape) {
  const Block whole{std::max<Index>(1, shape.rows), std::max<Index>(1, shape.cols)};
  return Layout({.shape = shape, .block = whole, .grid = {1, 1}});
}

namespace detail {

void* writable(const void* memory) { return const_cast<void*>(memory); }

void refuse_local_index(Index i, Index j, Index rows, Index cols) {
  throw ArgumentError(concat("LocalView: element (", i, ", ", j, ") is outside the local block of ",
                             rows, "x", cols,
                             " elements; local indices count from 0 within this rank's block"));
}

StoredObject::StoredObject(StoredObject&& other) noexcept { swap(other); }
StoredObject::~StoredObject() = default;

void StoredObject::swap(StoredObject& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(storage_, other.storage_);
  std::swap(kind_, other.kind_);
  std::swap(number_, other.number_);
}

namespace {

/// Checks the bytes of the largest rank; overflow is the same error on every rank.
void check_bytes(const Placement& placement, StorageOrder order, ElementType element) {
  Index elements = 0;
  if (const Layout* layout = placement.layout()) {
    const Shape largest = in_lines(layout->local_shape(layout->source()), order);
    elements = checked_product(owned_ld(largest), largest.cols, size_in_elements);
  } else {
    elements = placement.block_map()->largest_element_count();
  }
  checked_product(elements, element.size(), size_in_bytes);
}

/// Block with its lines as columns.
AnyBlock along_memory(const AnyBlock& block, StorageOrder order) {
  if (order == StorageOrder::Fortran) return block;
  return {block.data, block.cols, block.rows, block.col_stride, block.row_stride};
}

/// Layout of replica `number` on ranks of the communicator.
Layout layout_of_replica(const Placement& placement, int number) {
  const Replicas& replicas = placement.replicas();
  expect(number >= 0 && number < replicas.count(), "replica ", number,
         " of a replicated matrix was asked for, but there are ", replicas.count());
  const Layout& layout = *placement.layout();
  std::vector<int> ranks = ranks_in_order(layout.ranks());
  for (int& rank : ranks) rank = replicas.rank_of(number, rank);
  return {layout.rows(), layout.cols(), RankMap(layout.grid(), GridOrder::Row, std::move(ranks))};
}

}  // namespace

AnyMatrix::AnyMatrix(ElementType type, Placement of) : element(type), placement(std::move(of)) {
  if (placement.layout() != nullptr) blocks.push_back({});
}

AnyMatrix::AnyMatrix(AnyMatrix&& other) noexcept
    : AnyMatrix(other.element,
                other.placement.layout() != nullptr ? Placement(Layout()) : Placement(BlockMap())) {
  swap(other);
}

AnyMatrix& AnyMatrix::operator=(AnyMatrix&& other) noexcept {
  AnyMatrix(std::move(other)).swap(*this);
  return *this;
}

void AnyMatrix::swap(AnyMatrix& other) noexcept {
  StoredObject::swap(other);
  std::swap(element, other.element);
  std::swap(placement, other.placement);
  std::swap(order, other.order);
  std::swap(member, other.member);
  std::swap(coord, other.coord);
  blocks.swap(other.blocks);
}

AnyMatrix::AnyMatrix(Unbound, const char* function, mpi::CommunicatorView comm, const Placement& of,
                     StorageOrder storage_order, ElementType type)
    : element(type), placement(of), order(storage_order) {
  expect_members(function, comm, placement.required_size());
  const Replicas& replicas = placement.replicas();
  if (placement.layout() != nullptr)
    expect_grid(function, layout(),
                replicas.group_size() > 0 ? replicas.group_size() : comm.size());
  expect_order(function, order);
  check_bytes(placement, order, element);
  comm_ = mpi::detail::BoundCommunicator(comm);
  if (const auto seat = replicas.seat_of(comm.rank())) member = seat->member;
  if (placement.layout() != nullptr && member >= 0) coord = layout().ranks().coord_of(member);
}

InlineVector<Shape, 1> AnyMatrix::block_shapes() const {
  InlineVector<Shape, 1> shapes;
  if (placement.layout() != nullptr) {
    shapes.push_back(coord ? layout().local_shape(*coord) : Shape{0, 0});
  } else {
    for (const BlockAt at : own_blocks())
      shapes.push_back(placement.block_map()->section_of(at).shape());
  }
  return shapes;
}

AnyMatrix AnyMatrix::make(const char* function, mpi::CommunicatorView comm,
                          const Placement& placement, const StorageOptions& options,
                          ElementType element) {
  const mpi::CollectiveCall call(
      comm, function, mpi::same(OneReplica::name_in(placement), OneReplica{placement}),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", element),
      mpi::same("the kind of storage", options.kind),
      mpi::same("the storage order", options.order));
  AnyMatrix result(Unbound{}, function, comm, placement, options.order, element);
  mpi::Context& context = mpi::Context::of(comm);
  const bool is_packed = placement.layout() == nullptr;
  Index elements = 0;
  const auto add_blocks = [&] {
    for (const Shape shape : result.block_shapes()) {
      const Shape lines = in_lines(shape, options.order);
      const Index ld = is_packed ? tight_ld(lines) : owned_ld(lines);
      result.blocks.push_back(AnyBlock::of_lines(nullptr, shape, options.order, ld));
      elements += shape.empty() ? 0 : ld * lines.cols;
    }
  };
  // Only lists of blocks need memory.
  if (is_packed) mpi::together(context.comm(), add_blocks);
  else add_blocks();
  result.storage_ = local_storage(comm, elements * element.size(), options);
  result.kind_ = options.kind;
  result.number_ = context.next_number();
  auto* data = static_cast<std::byte*>(result.storage_.data());
  for (AnyBlock& block : result.blocks) {
    const AnyBlock lines = along_memory(block, options.order);
    block.data = data;
    if (lines.rows > 0) data += lines.col_stride * lines.cols * element.size();
  }
  return result;
}

AnyMatrix AnyMatrix::copy(const char* function) const {
  const mpi::CommunicatorView comm = this->comm();
  if (comm.is_null()) return AnyMatrix(element, placement);
  const mpi::CollectiveCall call(comm, function, mpi::same("the source", *this));
  AnyMatrix result = make(function, comm, placement,
                          {.init = Init::Uninitialized, .kind = kind_, .order = order}, element);
  for (std::int32_t k = 0; k < blocks.size(); ++k) {
    const AnyBlock from = along_memory(blocks[k], order),
                   to = along_memory(result.blocks[k], order);
    if (to.rows == 0) continue;
    for (Index j = 0; j < to.cols; ++j)
      std::memcpy(to.data + j * to.col_stride * element.size(),
                  from.data + j * from.col_stride * element.size(),
                  static_cast<std::size_t>(to.rows * element.size()));
  }
  return result;
}

void AnyMatrix::broadcast(Index i, Index j, std::byte* value) const {
  const mpi::CollectiveCall call(comm(), "DistMatrix::broadcast", mpi::same("the matrix", *this),
                                 mpi::same("the row", i), mpi::same("the column", j));
  check_index("DistMatrix::broadcast", i, j, placement.shape());
  const std::span<std::byte> bytes(value, static_cast<std::size_t>(element.size()));
  if (coord == layout().owner(i, j)) {
    const auto local = blocks[0].as<std::byte>();
    const Index place = layout().rows().to_local(i) * local.row_stride +
                        layout().cols().to_local(j) * local.col_stride;
    std::memcpy(value, local.data + place * element.size(), bytes.size());
  }
  mpi::broadcast(mpi::Context::of(comm()).comm(), bytes, layout().owner_rank(i, j));
}

AnyMatrix AnyMatrix::replica(int number) const {
  const mpi::CollectiveCall call(comm(), "ReplicatedMatrix::replica",
                                 mpi::same("the matrix", *this), mpi::same("the number", number));
  const Layout layout = layout_of_replica(placement, number);
  const auto seat = placement.replicas().seat_of(comm().rank());
  const bool is_mine = seat && seat->replica == number;
  const LocalBlock<std::byte> block{is_mine ? blocks[0].data : nullptr,
                                    is_mine ? blocks[0].ld() : 1, order};
  return wrap("ReplicatedMatrix::replica", comm(), layout, {&block, 1}, element);
}

}  // namespace detail
}  // namespace ashlar
