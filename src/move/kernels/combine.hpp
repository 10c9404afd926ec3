// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/move/operand.hpp>

namespace ashlar::detail {

/// True if a move with these factors reads its source, or alpha is zero.
bool reads_source(ElementType target, const Factors& factors);

/// True if a finite element of `from` may become an infinite one of `to`.
bool may_overflow(ElementType from, ElementType to);

/// The last step of a move that computes: target := alpha * convert(element) + beta * target, with
/// the element conjugated first where the move says so. Element types are values here, and all
/// strides count elements of their own side.
class Combine {
 public:
  /// Nothing: elements stay as they are.
  Combine() = default;
  /// @param overflows  what elements with finite parts that become infinite by conversion are added
  ///                   to; may be null where none can, or nothing is read
  /// @pre elements of `source` may become elements of `target`, see ElementMovableTo
  Combine(ElementType source, ElementType target, const Factors& factors, bool conjugating,
          Index* overflows);

  /// True if elements keep type and value, so that they may be moved as bytes (and conjugated on
  /// the way).
  bool is_plain() const { return is_plain_; }
  /// True if beta is not zero.
  bool reads_target() const { return reads_target_; }
  Index source_bytes() const { return source_bytes_; }
  Index target_bytes() const { return target_bytes_; }

  /// target[k * target_stride] from source[k * source_stride], 0 <= k < count; `source` may be null
  /// where it is not read.
  void operator()(std::byte* target, Index target_stride, const std::byte* source,
                  Index source_stride, Index count) const;

 private:
  /// Returns how many elements overflowed.
  using Convert = Index(std::byte* target, Index target_stride, const std::byte* source,
                        Index source_stride, Index count);
  using Scale = void(std::byte* target, Index target_stride, const std::byte* values, Index count,
                     const std::byte* alpha, const std::byte* beta);

  template <class S, class T>
  void choose(bool conjugating);
  void convert(std::byte* target, Index target_stride, const std::byte* source, Index source_stride,
               Index count) const;

  Convert* convert_ = nullptr;
  Scale* scale_ = nullptr;  // null: nothing but convert
  Factors factors_;
  Index* overflows_ = nullptr;
  Index source_bytes_ = 0, target_bytes_ = 0;
  bool is_plain_ = true, converts_ = false;
  bool reads_source_ = true, reads_target_ = false;
};

}  // namespace ashlar::detail
