// SPDX-License-Identifier: BSD-3-Clause
#include "datatype_carrier.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace ashlar::detail {
namespace {

constexpr Index bytes_per_message = Index{1} << 30;

bool equal(const std::vector<mpi::IndexedBlock>& a, const std::vector<mpi::IndexedBlock>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.length == y.length && x.displacement == y.displacement;
  });
}

/// Builds the message types of one stream column by column.
class TypeBuilder {
 public:
  TypeBuilder(const ByteStrides& strides, mpi::DatatypeView element)
      : strides_(strides),
        element_bytes_(element.extent()),
        strided_element_(mpi::Datatype::resized(element, 0, strides.inner)) {}

  /// Adds a stretch of column `outer`, after all that was added before.
  void add(Index outer, Index inner, Index length) {
    if (outer != column_) end_column();
    column_ = outer;
    blocks_.push_back({length, inner});
    bytes_ += length * element_bytes_;
  }

  std::vector<mpi::Datatype> finish() {
    end_column();
    end_message();
    return std::move(messages_);
  }

 private:
  void end_column() {
    if (blocks_.empty()) return;
    // Columns repeat the blocks of their predecessor unless a triangle cuts them.
    if (column_types_.empty() || !equal(blocks_, last_blocks_)) {
      column_types_.push_back(mpi::Datatype::indexed(blocks_, strided_element_));
      last_blocks_ = blocks_;
    }
    columns_.push_back({1, column_ * strides_.outer, column_types_.back()});
    blocks_.clear();
    if (bytes_ >= bytes_per_message) end_message();
  }

  void end_message() {
    if (columns_.empty()) return;
    if (column_types_.size() == 1) {
      std::vector<Index> displacements;
      displacements.reserve(columns_.size());
      for (const mpi::StructField& column : columns_) displacements.push_back(column.displacement);
      messages_.push_back(mpi::Datatype::hindexed_block(1, displacements, column_types_.back()));
    } else {
      messages_.push_back(mpi::Datatype::structure(columns_));
    }
    columns_.clear();
    column_types_.clear();
    bytes_ = 0;
  }

  ByteStrides strides_;
  Index element_bytes_;
  mpi::Datatype strided_element_;
  std::vector<mpi::IndexedBlock> blocks_, last_blocks_;
  Index column_ = -1;
  Index bytes_ = 0;
  std::vector<mpi::Datatype> column_types_;
  std::vector<mpi::StructField> columns_;
  std::vector<mpi::Datatype> messages_;
};

}  // namespace

std::vector<mpi::Datatype> stream_datatypes(const Transfers& transfers, const Partner& partner,
                                            bool sending, const ByteStrides& strides,
                                            mpi::DatatypeView element) {
  const bool transposing = is_transposing(transfers.op());
  TypeBuilder builder(strides, element);
  Stream stream(transfers, partner);
  for (;;) {
    const Piece piece = stream.next(std::numeric_limits<Index>::max());
    if (piece.length == 0) return builder.finish();
    if (sending) builder.add(piece.source_col, piece.source_row, piece.length);
    else if (transposing) builder.add(piece.target_row, piece.target_col, piece.length);
    else builder.add(piece.target_col, piece.target_row, piece.length);
  }
}

}  // namespace ashlar::detail
