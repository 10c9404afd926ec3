// SPDX-License-Identifier: BSD-3-Clause
#include "box_codec.hpp"

#include <algorithm>
#include <limits>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

/// Columns per piece for whole lines of a transposed target, at most `fit`.
Index few_lines(Index fit, Index element_bytes) {
  const Index line = std::max<Index>(1, 64 / element_bytes);
  return fit >= 2 * line ? 2 * line : fit >= line ? line : 1;
}

/// Column bound of pieces: columns of up to four pieces stay whole, longer ones are cut into
/// strips. The same at both ends.
Index longest_column(std::span<const Box> boxes, const Route& route, const Orders& orders,
                     Index wanted) {
  constexpr Index unlimited = std::numeric_limits<Index>::max();
  if (route.ndims() > 2) return wanted;
  for (const Box& box : boxes)
    if (box.dim(route.source_dim(orders.source)).count > 4 * wanted) return wanted;
  return unlimited;
}

}  // namespace

BoxCodec::BoxCodec(const Route& route, std::span<const Box> boxes, const Orders& orders, Side side,
                   Index piece_bytes, const MoveMemory& memory)
    : element_bytes_(route.element_bytes()),
      conjugate_(route.conjugate()),
      memory_(memory),
      walk_(route, boxes, orders, side == Side::Sender ? route.rank() : boxes.front().rank,
            side == Side::Sender ? boxes.front().rank : route.rank(),
            side == Side::Sender ? Mosaic::PackedEnd::Target : Mosaic::PackedEnd::Source,
            longest_column(boxes, route, orders, std::max<Index>(1, piece_bytes / element_bytes_))),
      stores_(route.context()) {
  const Index wanted = std::max<Index>(1, piece_bytes / element_bytes_);
  if (walk_.is_one_box()) cut_one_box(wanted, route.is_transposing());
  else cut_boxes(wanted);
  const int across = 1 - route.source_dim(orders.source);
  if (walk_.is_one_plane() && boxes.front().ndims() == 2 &&
      route.target_dim(orders.target) == across)
    cut_at_lines(boxes.front().runs(across));
  if (walk_.is_one_plane() && route.ndims() <= 2 &&
      boxes.front().triangle().uplo == Uplo::General) {
    const int inner = route.source_dim(orders.source);
    column_run_ = RunCursor(boxes.front().runs(inner)).next();
    is_plain_ = boxes.front().ndims() == 2 && column_run_.length == walk_.longest_column();
    if (is_plain_) ahead_.emplace(boxes.front().runs(1 - inner));
    source_block_ = boxes.front().source_block;
    target_block_ = boxes.front().target_block;
  }
}

void BoxCodec::cut_one_box(Index wanted, bool transposing) {
  const Index column = walk_.longest_column(), columns = walk_.columns_of_strip();
  piece_columns_ = std::max<Index>(1, wanted / column);
  if (piece_columns_ > 32) piece_columns_ -= piece_columns_ % 32;  // whole lines if transposed
  else if (transposing)
    piece_columns_ = std::max(piece_columns_, few_lines(4 * wanted / column, element_bytes_));
  piece_columns_ = std::min(piece_columns_, columns);
  capacity_ = piece_columns_ * column;
  pieces_ = walk_.strips() * ((columns - 1) / piece_columns_ + 1);
}

/// Ends pieces of a transposition at whole lines of the target, if at least half of a piece
/// remains. The same at both ends.
void BoxCodec::cut_at_lines(const RunList& columns) {
  constexpr Index whole_lines = 16;  // elements
  Index piece = 0, whole = 0;        // columns since the last cut, of these in whole lines
  Index last = -1;                   // place of the last column
  columns.for_each([&](const Run& run) {
    for (Index place = run.target_local, end = place + run.length; place < end;) {
      if (place / whole_lines != last / whole_lines) whole = piece;
      const Index step =
          std::min({end - place, whole_lines - place % whole_lines, piece_columns_ - piece});
      piece += step;
      place += step;
      last = place - 1;
      if (piece < piece_columns_) continue;
      if (place % whole_lines == 0) whole = piece;
      cuts_.push_back(2 * whole >= piece ? whole : piece);
      piece -= cuts_.back();
      whole = 0;
    }
  });
  if (piece > 0) cuts_.push_back(piece);
  pieces_ = std::ssize(cuts_);
}

void BoxCodec::cut_boxes(Index wanted) {
  capacity_ = std::max(wanted, walk_.longest_column());
  for (walk_.rewind(); !walk_.is_over(); ++pieces_) next_piece([](const BoxSlice&) {});
  if (pieces_ == 1) {
    capacity_ = 0;
    for (walk_.rewind(); !walk_.is_over();) {
      capacity_ += walk_.column_elements() * walk_.columns_left();
      walk_.take(walk_.columns_left(), [](const BoxSlice&) {});
    }
  }
}

bool BoxCodec::take_own_along(const Route& route, std::span<const Box> boxes, const Orders& orders,
                              BoxCodec* sender, Index pieces_ahead) {
  if (!walk_.is_one_plane()) return false;
  const Box* const own = OwnPart::beside(route, boxes.front(), orders);
  if (own == nullptr) return false;
  own_.emplace(route, *own, boxes.front(), orders);
  Index in_piece = 0, in_slice = 0;  // own columns, at most
  for (walk_.rewind(); !walk_.is_over();) {
    Index columns = 0;
    next_piece([&](const BoxSlice& slice) {
      const Index more = own_->take_columns(slice, is_last(slice));
      columns += more;
      in_slice = std::max(in_slice, more);
    });
    in_piece = std::max(in_piece, columns);
  }
  // Own elements before or behind all others are not distributed over the pieces.
  if (in_slice * own_->column_bytes() > 4 * max_piece_bytes()) {
    own_.reset();
  } else {
    const bool is_packed_with_sent =
        sender != nullptr &&
        sender->try_packing_with(*own_, route.sends().boxes_of(boxes.front().rank).front());
    own_->reserve(is_packed_with_sent ? pieces_ahead * in_piece : in_slice);
  }
  rewind();
  return own_.has_value();
}

/// Packs own elements with those of a single sent box from now on, if possible.
bool BoxCodec::try_packing_with(OwnPart& own, const Box& sent) {
  if (!walk_.is_one_plane() || is_plain_ || !own.prepare_packing_with(sent)) return false;
  beside_ = &own;
  return true;
}

void BoxCodec::rewind() {
  walk_.rewind();
  piece_ = 0;
  if (own_) own_->rewind();
  run_ahead_ = {};
  if (is_plain_) {
    ahead_->rewind();
    ahead_left_ = walk_.columns_left();
  }
}

/// Columns of the next piece of one box.
Index BoxCodec::next_columns() const {
  return cuts_.empty() ? std::min(piece_columns_, walk_.columns_left()) : cuts_[piece_];
}

/// Calls f(BoxSlice) for the slices of the next piece of one box.
template <class F>
void BoxCodec::next_piece_of_box(F&& f) {
  walk_.take(next_columns(), f);
  ++piece_;
}

/// Calls f(BoxSlice) for the slices of the next piece.
template <class F>
void BoxCodec::next_piece(F&& f) {
  if (piece_columns_ > 0) return next_piece_of_box(f);
  for (Index used = 0; !walk_.is_over();) {
    const Index column = walk_.column_elements();
    const Index columns = std::min((capacity_ - used) / column, walk_.columns_left());
    if (columns == 0) return;
    walk_.take(columns, f);
    used += columns * column;
  }
}

Index BoxCodec::pack_slice(const BoxSlice& slice, std::byte* buffer) {
  const Range rows = slice.rows;
  if (rows.empty()) return 0;
  const Index bytes = rows.size() * slice.columns * element_bytes_;
  std::byte* const first_row = buffer - rows.first * element_bytes_;
  stores_.pack(bytes, [&](bool stream) {
    const Index first = walk_.columns_of_strip() - walk_.columns_left();
    if (beside_ != nullptr && memory_.combine.is_plain() &&
        beside_->pack_with(slice, first, first_row, memory_, stream))
      return;
    detail::pack_slice(slice, memory_, first_row, room_, stream);
  });
  return bytes;
}

Index BoxCodec::pack(std::byte* buffer) {
  Index bytes = 0;
  next_piece([&](const BoxSlice& slice) { bytes += pack_slice(slice, buffer + bytes); });
  return bytes;
}

/// True if neighbouring columns of that leading dimension need no packing: they are contiguous, or
/// strided where `may_have_gaps`.
bool BoxCodec::needs_no_packing(Index ld, Index columns, Index element_bytes,
                                bool may_have_gaps) const {
  const Index rows = column_run_.length;
  return is_plain_ && (columns == 1 || rows == ld ||
                       (may_have_gaps && rows * element_bytes >= tuning().gathered_column_bytes));
}

template <class Byte>
Stretches<Byte> BoxCodec::stretches(Byte* first, Index ld, Index columns) const {
  const Index bytes = column_run_.length * element_bytes_, stride = ld * element_bytes_;
  if (columns == 1 || bytes == stride) return {first, bytes * columns};
  return {first, bytes, columns, stride};
}

Stretches<const std::byte> BoxCodec::piece_to_send(std::byte* buffer, bool may_have_gaps) {
  if (!is_plain_) return {buffer, pack(buffer)};
  const Index columns = next_columns();
  const MemoryBlock& block = memory_.source[source_block_];
  if (!needs_no_packing(block.ld, columns, element_bytes_, may_have_gaps))
    return {buffer, pack(buffer)};
  Stretches<const std::byte> piece;
  next_piece_of_box([&](const BoxSlice& slice) {
    Index next = slice.tiles.front().source_local;
    bool are_neighbours = true;
    for (const Tile& tile : slice.tiles) {
      are_neighbours = are_neighbours && tile.source_local == next;
      next = tile.source_local + tile.length;
    }
    const PullSource source = memory_.source_of(slice);
    const Index first = slice.tiles.front().source_local;
    if (are_neighbours)
      piece = stretches<const std::byte>(
          source.data + (column_run_.source_local + first * source.ld) * element_bytes_, source.ld,
          columns);
    else piece = {buffer, pack_slice(slice, buffer)};
  });
  return piece;
}

Stretches<std::byte> BoxCodec::place_to_receive(bool may_have_gaps) {
  if (!is_plain_ || has_own_beside()) return {};
  const Index columns = std::min(piece_columns_, ahead_left_);
  ahead_left_ -= columns;
  Index first = -1, next = 0;
  bool are_neighbours = true;
  for (Index done = 0, length = 0; done < columns; done += length) {
    if (run_ahead_.length == 0) run_ahead_ = ahead_->next();
    length = std::min(run_ahead_.length, columns - done);
    if (first < 0) first = next = run_ahead_.target_local;
    are_neighbours = are_neighbours && run_ahead_.target_local == next;
    next += length;
    run_ahead_.target_local += length;
    run_ahead_.length -= length;
  }
  const MemoryBlock& block = memory_.target[target_block_];
  if (memory_.is_turned || !memory_.combine.is_plain() || conjugate_ != Conjugate::No ||
      !are_neighbours || !needs_no_packing(block.ld, columns, element_bytes_, may_have_gaps))
    return {};
  return stretches(block.data + (column_run_.target_local + first * block.ld) * element_bytes_,
                   block.ld, columns);
}

void BoxCodec::unpack(const std::byte* buffer, Index /*bytes*/) {
  const bool may_be_in_place =
      is_plain_ && !memory_.is_turned && memory_.combine.is_plain() && conjugate_ == Conjugate::No;
  next_piece([&](const BoxSlice& slice) {
    const Range rows = slice.rows;
    if (has_own_beside()) {
      own_->unpack(slice, buffer, is_last(slice), memory_, conjugate_);
      buffer += rows.size() * slice.columns * element_bytes_;
      return;
    }
    if (rows.empty()) return;
    // Otherwise the address may equal one in the buffer.
    if (may_be_in_place) {
      const PullTarget target = memory_.target_of(slice);
      const Index place = column_run_.target_local + slice.tiles.front().target_local * target.ld;
      if (buffer == target.data + place * element_bytes_) return;
    }
    pull_slice(slice, memory_, {buffer - rows.first * element_bytes_, rows.size()}, conjugate_,
               room_);
    buffer += rows.size() * slice.columns * element_bytes_;
  });
}

}  // namespace ashlar::detail
