// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <ashlar/base/error.hpp>

#include "io/formats/format.hpp"

namespace ashlar::fuzz {

/// At most 50 indices, from `first` on.
inline Range some(Index first, Index extent) {
  return {std::min(first, extent), std::min(first + 50, extent)};
}

/// Elements of a box, read in front of guard bytes that must not change.
inline std::vector<std::byte> read_box(const io::FileReader& reader, Section box) {
  constexpr std::size_t guard = 64;
  const Shape shape = box.shape();
  const std::size_t bytes =
      static_cast<std::size_t>(shape.rows * shape.cols) * size_of(reader.info().dtype);
  std::vector<std::byte> elements(bytes + guard, std::byte{0x5a});
  reader.read(box, elements.data());
  for (std::size_t k = bytes; k < bytes + guard; ++k)
    if (elements[k] != std::byte{0x5a}) std::abort();
  elements.resize(bytes);
  return elements;
}

/// Opens a file by `open`, and reads its first and last parts. Each step may throw a FileError; the
/// elements of a line must not depend on the box that was read.
template <class Open>
void read_boxes(Open&& open) {
  try {
    const std::unique_ptr<io::FileReader> reader = open();
    const auto [rows, cols] = reader->info().shape;
    if (rows < 0 || cols < 0) std::abort();
    const Section first{some(0, rows), some(0, cols)};
    const Section last{some(std::max<Index>(rows - 50, 0), rows),
                       some(std::max<Index>(cols - 50, 0), cols)};
    const std::vector<std::byte> at_once = read_box(*reader, first);
    read_box(*reader, last);
    // The lines of the first part one by one.
    const bool by_rows = reader->info().order == StorageOrder::C;
    const Range lines = by_rows ? first.rows : first.cols;
    auto at = at_once.begin();
    for (Index k = lines.first; k < lines.last; ++k) {
      Section line = first;
      (by_rows ? line.rows : line.cols) = {k, k + 1};
      const std::vector<std::byte> elements = read_box(*reader, line);
      if (!std::equal(elements.begin(), elements.end(), at)) std::abort();
      at += std::ssize(elements);
    }
  } catch (const FileError& error) {
    if (std::strlen(error.what()) > 400 || std::strchr(error.what(), '\n') != nullptr) std::abort();
  }
}

/// None, or one of the element types, chosen cyclically by `choice`.
inline std::optional<DType> some_dtype(std::size_t choice) {
  const std::size_t k = choice % (std::size(all_dtypes) + 1);
  if (k == 0) return std::nullopt;
  return all_dtypes[k - 1];
}

}  // namespace ashlar::fuzz
