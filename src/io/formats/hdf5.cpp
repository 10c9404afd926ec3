// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include <ashlar/base/concat.hpp>

#include "formats.hpp"
#include "hdf5/files.hpp"
#include "io/file_error.hpp"
#include "io/posix_file.hpp"
#include "matlab_5.hpp"
#include "section_reader.hpp"

// HDF5, and MATLAB files of version 7.3: HDF5 with a header and attributes.

namespace ashlar::io {

#ifndef ASHLAR_HAS_HDF5

namespace hdf5 {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw file_error(
      split_path(path).file,
      "this library was built without parallel HDF5, which HDF5 and MATLAB files need; "
      "install it (Debian's libhdf5-openmpi-dev) and configure again");
}

}  // namespace

std::unique_ptr<FileReader> open_reader(const std::string& path, const FileHints&, Dialect) {
  refuse(path);
}

bool has_dataset(const std::string& path) { refuse(path); }

std::unique_ptr<FileWriter> create_writer(mpi::CommunicatorView, const std::string& path,
                                          const NewMatrix&, Dialect) {
  refuse(path);
}

}  // namespace hdf5

#endif

namespace {

constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
constexpr std::string_view matlab_7_3 = "MATLAB 7.3 MAT-file";
// HDF5 stores chunk sizes in 32 bits.
constexpr Index largest_chunk_bytes = (Index{1} << 32) - 1;

bool is_hdf5(std::string_view first_bytes) {
  // HDF5 starts after a user block of 0, 512, 1024, 2048, … bytes.
  for (std::size_t at = 0; at < first_bytes.size(); at = at == 0 ? 512 : 2 * at)
    if (first_bytes.substr(at).starts_with(signature)) return true;
  return false;
}

bool is_matlab(std::string_view first_bytes) {
  return first_bytes.starts_with(matlab_7_3) || is_matlab_5(first_bytes);
}

std::string chunk_refusal(const NewMatrix& matrix) {
  if (!matrix.style.chunk) return "";
  const auto [rows, cols] = *matrix.style.chunk;
  Index bytes = 0;
  if (rows < 1 || cols < 1 || __builtin_mul_overflow(rows, cols, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(size_of(matrix.dtype)), &bytes) ||
      bytes > largest_chunk_bytes)
    return concat("its chunks would be ", rows, "x", cols,
                  "; they need at least one element, and less than 4 GiB");
  return "";
}

std::string style_refusal(const NewMatrix& matrix) {
  const FileStyle& style = matrix.style;
  if (style.stored_as == "bool" && matrix.dtype != DType::UInt8)
    return concat("bool is made of uint8, but the matrix is of ", to_string(matrix.dtype));
  if (style.stored_as == "float16" && matrix.dtype != DType::Float32)
    return concat("float16 is made of float32, but the matrix is of ", to_string(matrix.dtype));
  if (!style.stored_as.empty() && style.stored_as != "bool" && style.stored_as != "float16")
    return concat("HDF5 files have no type ", in_quotes(style.stored_as), " of Ashlar's");
  return chunk_refusal(matrix);
}

std::string matlab_style_refusal(const NewMatrix& matrix) {
  if (matrix.style.stored_as == "float16") return "MATLAB has no float16";
  return style_refusal(matrix);
}

template <hdf5::Dialect dialect>
std::unique_ptr<FileReader> open_hdf5(const std::string& path, const FileHints& hints) {
  return hdf5::open_reader(path, hints, dialect);
}

template <hdf5::Dialect dialect>
std::unique_ptr<FileWriter> create_hdf5(mpi::CommunicatorView comm, const std::string& path,
                                        const NewMatrix& matrix) {
  return hdf5::create_writer(comm, path, matrix, dialect);
}

bool is_version_5(const std::string& path) {
  return is_matlab_5(InputFile(split_path(path).file).read_prefix(matlab_5_header_bytes));
}

std::unique_ptr<FileReader> open_matlab(const std::string& path, const FileHints& hints) {
  if (is_version_5(path))
    return section_of_array(open_matlab_5(split_path(path)), hints.index, path);
  return open_hdf5<hdf5::Dialect::Matlab>(path, hints);
}

bool has_variable(const std::string& path) {
  return is_version_5(path) ? has_matlab_5_variable(split_path(path)) : hdf5::has_dataset(path);
}

constexpr std::array<std::string_view, 3> hdf5_endings = {".h5", ".hdf5", ".he5"};
constexpr std::array<std::string_view, 1> matlab_endings = {".mat"};

}  // namespace

const FormatTraits& hdf5_format() {
  static constexpr FormatTraits traits{.name = "hdf5",
                                       .endings = hdf5_endings,
                                       .title = "HDF5",
                                       .has_fortran_order = false,
                                       .has_members = true,
                                       .has_chunks = true,
                                       .has_compression = true,
                                       .has_bool = true,
                                       .has_own_sections = true,
                                       .recognises = is_hdf5,
                                       .open = open_hdf5<hdf5::Dialect::Plain>,
                                       .refusal = style_refusal,
                                       .create = create_hdf5<hdf5::Dialect::Plain>,
                                       .has_dataset = hdf5::has_dataset};
  return traits;
}

const FormatTraits& matlab_format() {
  static constexpr FormatTraits traits{.name = "mat",
                                       .endings = matlab_endings,
                                       .title = "MATLAB 7.3, version 5 is read",
                                       .has_c_order = false,
                                       .has_members = true,
                                       .has_byte_order = false,
                                       .has_chunks = true,
                                       .has_compression = true,
                                       .has_bool = true,
                                       .has_own_sections = true,
                                       .recognises = is_matlab,
                                       .open = open_matlab,
                                       .refusal = matlab_style_refusal,
                                       .create = create_hdf5<hdf5::Dialect::Matlab>,
                                       .has_dataset = has_variable};
  return traits;
}

}  // namespace ashlar::io
