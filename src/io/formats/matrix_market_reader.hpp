// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"
#include "io/formats/matrix_market_header.hpp"

namespace ashlar::io {

/// Opens a Matrix Market file of either form. Case, blanks, comments and line ends are ignored.
/// @throws FileError with the line of a wrong count, index or value
std::unique_ptr<FileReader> open_matrix_market(const std::string& path, const FileHints& hints);

/// The same of a file of all elements column by column, or of the lower triangle. The constructor
/// counts all entries; read() parses the requested ones.
/// @throws FileError
std::unique_ptr<FileReader> open_matrix_market_array(std::unique_ptr<const ByteSource> file,
                                                     const MatrixMarketHeader& header,
                                                     std::optional<DType> wanted);

/// The same of a file of entries in any order. Unlisted elements are 0; repeated entries add up.
/// @throws FileError
std::unique_ptr<FileReader> open_matrix_market_coordinate(std::unique_ptr<const ByteSource> file,
                                                          const MatrixMarketHeader& header,
                                                          std::optional<DType> wanted);

/// Metadata of a reader of either form.
/// @param wanted  element type: by default that of the file
/// @throws FileError  if the file is complex and `wanted` real, or the size exceeds 63 bits
FileInfo matrix_market_info(const MatrixMarketHeader& header, std::optional<DType> wanted,
                            const std::string& path);

}  // namespace ashlar::io
