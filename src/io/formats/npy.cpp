// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/detail/npy_header.hpp>

#include <array>
#include <utility>

#include "io/elements.hpp"
#include "io/formats/array_reader.hpp"
#include "io/formats/array_writer.hpp"
#include "io/formats/formats.hpp"
#include "io/posix_file.hpp"

namespace ashlar::io {
namespace {

std::unique_ptr<FileReader> open_npy(const std::string& path, const FileHints&) {
  return open_npy_in(std::make_unique<InputFile>(path), "npy");
}

std::unique_ptr<FileWriter> create_npy(mpi::CommunicatorView comm, const std::string& path,
                                       const NewMatrix& matrix) {
  return std::make_unique<ArrayWriter>(comm, path, matrix, npy_head(matrix));
}

constexpr std::array<std::string_view, 1> npy_endings = {".npy"};

}  // namespace

std::unique_ptr<FileReader> open_npy_in(std::unique_ptr<const ByteSource> file,
                                        std::string_view format,
                                        const std::optional<Layout>& layout) {
  const detail::NpyHeader header =
      detail::parse_npy_header(file->read_prefix(detail::npy_max_prefix_bytes), file->path());
  detail::check_npy_size(header, file->size(), file->path());
  return std::make_unique<ArrayReader>(std::move(file),
                                       FileInfo{.format = std::string(format),
                                                .dtype = header.dtype,
                                                .stored_as = header.stored_as,
                                                .shape = header.shape,
                                                .order = header.order,
                                                .dimensions = header.dimensions,
                                                .extents = header.extents,
                                                .swapped = header.swapped,
                                                .layout = layout},
                                       header.data_offset);
}

std::string npy_head(const NewMatrix& matrix) {
  detail::NpyHeader header{.dtype = matrix.dtype,
                           .stored_as = matrix.style.stored_as,
                           .swapped = matrix.style.swapped,
                           .order = matrix.order,
                           .dimensions = matrix.dimensions,
                           .shape = matrix.shape,
                           .extents = matrix.extents};
  // Headers have float16 as a form of float32; doubles are nevertheless rounded once.
  if (header.stored_as == "float16") header.dtype = DType::Float32;
  return detail::format_npy_header(header);
}

const FormatTraits& npy_format() {
  static const FormatTraits format{
      .name = "npy",
      .endings = npy_endings,
      .title = "NumPy array",
      .has_arrays = true,
      .has_bool = true,
      .recognises = [](std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); },
      .open = open_npy,
      .refusal = refuse_stored_as,
      .create = create_npy};
  return format;
}

}  // namespace ashlar::io
