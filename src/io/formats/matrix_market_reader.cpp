// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matrix_market_reader.hpp"

#include "io/formats/matrix_market_array.hpp"
#include "io/formats/matrix_market_coordinate.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {

std::unique_ptr<FileReader> open_matrix_market(const std::string& path, const FileHints& hints) {
  std::unique_ptr<const ByteSource> file = open_text(path);
  const MatrixMarketHeader header = read_matrix_market_header(*file);
  if (header.is_coordinate)
    return std::make_unique<MatrixMarketCoordinate>(std::move(file), header, hints.dtype);
  return std::make_unique<MatrixMarketArray>(std::move(file), header, hints.dtype);
}

}  // namespace ashlar::io
