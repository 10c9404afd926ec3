// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/formats/format.hpp"

// Two-dimensional sections of n-dimensional arrays.

namespace ashlar::io {

using ArrayIndex = std::vector<std::optional<Index>>;  ///< as FileHints::index

/// Section with at most two free dimensions.
struct ArraySection {
  std::vector<Index> first;       ///< per dimension: its index; 0 if free
  std::vector<std::size_t> free;  ///< free dimensions, ascending

  /// Rows are the first free dimension, columns the second.
  Shape shape(const std::vector<Index>& extents) const {
    return {!free.empty() ? extents[free[0]] : 1, free.size() > 1 ? extents[free[1]] : 1};
  }
};

/// Whole array of at most two dimensions.
ArraySection whole_section(const std::vector<Index>& extents);

/// Section of an index; negative indices count from the end.
/// @throws FileError naming `path`: wrong number of entries, more than two free dimensions, index
/// out of range
ArraySection resolved_section(const ArrayIndex& index, const std::vector<Index>& extents,
                              const std::string& path);

/// Reader of section `index`; `array` itself for an empty index.
/// @throws FileError as resolved_section
std::unique_ptr<FileReader> section_of_array(std::unique_ptr<FileReader> array,
                                             const ArrayIndex& index, const std::string& path);

/// Opens a file; of an array the section hints.index. [local]
/// @throws FileError
std::unique_ptr<FileReader> open_reader(const FormatTraits& format, const std::string& path,
                                        const FileHints& hints);

}  // namespace ashlar::io
