// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/move/detail/operand.hpp>

#include "new_file.hpp"

namespace ashlar::io {

/// Layout that describes a matrix in a file: of the section, or file_layout of block maps.
Layout recorded_layout(const ashlar::detail::Operand& a, StorageOrder order);

/// Writes a matrix to a new file panel by panel; the caller commits.
/// @throws FileError on all ranks
/// @collective over a.comm
void write_in_panels(const ashlar::detail::Operand& a, NewFile& file);

}  // namespace ashlar::io
