// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/dist_matrix.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/expect.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collectives.hpp"
#include "own_memory.hpp"
#include "same_operand.hpp"

namespace ashlar {
namespace {

/// A block as the lines that lie in memory one after the other: `cols` of `rows` elements each.
Shape in_lines(Shape block, StorageOrder order) {
  return order == StorageOrder::Fortran ? block : block.transposed();
}

/// Bytes of the largest block, so that too large a matrix is the same error on every rank.
Index largest_block_bytes(const Layout& layout, Index element_bytes, StorageOrder order) {
  const Shape largest = in_lines(layout.local_shape(layout.source()), order);
  const Index elements =
      checked_product(owned_ld(largest), largest.cols, "DistMatrix: a local block");
  return checked_product(elements, element_bytes, "DistMatrix: bytes of a local block");
}

void check_members(mpi::CommunicatorView comm, const RankMap& ranks) {
  expect(!comm.is_null(), "DistMatrix: the communicator is null; only its members make a matrix");
  expect(ranks.required_size() <= comm.size(), "DistMatrix: the layout names rank ",
         ranks.required_size() - 1, ", but the communicator has only ", comm.size(),
         " ranks; take a smaller grid or start more");
}

void check_members(mpi::CommunicatorView comm, const Layout& layout) {
  check_members(comm, layout.ranks());
  detail::expect_grid("DistMatrix", layout, comm.size());
}

void check_same_matrix(Descriptor first, const Descriptor& mine, Coord position) {
  first.ctxt = mine.ctxt;
  first.lld = mine.lld;
  expect(first == mine, "DistMatrix::wrap: the descriptor at grid position (", position.row, ", ",
         position.col, ") is ", mine.to_string(),
         ", but that at (0, 0) describes another matrix: ", first.to_string());
}

template <class T>
void check_wrapped(int rank, const LocalBlock<T>& local, Shape block) {
  const Index ld = local.ld;
  const bool by_columns = local.order == StorageOrder::Fortran;
  const Index least = std::max<Index>(1, by_columns ? block.rows : block.cols);
  expect(ld >= least, "DistMatrix::wrap: the leading dimension on rank ", rank, " is ", ld,
         ", but the local block of ", block.rows, "x", block.cols, " in ",
         by_columns ? "column" : "row", "-major order needs at least ", least);
  expect(block.empty() || local.data != nullptr, "DistMatrix::wrap: the pointer on rank ", rank,
         " is null, but the local block is ", block.rows, "x", block.cols);
  expect(block.empty() || reinterpret_cast<std::uintptr_t>(local.data) % alignof(T) == 0,
         "DistMatrix::wrap: the pointer on rank ", rank, " is not aligned to ", alignof(T),
         " bytes as the element type wants");
  checked_product(
      checked_product(ld, by_columns ? block.cols : block.rows, "DistMatrix::wrap: a local block"),
      sizeof(T), "DistMatrix::wrap: bytes of a local block");
}

/// to := from, bit by bit.
/// @pre both are of one order
template <class T>
void copy_local(const DistMatrix<T>& from, DistMatrix<T>& to) {
  const Shape lines = in_lines(from.local_shape(), from.storage_order());
  if (lines.rows == 0) return;
  for (Index k = 0; k < lines.cols; ++k)
    std::memcpy(to.local().data + k * to.lld(), from.local().data + k * from.lld(),
                static_cast<std::size_t>(lines.rows) * sizeof(T));
}

}  // namespace

template <class T>
DistMatrix<T>::DistMatrix(Unbound, mpi::CommunicatorView comm, const Layout& layout,
                          StorageOrder order)
    : layout_(layout), order_(order) {
  check_members(comm, layout);
  expect(order == StorageOrder::Fortran || order == StorageOrder::C,
         "DistMatrix: the storage order is number ", static_cast<int>(order),
         ", but must be StorageOrder::Fortran or StorageOrder::C");
  largest_block_bytes(layout, sizeof(T), order);
  comm_ = mpi::BoundCommunicator(comm);
  coord_ = layout.ranks().coord_of(comm.rank());
  if (coord_) {
    const Shape block = layout.local_shape(*coord_);
    local_.rows = block.rows;
    local_.cols = block.cols;
  }
}

template <class T>
void DistMatrix<T>::set_leading_dimension(Index ld) {
  const bool is_column_major = order_ == StorageOrder::Fortran;
  local_.row_stride = is_column_major ? 1 : ld;
  local_.col_stride = is_column_major ? ld : 1;
}

template <class T>
DistMatrix<T> DistMatrix<T>::make(mpi::CommunicatorView comm, const Layout& layout,
                                  const StorageOptions& options) {
  const mpi::CollectiveCall call(comm, "DistMatrix", mpi::same("the layout", layout),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the kind of storage", options.kind),
                                 mpi::same("the storage order", options.order));
  DistMatrix result(Unbound{}, comm, layout, options.order);
  const Shape lines = in_lines(result.local_shape(), options.order);
  result.set_leading_dimension(owned_ld(lines));
  const Index bytes = result.lld() * lines.cols * static_cast<Index>(sizeof(T));
  result.storage_ = detail::own_memory(comm, bytes, options);
  result.kind_ = options.kind;
  result.number_ = mpi::Context::of(comm).next_number();
  result.local_.data = static_cast<T*>(result.storage_.data());
  return result;
}

template <class T>
DistMatrix<T> DistMatrix<T>::make_copy() const {
  const mpi::CommunicatorView comm = this->comm();
  if (comm.is_null()) return {};
  const mpi::CollectiveCall call(comm, "DistMatrix::copy", mpi::same("the source", *this));
  DistMatrix result(comm, layout_, {.init = Init::Uninitialized, .kind = kind_, .order = order_});
  copy_local(*this, result);
  return result;
}

template <class T>
DistMatrix<T> DistMatrix<T>::make_wrapped(mpi::CommunicatorView comm, const Layout& layout,
                                          const LocalBlock<T>& local) {
  const mpi::CollectiveCall call(comm, "DistMatrix::wrap", mpi::same("the layout", layout),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the storage order", local.order));
  DistMatrix result(Unbound{}, comm, layout, local.order);
  const Shape block = result.local_shape();
  mpi::Context& context = mpi::Context::of(comm);
  mpi::together(context.comm(), [&] { check_wrapped(context.rank(), local, block); });
  result.number_ = context.next_number();
  result.local_.data = block.empty() ? detail::placeholder<T>() : local.data;
  result.set_leading_dimension(local.ld);
  return result;
}

template <class T>
DistMatrix<T> DistMatrix<T>::make_described(mpi::CommunicatorView comm, const RankMap& ranks,
                                            const Descriptor& descriptor, T* local) {
  const mpi::CollectiveCall call(comm, "DistMatrix::wrap", mpi::same("the ranks", ranks),
                                 mpi::same("the element type", dtype_of<T>()));
  check_members(comm, ranks);
  const mpi::Context& context = mpi::Context::of(comm);
  // A rank outside the grid need not have filled its descriptor, so that of grid position (0, 0)
  // counts.
  std::array<int, 9> first = descriptor.to_array();
  first = mpi::broadcast(context.comm(), first, ranks.rank_of({0, 0}));
  const Layout layout = layout_of(Descriptor::from_array(first), ranks);
  const auto coord = ranks.coord_of(context.rank());
  mpi::together(context.comm(), [&] {
    if (coord) check_same_matrix(Descriptor::from_array(first), descriptor, *coord);
  });
  return wrap(comm, layout, {local, coord ? descriptor.lld : 1});
}

template <class T>
T DistMatrix<T>::send_element(Index i, Index j) const {
  const mpi::CollectiveCall call(comm(), "DistMatrix::broadcast", mpi::same("the matrix", *this),
                                 mpi::same("the row", i), mpi::same("the column", j));
  detail::check_index("DistMatrix::broadcast", i, j, shape());
  const T* mine = find(i, j);
  return mpi::broadcast(mpi::Context::of(comm()).comm(), mine ? *mine : T{},
                        layout_.owner_rank(i, j));
}

template class DistMatrix<float>;
template class DistMatrix<double>;
template class DistMatrix<c64>;
template class DistMatrix<c128>;
template class DistMatrix<std::int8_t>;
template class DistMatrix<std::int16_t>;
template class DistMatrix<std::int32_t>;
template class DistMatrix<std::int64_t>;
template class DistMatrix<std::uint8_t>;
template class DistMatrix<std::uint16_t>;
template class DistMatrix<std::uint32_t>;
template class DistMatrix<std::uint64_t>;

}  // namespace ashlar
