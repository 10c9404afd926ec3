// SPDX-License-Identifier: BSD-3-Clause
#include "typed_codec.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

constexpr Index bytes_per_message = Index{1} << 29;

/// MPI datatype of an element: a named one, or its bytes.
mpi::Datatype message_type(ElementType element) {
  if (!element.dtype())
    return mpi::Datatype::contiguous(element.size(), mpi::native_type<std::byte>());
  return mpi::Datatype::contiguous(
      1, visit_element(*element.dtype(), [](auto tag) {
        return mpi::DatatypeView(mpi::native_type<typename decltype(tag)::type>());
      }));
}

/// Builder of the datatypes of one box, by columns.
class TypeBuilder {
 public:
  TypeBuilder(Index inner_bytes, Index outer_bytes, mpi::DatatypeView element)
      : outer_bytes_(outer_bytes),
        strided_element_(mpi::Datatype::resized(element, 0, inner_bytes)) {}

  /// Appends a run of column `outer`.
  void add(Index outer, Index inner, Index length) {
    if (outer != column_) end_column();
    column_ = outer;
    blocks_.push_back({length, inner});
  }

  void end_message() {
    end_column();
    if (columns_.empty()) return;
    if (column_types_.size() == 1) {
      std::vector<Index> displacements;
      displacements.reserve(columns_.size());
      for (const mpi::Datatype::Field& column : columns_)
        displacements.push_back(column.displacement);
      messages_.push_back(mpi::Datatype::hindexed_block(1, displacements, column_types_.back()));
    } else {
      messages_.push_back(mpi::Datatype::structure(columns_));
    }
    columns_.clear();
    column_types_.clear();
  }

  std::vector<mpi::Datatype> finish() {
    end_message();
    return std::move(messages_);
  }

 private:
  void end_column() {
    if (blocks_.empty()) return;
    // Columns have the blocks of their predecessor unless a triangle cuts them.
    if (column_types_.empty() || blocks_ != last_blocks_) {
      column_types_.push_back(mpi::Datatype::indexed(blocks_, strided_element_));
      last_blocks_ = blocks_;
    }
    columns_.push_back({1, column_ * outer_bytes_, column_types_.back()});
    blocks_.clear();
  }

  Index outer_bytes_;
  mpi::Datatype strided_element_;
  std::vector<mpi::Datatype::Block> blocks_, last_blocks_;
  Index column_ = -1;
  std::vector<mpi::Datatype> column_types_;
  std::vector<mpi::Datatype::Field> columns_;
  std::vector<mpi::Datatype> messages_;
};

}  // namespace

bool TypedCodec::suits(const Route& route, std::span<const Box> boxes, const Orders& orders,
                       Index piece_bytes, bool is_crowded) {
  if (!can_do(route) || route.is_transposing() || orders.source != orders.target) return false;
  const Box& box = boxes.front();
  const Index bytes = box.elements * route.element_bytes();
  const bool is_triangle = route.moved().uplo != Uplo::General;
  const RunList& column = box.runs(route.source_dim(orders.source));
  return (is_crowded || is_triangle) &&
         bytes > (is_triangle ? tuning().typed_triangle_bytes : tuning().typed_pair_bytes) &&
         bytes <= 4 * piece_bytes &&
         column.count() * route.element_bytes() >= tuning().typed_run_bytes * column.run_count();
}

TypedCodec::TypedCodec(const Route& route, const Box& box, const Orders& orders,
                       BoxCodec::Side side, const MoveMemory& memory)
    : box_(box),
      inner_(route.source_dim(orders.source)),
      sending_(side == BoxCodec::Side::Sender),
      element_(route.element()),
      element_bytes_(route.element_bytes()),
      conjugate_(route.conjugate()),
      memory_(memory) {
  for_each_run([&](std::size_t piece, Index, Index, Index length) {
    sizes_.resize(piece + 1);
    sizes_[piece] += length * element_bytes_;
  });
  most_ = *std::max_element(sizes_.begin(), sizes_.end());
}

/// Calls f(piece, column, first index, length) for the runs in message order.
template <class F>
void TypedCodec::for_each_run(F&& f) const {
  const RunList &inner = box_.runs(inner_), &outer = box_.runs(1 - inner_);
  const Triangle triangle = inner_ == 0 ? box_.triangle() : box_.triangle().transposed();
  std::size_t piece = 0;
  Index bytes = 0;
  outer.for_each([&](const Run& columns) {
    for (Index c = 0; c < columns.length; ++c) {
      const Range kept = triangle.rows_of(columns.at + c, {0, inner.extent});
      if (bytes >= bytes_per_message) {
        ++piece;
        bytes = 0;
      }
      inner.for_each([&](const Run& run) {
        const Range part = intersection({run.at, run.at + run.length}, kept);
        if (part.empty()) return;
        const Index skipped = part.first - run.at;
        f(piece, sending_ ? columns.source_local + c : columns.target_local + c,
          (sending_ ? run.source_local : run.target_local) + skipped, part.size());
        bytes += part.size() * element_bytes_;
      });
    }
  });
}

/// Datatypes of this end; rebuilt if strides change.
const std::vector<mpi::Datatype>& TypedCodec::types_for(Index inner_stride, Index outer_stride) {
  if (!types_.empty() && inner_stride == inner_stride_ && outer_stride == outer_stride_)
    return types_;
  TypeBuilder builder(inner_stride * element_bytes_, outer_stride * element_bytes_,
                      message_type(element_));
  std::size_t current = 0;
  for_each_run([&](std::size_t piece, Index outer, Index inner, Index length) {
    if (piece != current) builder.end_message();
    current = piece;
    builder.add(outer, inner, length);
  });
  types_ = builder.finish();
  inner_stride_ = inner_stride;
  outer_stride_ = outer_stride;
  return types_;
}

Index TypedCodec::pack(std::byte* buffer) {
  const MemoryBlock& block = memory_.source[0];
  const std::size_t mine = next_++;
  for_each_run([&](std::size_t piece, Index column, Index row, Index length) {
    if (piece != mine) return;
    std::memcpy(buffer, block.data + (row + column * block.ld) * element_bytes_,
                static_cast<std::size_t>(length * element_bytes_));
    buffer += length * element_bytes_;
  });
  return sizes_[mine];
}

Stretches<const std::byte> TypedCodec::piece_to_send(std::byte* /*buffer*/,
                                                     bool /*may_have_gaps*/) {
  const MemoryBlock& block = memory_.source[0];
  const std::size_t piece = next_++;
  return {
      .data = block.data, .bytes = sizes_[piece], .type = types_for(1, block.ld)[piece].native()};
}

Stretches<std::byte> TypedCodec::place_to_receive(bool /*may_have_gaps*/) {
  const std::size_t piece = ahead_++;
  is_in_place_ = memory_.combine.is_plain() && conjugate_ == Conjugate::No;
  if (!is_in_place_) return {};
  const MemoryBlock& block = memory_.target[0];
  const Index inner = memory_.is_turned ? block.ld : 1, outer = memory_.is_turned ? 1 : block.ld;
  return {
      .data = block.data, .bytes = sizes_[piece], .type = types_for(inner, outer)[piece].native()};
}

/// Combines received elements run by run.
void TypedCodec::unpack(const std::byte* buffer, Index /*bytes*/) {
  const std::size_t mine = next_++;
  if (is_in_place_) return;
  const MemoryBlock& block = memory_.target[0];
  const Index inner = memory_.is_turned ? block.ld : 1, outer = memory_.is_turned ? 1 : block.ld;
  for_each_run([&](std::size_t piece, Index column, Index row, Index length) {
    if (piece != mine) return;
    memory_.combine(block.data + (row * inner + column * outer) * memory_.combine.target_bytes(),
                    inner, buffer, 1, length);
    buffer += length * element_bytes_;
  });
}

}  // namespace ashlar::detail
