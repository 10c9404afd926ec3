// SPDX-License-Identifier: BSD-3-Clause
#include "io/pgm.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "io/elements.hpp"
#include "io/file_error.hpp"
#include "io/formats/array_reader.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/grey_writer.hpp"
#include "io/posix_file.hpp"

namespace ashlar::io {
namespace {

constexpr bool little_endian = std::endian::native == std::endian::little;

FileInfo info_of(const PgmHeader& header) {
  FileInfo info{.format = "pgm", .dtype = header.dtype(), .shape = header.shape, .pieces = {}};
  info.swapped = !header.is_plain && info.dtype == DType::UInt16 && little_endian;
  return info;
}

/// Pixels in bytes: an array, but for values beyond the largest.
class BinaryReader final : public FileReader {
 public:
  BinaryReader(std::unique_ptr<const ByteSource> file, const PgmHeader& header)
      : path_(file->path()),
        header_(header),
        array_(std::move(file), info_of(header), header.data_offset) {
    info_ = array_.info();
  }

  void read(Section box, void* out) const override {
    array_.read(box, out);
    if (header_.dtype() == DType::UInt16) check(box, static_cast<const std::uint16_t*>(out));
    else check(box, static_cast<const std::uint8_t*>(out));
  }

 private:
  template <class T>
  void check(Section box, const T* pixels) const {
    if (header_.largest == std::numeric_limits<T>::max()) return;
    const Index width = box.cols.size(), count = box.rows.size() * width;
    for (Index k = 0; k < count; ++k)
      if (pixels[k] > header_.largest)
        throw file_error(
            path_,
            concat("pixel (", box.rows.first + k / width, ", ", box.cols.first + k % width, ") is ",
                   +pixels[k], ", but the largest value of the header is ", header_.largest));
  }

  std::string path_;
  PgmHeader header_;
  ArrayReader array_;
};

/// Decimal numbers, read from the first on; what lies further on is read from there.
class PlainReader final : public FileReader {
 public:
  PlainReader(std::unique_ptr<const ByteSource> file, const PgmHeader& header)
      : file_(std::move(file)), header_(header) {
    info_ = info_of(header);
    info_.bytes = file_->size();
  }

  void read(Section box, void* out) const override {
    if (header_.dtype() == DType::UInt16) read_as(box, static_cast<std::uint16_t*>(out));
    else read_as(box, static_cast<std::uint8_t*>(out));
  }

 private:
  template <class T>
  void read_as(Section box, T* out) const {
    if (box.cols.empty()) return;
    // Kept only if all goes well.
    auto pixels = std::move(pixels_);
    for (Index i = box.rows.first; i < box.rows.last; ++i) {
      const Index first = i * header_.shape.cols + box.cols.first;
      if (!pixels || pixels->at() > first) pixels = std::make_unique<PlainPixels>(*file_, header_);
      while (pixels->at() < first) pixels->next();
      for (Index j = 0; j < box.cols.size(); ++j) *out++ = static_cast<T>(pixels->next());
    }
    pixels_ = std::move(pixels);
  }

  std::unique_ptr<const ByteSource> file_;
  PgmHeader header_;
  mutable std::unique_ptr<PlainPixels> pixels_;
};

std::unique_ptr<FileReader> open_pgm(const std::string& path, const FileHints&) {
  auto file = std::make_unique<InputFile>(path);
  const PgmHeader header = parse_pgm_header(file->read_prefix(pgm_max_header_bytes), path);
  check_pgm_size(header, *file);
  if (header.is_plain) return std::make_unique<PlainReader>(std::move(file), header);
  return std::make_unique<BinaryReader>(std::move(file), header);
}

class PgmWriter final : public GreyWriter {
 public:
  using GreyWriter::GreyWriter;

 private:
  void begin() override {
    const auto [rows, cols] = matrix().shape;
    const std::string head = concat("P5\n", cols, " ", rows, "\n", is_wide() ? 65535 : 255, "\n");
    append(head.data(), std::ssize(head));
  }

  void write_rows(const void* rows, Index count) override {
    if (!is_wide() || !little_endian) {
      append(rows, count * row_bytes());
      return;
    }
    std::vector<char> swapped(static_cast<std::size_t>(row_bytes()));
    const auto* from = static_cast<const char*>(rows);
    for (Index k = 0; k < count; ++k, from += row_bytes()) {
      std::memcpy(swapped.data(), from, swapped.size());
      swap_elements(swapped.data(), matrix().shape.cols, DType::UInt16);
      append(swapped.data(), row_bytes());
    }
  }

  void finish() override {}

  bool is_wide() const { return pixel_type(matrix()) == DType::UInt16; }
};

constexpr std::array<std::string_view, 1> pgm_endings = {".pgm"};

}  // namespace

const FormatTraits& pgm_format() {
  static const FormatTraits format{
      .name = "pgm",
      .endings = pgm_endings,
      .title = "grey image of Netpbm",
      .has_fortran_order = false,
      .has_byte_order = false,
      .has_greys = true,
      .writes_on_all_ranks = false,
      .recognises =
          [](std::string_view bytes) {
            return (bytes.starts_with("P5") || bytes.starts_with("P2")) && bytes.size() > 2 &&
                   std::string_view(" \t\r\n#").find(bytes[2]) != std::string_view::npos;
          },
      .open = open_pgm,
      .refusal =
          [](const NewMatrix& matrix) {
            return refuse_image(matrix, std::numeric_limits<Index>::max());
          },
      .create = [](mpi::CommunicatorView comm, const std::string& path,
                   const NewMatrix& matrix) -> std::unique_ptr<FileWriter> {
        return std::make_unique<PgmWriter>(comm, path, matrix);
      }};
  return format;
}

}  // namespace ashlar::io
