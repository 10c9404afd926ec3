// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/stream.hpp>
#include <ashlar/matrix/local_view.hpp>

#include "move/pull/target_block.hpp"

namespace ashlar::detail {

/// target[k * target_stride] := source[k * source_stride], conjugated if asked.
template <class T>
void copy_strided(T* target, Index target_stride, const T* source, Index source_stride,
                  Index length, bool conj) {
  if (conj) {
    for (Index k = 0; k < length; ++k)
      target[k * target_stride] = conjugate(source[k * source_stride]);
  } else if (target_stride == 1 && source_stride == 1) {
    std::memcpy(target, source, static_cast<std::size_t>(length) * sizeof(T));
  } else {
    for (Index k = 0; k < length; ++k) target[k * target_stride] = source[k * source_stride];
  }
}

/// How the elements of a stream find their places in local memory.
struct Placement {
  bool transposing = false;
  bool conjugating = false;

  explicit Placement(Op op) : transposing(is_transposing(op)), conjugating(op == Op::ConjTrans) {}

  template <class T>
  const T* source_of(const Piece& piece, const LocalView<const T>& source) const {
    return source.at(piece.source_row, piece.source_col);
  }
  /// Distance in the target's memory between neighbours of a piece.
  Index target_stride(const TargetBlock& target) const {
    return transposing ? target.col_stride : target.row_stride;
  }
  /// Puts the elements of a piece, `stride` apart, to their place.
  template <class T>
  void put(const Piece& piece, const T* elements, Index stride, const TargetBlock& target) const {
    std::byte* const to = target.at(piece.target_row, piece.target_col);
    if (const Combine* combine = target.computes())
      (*combine)(to, target_stride(target), reinterpret_cast<const std::byte*>(elements), stride,
                 piece.length);
    else
      copy_strided(reinterpret_cast<T*>(to), target_stride(target), elements, stride, piece.length,
                   conjugating);
  }
};

/// Fills `buffer` with the next `length` elements of the stream.
template <class T>
void pack(Stream& stream, const Placement& place, const LocalView<const T>& source, T* buffer,
          Index length) {
  while (length > 0) {
    const Piece piece = stream.next(length);
    copy_strided(buffer, 1, place.source_of(piece, source), source.row_stride, piece.length, false);
    buffer += piece.length;
    length -= piece.length;
  }
}

/// Puts `length` elements of `buffer` to the next places of the stream.
template <class T>
void unpack(Stream& stream, const Placement& place, const TargetBlock& target, const T* buffer,
            Index length) {
  while (length > 0) {
    const Piece piece = stream.next(length);
    place.put(piece, buffer, 1, target);
    buffer += piece.length;
    length -= piece.length;
  }
}

/// What stays on this rank: straight from the source to the target.
template <class T>
void copy_own(Stream stream, const Placement& place, const LocalView<const T>& source,
              const TargetBlock& target) {
  for (;;) {
    const Piece piece = stream.next(std::numeric_limits<Index>::max());
    if (piece.length == 0) return;
    place.put(piece, place.source_of(piece, source), source.row_stride, target);
  }
}

}  // namespace ashlar::detail
