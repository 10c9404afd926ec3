// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/formats/format.hpp"

// Two-dimensional sections of arrays of any number of dimensions.

namespace ashlar::io {

using ArrayIndex = std::vector<std::optional<Index>>;  ///< as FileHints::index

/// A section with at most two free dimensions; the others have one index each.
struct ArraySection {
  std::vector<Index> first;       ///< of each dimension: its index; 0 of a free one
  std::vector<std::size_t> free;  ///< dimensions of the section, in ascending order

  /// Rows are the first free dimension, columns the second.
  Shape shape(const std::vector<Index>& extents) const {
    return {!free.empty() ? extents[free[0]] : 1, free.size() > 1 ? extents[free[1]] : 1};
  }
};

/// The whole of an array of at most two dimensions.
ArraySection whole_section(const std::vector<Index>& extents);

/// The section that an index chooses; a negative index counts from the end.
/// @throws FileError naming `path`, if there are more or fewer entries than dimensions, more than
/// two free dimensions, or an index out of range
ArraySection resolved_section(const ArrayIndex& index, const std::vector<Index>& extents,
                              const std::string& path);

/// A reader of the section of an array that `index` chooses; `array` itself if `index` is empty.
/// @throws FileError as resolved_section
std::unique_ptr<FileReader> section_of_array(std::unique_ptr<FileReader> array,
                                             const ArrayIndex& index, const std::string& path);

/// Opens a file of a format, and of an array the section of hints.index. [local]
/// @throws FileError
std::unique_ptr<FileReader> open_reader(const FormatTraits& format, const std::string& path,
                                        const FileHints& hints);

}  // namespace ashlar::io
