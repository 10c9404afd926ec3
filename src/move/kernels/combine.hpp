// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/move/detail/operand.hpp>

namespace ashlar::detail {

/// True if a move with these factors reads its source, i.e. alpha is nonzero.
bool reads_source(ElementType target, const Factors& factors);

/// True if conversion may turn a finite element into an infinite one.
bool may_overflow(ElementType from, ElementType to);

/// Last step of a move with arithmetic: target := alpha * convert(element) + beta * target, after
/// optional conjugation. Element types are run-time values; strides count elements of source or
/// target.
class Combine {
 public:
  /// Keeps elements unchanged.
  Combine() = default;
  /// @param overflows  counter of finite elements that become infinite; may be null if none can, or
  ///                   no source is read
  /// @pre `source` is convertible to `target`, see ElementMovableTo
  Combine(ElementType source, ElementType target, const Factors& factors, bool conjugating,
          Index* overflows);

  /// True if elements keep type and value; moves may then copy, or conjugate, bytes.
  bool is_plain() const { return is_plain_; }
  /// True if beta is nonzero.
  bool reads_target() const { return reads_target_; }
  Index source_bytes() const { return source_bytes_; }
  Index target_bytes() const { return target_bytes_; }

  /// Sets target[k * target_stride] from source[k * source_stride], 0 <= k < count; an unread
  /// `source` may be null.
  void operator()(std::byte* target, Index target_stride, const std::byte* source,
                  Index source_stride, Index count) const;

 private:
  /// Returns the number of overflowed elements.
  using Convert = Index(std::byte* target, Index target_stride, const std::byte* source,
                        Index source_stride, Index count);
  using Scale = void(std::byte* target, Index target_stride, const std::byte* values, Index count,
                     const std::byte* alpha, const std::byte* beta);

  template <class S, class T>
  void choose(bool conjugating);
  void convert(std::byte* target, Index target_stride, const std::byte* source, Index source_stride,
               Index count) const;

  Convert* convert_ = nullptr;
  Scale* scale_ = nullptr;  // null: conversion only
  Factors factors_;
  Index* overflows_ = nullptr;
  Index source_bytes_ = 0, target_bytes_ = 0;
  bool is_plain_ = true, converts_ = false;
  bool reads_source_ = true, reads_target_ = false;
};

}  // namespace ashlar::detail
