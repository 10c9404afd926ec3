// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "io/formats/formats.hpp"
#include "io/formats/grey_writer.hpp"
#include "io/grey_png.hpp"
#include "io/posix_file.hpp"

namespace ashlar::io {
namespace {

/// Rows from the first on; what lies further on is read from there.
class PngReader final : public FileReader {
 public:
  explicit PngReader(const std::string& path)
      : file_(path), image_(std::make_unique<GreyPngReader>(file_)) {
    info_ = {.format = "png",
             .dtype = image_->dtype(),
             .shape = image_->shape(),
             .bytes = file_.size(),
             .pieces = {}};
  }

  void read(Section box, void* out) const override {
    if (box.cols.empty()) return;
    const Index width = static_cast<Index>(size_of(info_.dtype));
    std::vector<char> row(static_cast<std::size_t>(info_.shape.cols * width));
    auto* to = static_cast<char*>(out);
    // Kept only if all goes well.
    auto image = std::move(image_);
    for (Index i = box.rows.first; i < box.rows.last; ++i) {
      if (!image || image->at() > i) image = std::make_unique<GreyPngReader>(file_);
      while (image->at() <= i) image->read_row(row.data());
      const Index bytes = box.cols.size() * width;
      std::memcpy(to, row.data() + box.cols.first * width, static_cast<std::size_t>(bytes));
      to += bytes;
    }
    image_ = std::move(image);
  }

 private:
  InputFile file_;
  mutable std::unique_ptr<GreyPngReader> image_;
};

class PngWriter final : public GreyWriter {
 public:
  using GreyWriter::GreyWriter;

 private:
  void begin() override {
    image_ = std::make_unique<GreyPngWriter>(
        GreyPng{matrix().shape, pixel_type(matrix()), matrix().style.compression},
        [this](const void* data, Index bytes) { append(data, bytes); }, path());
  }
  void write_rows(const void* rows, Index count) override {
    const auto* row = static_cast<const char*>(rows);
    for (Index k = 0; k < count; ++k, row += row_bytes()) image_->write_row(row);
  }
  void finish() override { image_->finish(); }

  std::unique_ptr<GreyPngWriter> image_;
};

constexpr std::array<std::string_view, 1> png_endings = {".png"};

}  // namespace

const FormatTraits& png_format() {
  static const FormatTraits format{
      .name = "png",
      .endings = png_endings,
      .title = "grey PNG image",
      .has_fortran_order = false,
      .has_byte_order = false,
      .has_compression = true,
      .has_greys = true,
      .reads_on_all_ranks = false,
      .writes_on_all_ranks = false,
      .recognises = [](std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); },
      .open = [](const std::string& path, const FileHints&) -> std::unique_ptr<FileReader> {
        return std::make_unique<PngReader>(path);
      },
      .refusal = [](const NewMatrix& matrix) { return refuse_image(matrix, largest_png_side); },
      .create = [](mpi::CommunicatorView comm, const std::string& path,
                   const NewMatrix& matrix) -> std::unique_ptr<FileWriter> {
        return std::make_unique<PngWriter>(comm, path, matrix);
      }};
  return format;
}

}  // namespace ashlar::io
