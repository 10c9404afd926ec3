// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/agree.hpp>

#include "io/atomic_file.hpp"
#include "io/file_error.hpp"
#include "io/formats/array_reader.hpp"
#include "io/formats/array_writer.hpp"
#include "io/formats/formats.hpp"
#include "io/json_fields.hpp"
#include "io/posix_file.hpp"

// Elements without a header; hints or a sidecar PATH.json describe them.

namespace ashlar::io {
namespace {

/// Description of a raw file. Pure.
struct Sidecar {
  DType dtype = DType::Float64;
  Shape shape;
  StorageOrder order = StorageOrder::C;
  Index offset = 0;
  bool swapped = false;
};

/// PATH.json
std::string sidecar_path(const std::string& path) { return path + ".json"; }

constexpr std::string_view format_name = "ashlar-raw";
constexpr int format_version = 1;
constexpr bool machine_is_little_endian = std::endian::native == std::endian::little;

/// {"format":"ashlar-raw","version":1,"shape":[9,9],"dtype":"float64","order":"C","offset":0,"endian":"little"}
std::string format_sidecar(const Sidecar& sidecar) {
  const Json json = {{"format", format_name},
                     {"version", format_version},
                     {"shape", {sidecar.shape.rows, sidecar.shape.cols}},
                     {"dtype", to_string(sidecar.dtype)},
                     {"order", sidecar.order == StorageOrder::C ? "C" : "F"},
                     {"offset", sidecar.offset},
                     {"endian", machine_is_little_endian == sidecar.swapped ? "big" : "little"}};
  return json.dump() + "\n";
}

/// @param path  names the sidecar in errors
/// @throws FileError: invalid JSON; a missing field, wrong type or value
Sidecar parse_sidecar(std::string_view text, const std::string& path) {
  const Json json = parse_json(text, path);
  const JsonFields fields(json, path);
  if (fields.text("format") != format_name) fields.fail("does not describe raw elements");
  if (fields.number(fields.at("version"), "version", INT32_MAX) != format_version)
    fields.fail("is of another version than ", format_version);
  const DType dtype = dtype_field(fields);
  const auto [rows, cols] = fields.pair("shape", INT64_MAX);
  Sidecar sidecar{.dtype = dtype, .shape = {rows, cols}};
  if (fields.has("order"))
    sidecar.order = fields.is_first("order", "C", "F") ? StorageOrder::C : StorageOrder::Fortran;
  if (fields.has("offset"))
    sidecar.offset = fields.number(fields.at("offset"), "offset", INT64_MAX);
  if (fields.has("endian"))
    sidecar.swapped = fields.is_first("endian", "little", "big") != machine_is_little_endian;
  return sidecar;
}

constexpr Index largest_sidecar = 10'000;

/// Hints, or the sidecar if hints have no shape.
Sidecar description_of(const std::string& path, const FileHints& hints) {
  if (hints.shape)
    return {.dtype = hints.dtype.value_or(DType::Float64),
            .shape = *hints.shape,
            .order = hints.order,
            .offset = hints.offset,
            .swapped = hints.swapped};
  const std::string beside = sidecar_path(path);
  std::error_code ignored;
  if (!std::filesystem::exists(beside, ignored))
    throw file_error(path,
                     "raw binary has no header: give its shape, and its "
                     "element type unless that is float64, or lay ",
                     beside, " beside it");
  return parse_sidecar(read_json_text(beside, largest_sidecar), beside);
}

std::unique_ptr<FileReader> open_raw(const std::string& path, const FileHints& hints) {
  auto file = std::make_unique<InputFile>(path);
  const Sidecar raw = description_of(path, hints);
  const Index width = static_cast<Index>(size_of(raw.dtype));
  Index elements = 0, bytes = 0, end = 0;
  if (raw.shape.rows < 0 || raw.shape.cols < 0 || raw.offset < 0 ||
      __builtin_mul_overflow(raw.shape.rows, raw.shape.cols, &elements) ||
      __builtin_mul_overflow(elements, width, &bytes) ||
      __builtin_add_overflow(bytes, raw.offset, &end))
    throw file_error(path, "cannot hold ", raw.shape.rows, "x", raw.shape.cols, " ",
                     to_string(raw.dtype), " from byte ", raw.offset, " on");
  if (end != file->size())
    throw file_error(path, raw.shape.rows, "x", raw.shape.cols, " ", to_string(raw.dtype),
                     " from byte ", raw.offset, " on end at byte ", end, ", but the file has ",
                     file->size());
  return std::make_unique<ArrayReader>(std::move(file),
                                       FileInfo{.format = "raw",
                                                .dtype = raw.dtype,
                                                .shape = raw.shape,
                                                .order = raw.order,
                                                .swapped = raw.swapped},
                                       raw.offset);
}

/// Writes the sidecar after the elements are committed.
class RawWriter final : public FileWriter {
 public:
  RawWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix)
      : comm_(comm), path_(path), matrix_(matrix), elements_(comm, path, matrix, {}) {}

  void write(const Lines& lines) override { elements_.write(lines); }

  void commit() override {
    elements_.commit();
    detail::write_whole_file(comm_, sidecar_path(path_),
                             format_sidecar({.dtype = matrix_.dtype,
                                             .shape = matrix_.shape,
                                             .order = matrix_.order,
                                             .swapped = matrix_.style.swapped}));
  }

 private:
  mpi::CommunicatorView comm_;
  std::string path_;
  NewMatrix matrix_;
  ArrayWriter elements_;
};

std::unique_ptr<FileWriter> create_raw(mpi::CommunicatorView comm, const std::string& path,
                                       const NewMatrix& matrix) {
  // Unrelated files are not replaced by the sidecar.
  mpi::together(comm, [&] {
    std::error_code ignored;
    const std::string beside = sidecar_path(path);
    if (comm.rank() == 0 && std::filesystem::exists(beside, ignored))
      parse_sidecar(read_json_text(beside, largest_sidecar), beside);
  });
  return std::make_unique<RawWriter>(comm, path, matrix);
}

constexpr std::array<std::string_view, 3> raw_endings = {".bin", ".raw", ".dat"};

}  // namespace

const FormatTraits& raw_format() {
  static const FormatTraits format{.name = "raw",
                                   .endings = raw_endings,
                                   .title = "raw binary, described by options or a sidecar",
                                   .open = open_raw,
                                   .create = create_raw};
  return format;
}

}  // namespace ashlar::io
