// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/matrix/detail/any_matrix.hpp>
#include <ashlar/matrix/wrap_rows.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "local_storage.hpp"
#include "mpi/collectives.hpp"
#include "same_placement.hpp"

// Matrices in the caller's memory.

namespace ashlar::detail {
namespace {

void check_orders(const char* function, std::span<const LocalBlock<std::byte>> blocks) {
  for (const LocalBlock<std::byte>& block : blocks) {
    expect_order(function, block.order);
    expect(block.order == blocks.front().order, function, ": the first block of a rank is in ",
           to_string(blocks.front().order), " order and another is not; all blocks have one order");
  }
}

/// Common order of all ranks' blocks; Fortran without blocks.
/// @throws ArgumentError on all ranks, if two differ. @collective
StorageOrder common_order(const char* function, mpi::CommunicatorView comm,
                          std::span<const LocalBlock<std::byte>> blocks) {
  int has[2] = {0, 0};
  if (!blocks.empty()) has[blocks.front().order == StorageOrder::C ? 1 : 0] = 1;
  mpi::all_reduce(comm, std::span<int>(has), MPI_MAX);
  expect(has[0] == 0 || has[1] == 0, function,
         ": some ranks give blocks in Fortran order and others in C order; all blocks have one "
         "order");
  return has[1] == 1 ? StorageOrder::C : StorageOrder::Fortran;
}

/// Wrapped block in errors.
struct BlockName {
  std::optional<BlockAt> at;  // in a block map
  int rank;

  std::string to_string() const {
    return at ? concat("of block (", at->row, ",", at->col, ")") : concat("on rank ", rank);
  }
};

void check_wrapped(const char* function, const BlockName& name, const LocalBlock<std::byte>& block,
                   Shape shape, ElementType element) {
  const Shape lines = in_lines(shape, block.order);
  expect(block.ld >= tight_ld(lines), function, ": the leading dimension ", name, " is ", block.ld,
         ", but the block of ", shape.rows, "x", shape.cols, " elements in ",
         block.order == StorageOrder::Fortran ? "column" : "row", "-major order needs at least ",
         tight_ld(lines));
  expect(shape.empty() || block.data != nullptr, function, ": the pointer ", name,
         " is null, but the block has ", shape.rows, "x", shape.cols, " elements");
  expect(shape.empty() || is_aligned(block.data, element), function, ": the pointer ", name,
         " is not aligned to ", counted(element.alignment(), "byte"),
         " as the element type requires");
  checked_product(checked_product(block.ld, lines.cols, size_in_elements), element.size(),
                  size_in_bytes);
}

void check_same_matrix(const char* function, Descriptor first, const Descriptor& mine,
                       Coord position) {
  first.ctxt = mine.ctxt;
  first.lld = mine.lld;
  expect(first == mine, function, ": the descriptor at grid position (", position.row, ", ",
         position.col, ") is ", mine.to_string(),
         ", but that at (0, 0) describes another matrix: ", first.to_string());
}

}  // namespace

AnyMatrix AnyMatrix::wrap(const char* function, mpi::CommunicatorView comm,
                          const Placement& placement, std::span<const LocalBlock<std::byte>> local,
                          ElementType element) {
  // Of a layout, each rank has one block; of a block map, perhaps none.
  const bool is_layout = placement.layout() != nullptr;
  const StorageOrder order = is_layout ? local.front().order : StorageOrder::Fortran;
  const mpi::CollectiveCall call(
      comm, function, mpi::same(OneReplica::name_in(placement), OneReplica{placement}),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", element),
      mpi::same("the storage order", order));
  AnyMatrix result(Unbound{}, function, comm, placement, order, element);
  mpi::Context& context = mpi::Context::of(comm);
  mpi::together(context.comm(), [&] {
    const InlineVector<Shape, 1> shapes = result.block_shapes();
    expect(std::ssize(local) == shapes.size(), function, ": rank ", comm.rank(), " gives ",
           counted(local.size(), "block"), ", but keeps ", shapes.size());
    check_orders(function, local);
    for (std::int32_t k = 0; k < shapes.size(); ++k) {
      const LocalBlock<std::byte>& block = local[static_cast<std::size_t>(k)];
      BlockName name{.at = {}, .rank = comm.rank()};
      if (!is_layout) name.at = result.own_blocks()[static_cast<std::size_t>(k)];
      check_wrapped(function, name, block, shapes[k], element);
      result.blocks.push_back(AnyBlock::of_lines(shapes[k].empty() ? placeholder() : block.data,
                                                 shapes[k], block.order, block.ld));
    }
  });
  if (!is_layout) result.order = common_order(function, context.comm(), local);
  result.number_ = context.next_number();
  return result;
}

AnyMatrix AnyMatrix::wrap(const char* function, mpi::CommunicatorView comm, const RankMap& ranks,
                          const Descriptor& descriptor, std::byte* local, ElementType element) {
  const mpi::CollectiveCall call(comm, function, mpi::same("the ranks", ranks),
                                 mpi::same("the element type", element));
  expect_members(function, comm, ranks.required_size());
  const mpi::Context& context = mpi::Context::of(comm);
  // Ranks outside the grid may have an invalid descriptor.
  std::array<int, 9> first = descriptor.to_array();
  first = mpi::broadcast(context.comm(), first, ranks.rank_of({0, 0}));
  const Layout layout = layout_of(Descriptor::from_array(first), ranks);
  const auto coord = ranks.coord_of(context.rank());
  mpi::together(context.comm(), [&] {
    if (coord) check_same_matrix(function, Descriptor::from_array(first), descriptor, *coord);
  });
  const LocalBlock<std::byte> block{local, coord ? descriptor.lld : 1};
  return wrap(function, comm, layout, {&block, 1}, element);
}

BlockMap row_slabs(mpi::CommunicatorView comm, Index rows_of_mine, Index cols) {
  expect(!comm.is_null(), "wrap_rows: the communicator is null; only its members wrap rows");
  const mpi::CollectiveCall call(comm, "wrap_rows", mpi::same("the number of columns", cols));
  const auto slabs = mpi::all_gather(mpi::Context::of(comm).comm(), Shape{rows_of_mine, cols});
  std::vector<Index> cuts{0};
  std::vector<int> owners;
  for (std::size_t rank = 0; rank < slabs.size(); ++rank) {
    const auto [rows, width] = slabs[rank];
    expect(rows >= 0 && width >= 0, "wrap_rows: rank ", rank, " gives ", rows, " rows of ", width,
           " columns; both must be 0 or more");
    expect(width == slabs[0].cols, "wrap_rows: rank ", rank, " gives rows of ", width,
           " columns, but rank 0 of ", slabs[0].cols, "; all rows have one length");
    if (rows == 0) continue;
    expect(rows <= std::numeric_limits<Index>::max() - cuts.back(), "wrap_rows: rank ", rank,
           " gives ", rows, " rows, which with those before them exceed 64-bit integers");
    cuts.push_back(cuts.back() + rows);
    if (width > 0) owners.push_back(static_cast<int>(rank));
  }
  std::vector<Index> sides{0};
  if (slabs[0].cols > 0) sides.push_back(slabs[0].cols);
  return {std::move(cuts), std::move(sides), std::move(owners)};
}

}  // namespace ashlar::detail
