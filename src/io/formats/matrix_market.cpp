// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/formats.hpp"
#include "io/formats/matrix_market_header.hpp"
#include "io/formats/matrix_market_reader.hpp"
#include "io/formats/text_writer.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view matrix_market_endings[] = {".mtx"};

std::unique_ptr<FileWriter> create_matrix_market(mpi::CommunicatorView comm,
                                                 const std::string& path, const NewMatrix& matrix) {
  return std::make_unique<TextWriter>(
      comm, path, matrix,
      TextStyle{.header = format_matrix_market_header(matrix.dtype, matrix.shape),
                .between = '\n',
                .complex_between = ' '});
}

}  // namespace

const FormatTraits& matrix_market_format() {
  static constexpr FormatTraits traits{.name = "mtx",
                                       .endings = matrix_market_endings,
                                       .title = "Matrix Market",
                                       .has_c_order = false,
                                       .has_byte_order = false,
                                       .is_text = true,
                                       .recognises = is_matrix_market,
                                       .open = open_matrix_market,
                                       .create = create_matrix_market};
  return traits;
}

}  // namespace ashlar::io
