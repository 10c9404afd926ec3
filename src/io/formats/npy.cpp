// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/npy_header.hpp>

#include <array>
#include <utility>

#include "io/formats/array_reader.hpp"
#include "io/formats/array_writer.hpp"
#include "io/formats/formats.hpp"

namespace ashlar::io {
namespace {

std::unique_ptr<FileReader> open_npy(const std::string& path, const FileHints&) {
  InputFile file(path);
  const NpyHeader header = parse_npy_header(file.read_prefix(npy_max_prefix_bytes), path);
  check_npy_size(header, file.size(), path);
  return std::make_unique<ArrayReader>(std::move(file),
                                       FileInfo{.format = "npy",
                                                .dtype = header.dtype,
                                                .shape = header.shape,
                                                .order = header.order,
                                                .dimensions = header.dimensions,
                                                .swapped = header.swapped,
                                                .pieces = {}},
                                       header.data_offset);
}

std::string refuse_npy(const NewMatrix&) { return {}; }

std::unique_ptr<FileWriter> create_npy(mpi::CommunicatorView comm, const std::string& path,
                                       const NewMatrix& matrix) {
  return std::make_unique<ArrayWriter>(comm, path, matrix,
                                       format_npy_header({.dtype = matrix.dtype,
                                                          .order = matrix.order,
                                                          .dimensions = matrix.dimensions,
                                                          .shape = matrix.shape}));
}

constexpr std::array<std::string_view, 1> endings = {".npy"};

}  // namespace

const FormatTraits& npy_format() {
  static const FormatTraits format{
      .name = "npy",
      .endings = endings,
      .title = "NumPy array",
      .takes_padded_lines = true,
      .recognises = [](std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); },
      .open = open_npy,
      .refusal = refuse_npy,
      .create = create_npy};
  return format;
}

}  // namespace ashlar::io
