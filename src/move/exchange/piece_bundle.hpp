// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "piece_codec.hpp"

namespace ashlar::detail {

/// Pieces of several moves for one partner in one direction. Pieces whose largest sizes fit into
/// one message share it, each behind its length.
class PieceBundle final : public PieceCodec {
 public:
  /// @param parts        in the same order at both ends; must outlive the bundle
  /// @param piece_bytes  capacity of a message, unless the longest piece is larger
  PieceBundle(std::vector<PieceCodec*> parts, Index piece_bytes) : parts_(std::move(parts)) {
    Index longest = 0, all = 0;
    for (const PieceCodec* part : parts_) {
      longest = std::max(longest, room_for(*part));
      all += part->pieces() * room_for(*part);
    }
    most_ = std::min(std::max(longest, piece_bytes), all);
    for (rewind_places(); has_next(); ++pieces_)
      for (Index at = 0; fits(at); next()) at += room_for(*parts_[part_]);
  }

  Index pieces() const override { return pieces_; }
  Index max_piece_bytes() const override { return most_; }

  void rewind() override {
    for (PieceCodec* part : parts_) part->rewind();
    rewind_places();
  }

  Index pack(std::byte* buffer) override {
    Index end = 0;
    for (Index at = 0, reserved = 0; fits(reserved); next()) {
      const Index bytes = parts_[part_]->pack(buffer + at + head);
      std::memcpy(buffer + at, &bytes, sizeof bytes);
      end = at + head + bytes;
      at += head + whole(bytes);
      reserved += room_for(*parts_[part_]);
    }
    return end;
  }

  void unpack(const std::byte* buffer, Index /*bytes*/) override {
    for (Index at = 0, reserved = 0; fits(reserved); next()) {
      Index bytes = 0;
      std::memcpy(&bytes, buffer + at, sizeof bytes);
      parts_[part_]->unpack(buffer + at + head, bytes);
      at += head + whole(bytes);
      reserved += room_for(*parts_[part_]);
    }
  }

 private:
  static constexpr Index head = 16;  // a length; keeps elements aligned

  static Index whole(Index bytes) { return (bytes + head - 1) / head * head; }
  /// Capacity for a piece of `part`.
  static Index room_for(const PieceCodec& part) { return head + whole(part.max_piece_bytes()); }

  void rewind_places() {
    part_ = 0;
    left_ = 0;
    find_part();
  }
  /// Advances `part_` to a part with pieces left.
  void find_part() {
    while (left_ == 0 && part_ < parts_.size()) {
      left_ = parts_[part_]->pieces();
      if (left_ == 0) ++part_;
    }
  }
  bool has_next() const { return part_ < parts_.size(); }
  /// True if the next piece fits behind `taken` reserved bytes.
  bool fits(Index taken) const { return has_next() && taken + room_for(*parts_[part_]) <= most_; }
  void next() {
    if (--left_ > 0) return;
    ++part_;
    find_part();
  }

  std::vector<PieceCodec*> parts_;
  Index most_ = 0, pieces_ = 0;
  std::size_t part_ = 0;  // part of the next piece
  Index left_ = 0;        // pieces of it
};

}  // namespace ashlar::detail
