// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/formats.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/detail/npy_header.hpp>

#include "io/file_error.hpp"
#include "io/formats/array_reader.hpp"
#include "io/json_fields.hpp"
#include "io/posix_file.hpp"

namespace ashlar::io {
namespace {

/// Maximal size of layout.json: a table of a million ranks.
constexpr Index largest_layout_json = Index{16} << 20;

std::string layout_json_path(const std::string& folder) {
  return (std::filesystem::path(folder) / "layout.json").string();
}

std::string piece_path(const std::string& folder, int rank) {
  return (std::filesystem::path(folder) / concat("rank", rank, ".npy")).string();
}

PiecesInfo read_layout(const std::string& folder) {
  const std::string path = layout_json_path(folder);
  return parse_layout_json(read_json_text(path, largest_layout_json), path);
}

/// Piece with a header that matches layout.json.
struct Piece {
  InputFile file;
  detail::NpyHeader header;

  Piece(const std::string& path, Shape shape, DType dtype)
      : file(path),
        header(detail::parse_npy_header(file.read_prefix(detail::npy_max_prefix_bytes), path)) {
    detail::check_npy_size(header, file.size(), path);
    if (header.dimensions > 2) throw file_error(path, "has more than two dimensions");
    if (header.shape != shape)
      throw file_error(path, "is ", header.shape.rows, "x", header.shape.cols,
                       ", but by layout.json it must be ", shape.rows, "x", shape.cols);
    if (header.dtype != dtype)
      throw file_error(path, "holds ", to_string(header.dtype),
                       ", but by layout.json it must hold ", to_string(dtype));
    if (header.order == StorageOrder::C && shape.rows > 1 && shape.cols > 1)
      throw file_error(path, "is in C order, but a piece must be in Fortran order");
  }

  ArrayPlace place() const {
    return {header.dtype,          header.stored_as, header.swapped,
            StorageOrder::Fortran, header.shape,     header.data_offset};
  }
};

/// Local indices of a process in a global range, contiguous.
Range local_part(const Axis& axis, int process, Range range) {
  return {axis.local_count_below(process, range.first),
          axis.local_count_below(process, range.last)};
}

class PiecesReader final : public FileReader {
 public:
  explicit PiecesReader(const std::string& path) : folder_(split_path(path).file) {
    const PiecesInfo pieces = read_layout(folder_);
    const Shape shape = pieces.layout.shape();
    info_ = {.format = "pieces",
             .dtype = pieces.dtype,
             .shape = shape,
             .order = StorageOrder::Fortran,
             .bytes = shape.rows * shape.cols * static_cast<Index>(size_of(pieces.dtype)),
             .layout = pieces.layout};
  }

  void read(Section box, void* out) const override {
    const Axis &rows = info_.layout->rows(), &cols = info_.layout->cols();
    for (int q = 0; q < cols.nprocs; ++q)
      for (int p = 0; p < rows.nprocs; ++p) {
        const Section mine{local_part(rows, p, box.rows), local_part(cols, q, box.cols)};
        if (!mine.rows.empty() && !mine.cols.empty()) read_from({p, q}, mine, box, out);
      }
  }

 private:
  /// Copies the part `mine` of process c's piece into the box.
  void read_from(Coord c, Section mine, Section box, void* out) const {
    const Layout& layout = *info_.layout;
    const Piece piece(piece_path(folder_, layout.ranks().rank_of(c)), layout.local_shape(c),
                      info_.dtype);
    constexpr Index chunk_elements = 65536;
    const Index width = static_cast<Index>(size_of(info_.dtype));
    const Index step = std::max<Index>(1, chunk_elements / mine.rows.size());
    std::vector<char> buffer(
        static_cast<std::size_t>(std::min(step, mine.cols.size()) * mine.rows.size() * width));
    for (Index first = mine.cols.first; first < mine.cols.last; first += step) {
      const Section part{mine.rows, {first, std::min(first + step, mine.cols.last)}};
      read_array(piece.file, piece.place(), part, buffer.data());
      const char* next = buffer.data();
      for (Index jl = part.cols.first; jl < part.cols.last;
           ++jl, next += mine.rows.size() * width) {
        const Index j = layout.cols().to_global(c.col, jl) - box.cols.first;
        place_column(c.row, mine.rows, box.rows.first, next,
                     static_cast<char*>(out) + j * box.rows.size() * width);
      }
    }
  }

  /// Copies local rows of a column blockwise into the box's column.
  void place_column(int process, Range local, Index first_row, const char* from,
                    char* column) const {
    const Axis& rows = info_.layout->rows();
    const Index width = static_cast<Index>(size_of(info_.dtype));
    for (Index il = local.first; il < local.last;) {
      const Index run = std::min(rows.block - il % rows.block, local.last - il);
      std::memcpy(column + (rows.to_global(process, il) - first_row) * width, from,
                  static_cast<std::size_t>(run * width));
      from += run * width;
      il += run;
    }
  }

  std::string folder_;
};

std::unique_ptr<FileReader> open_pieces(const std::string& path, const FileHints&) {
  return std::make_unique<PiecesReader>(path);
}

bool has_layout(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(layout_json_path(path), ignored);
}

}  // namespace

PiecesInfo parse_layout_json(std::string_view text, const std::string& path) {
  const Json json = parse_json(text, path);
  const JsonFields fields(json, path);
  if (fields.text("format") != "ashlar-pieces") fields.fail("does not describe pieces of a matrix");
  if (fields.number(fields.at("version"), "version", INT32_MAX) != 1)
    fields.fail("is of another version than 1");
  const DType dtype = dtype_field(fields);
  try {
    return {.layout = layout_fields(fields, shape_field(fields, dtype)), .dtype = dtype};
  } catch (const ArgumentError& error) {
    throw file_error(path, error.what());
  }
}

const FormatTraits& pieces_format() {
  static const FormatTraits format{.name = "pieces",
                                   .endings = {},
                                   .title = "folder of per-rank pieces",
                                   .has_c_order = false,
                                   .has_byte_order = false,
                                   .recognises_folder = has_layout,
                                   .open = open_pieces};
  return format;
}

}  // namespace ashlar::io
