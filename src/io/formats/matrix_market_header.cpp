// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matrix_market_header.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include <ashlar/base/concat.hpp>

#include "io/file_error.hpp"
#include "io/formats/matrix_market_reader.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {
namespace {

using Field = MatrixMarketHeader::Field;
using Symmetry = MatrixMarketHeader::Symmetry;

constexpr std::string_view banner = "%%matrixmarket";

template <class T>
struct Named {
  std::string_view name;
  T value;
};
constexpr Named<bool> forms[] = {{"array", false}, {"coordinate", true}};
constexpr Named<Field> field_names[] = {
    {"real", Field::Real},       {"double", Field::Real},
    {"complex", Field::Complex}, {"integer", Field::Integer},
    {"pattern", Field::Pattern}, {"unsigned-integer", Field::Unsigned}};
constexpr Named<Symmetry> symmetries[] = {{"general", Symmetry::General},
                                          {"symmetric", Symmetry::Symmetric},
                                          {"skew-symmetric", Symmetry::SkewSymmetric},
                                          {"hermitian", Symmetry::Hermitian}};

/// Next word of the first line, one of `known`.
template <class T, std::size_t count>
T read_name(TextCursor& cursor, const char* what, const Named<T> (&known)[count]) {
  const std::string_view word = cursor.word();
  const std::string small = in_small_letters(word);
  std::string names;
  for (const Named<T>& one : known) {
    if (one.name == small) return one.value;
    names += concat(names.empty() ? "" : ", ", one.name);
  }
  cursor.fail("the ", what, " is ", in_quotes(word), ", which is none of ", names);
}

Index read_size(TextCursor& cursor, const char* what) {
  const std::string_view word = cursor.word();
  Index size = 0;
  const char* const last = word.data() + word.size();
  const auto [next, error] = std::from_chars(word.data(), last, size);
  if (error == std::errc::result_out_of_range)
    cursor.fail("the number of ", what, " exceeds 64-bit integers");
  if (word.empty()) cursor.fail("the number of ", what, " is missing");
  if (error != std::errc() || next != last || size < 0)
    cursor.fail("the number of ", what, " is ", in_quotes(word),
                ", but must be an integer of at least 0");
  return size;
}

void require_line_end(TextCursor& cursor) {
  if (!cursor.at_line_end())
    cursor.fail("ends with ", in_quotes(cursor.word()), ", which has no meaning there");
}

/// Stored elements of an array: all, the lower triangle (symmetric), or below the diagonal (skew).
/// @pre rows * cols fits Index
Index listed_elements(Shape shape, Symmetry symmetry) {
  const Index n = shape.rows, whole = shape.rows * shape.cols;
  if (symmetry == Symmetry::General) return whole;
  return symmetry == Symmetry::SkewSymmetric ? (whole - n) / 2 : (whole - n) / 2 + n;
}

void check_kinds(const MatrixMarketHeader& header, const TextCursor& cursor) {
  if (header.field == Field::Pattern && !header.is_coordinate)
    cursor.fail("a pattern needs the form coordinate");
  if (header.symmetry == Symmetry::Hermitian && header.field != Field::Complex)
    cursor.fail("only a complex matrix is hermitian");
  if (header.symmetry == Symmetry::SkewSymmetric && header.field == Field::Pattern)
    cursor.fail("a pattern is not skew-symmetric");
}

}  // namespace

DType MatrixMarketHeader::dtype() const {
  switch (field) {
    case Field::Complex: return DType::Complex128;
    case Field::Integer: return DType::Int64;
    case Field::Unsigned: return DType::UInt64;
    default: return DType::Float64;
  }
}

bool is_matrix_market(std::string_view first_bytes) {
  return in_small_letters(first_bytes.substr(0, banner.size())) == banner;
}

MatrixMarketHeader read_matrix_market_header(const ByteSource& file) {
  if (!is_matrix_market(file.read_prefix(std::ssize(banner))))
    throw file_error(file.path(),
                     "not a Matrix Market file: it does not start with %%MatrixMarket");
  TextCursor cursor(file, matrix_market_syntax);
  if (in_small_letters(cursor.word()) != banner) cursor.fail("no blank follows %%MatrixMarket");
  constexpr Named<bool> objects[] = {{"matrix", true}};
  read_name(cursor, "object", objects);
  MatrixMarketHeader header;
  header.is_coordinate = read_name(cursor, "form", forms);
  header.field = read_name(cursor, "field", field_names);
  header.symmetry = read_name(cursor, "symmetry", symmetries);
  require_line_end(cursor);
  check_kinds(header, cursor);
  cursor.next_line();

  if (!cursor.find_line(matrix_market_comment)) cursor.fail("the line of sizes is missing");
  header.shape.rows = read_size(cursor, "rows");
  header.shape.cols = read_size(cursor, "columns");
  check_countable(header.shape, header.dtype(), file.path());
  if (header.symmetry != Symmetry::General && header.shape.rows != header.shape.cols)
    cursor.fail("a matrix of ", header.shape.rows, "x", header.shape.cols, " is not symmetric");
  header.entries = header.is_coordinate ? read_size(cursor, "entries")
                                        : listed_elements(header.shape, header.symmetry);
  require_line_end(cursor);
  cursor.next_line();
  header.data = cursor.place();
  return header;
}

std::string format_matrix_market_header(DType dtype, Shape shape) {
  const std::string_view field = visit_element(dtype, [](auto tag) -> std::string_view {
    using T = typename decltype(tag)::type;
    if constexpr (is_complex<T>) return "complex";
    else if constexpr (std::same_as<T, std::uint64_t>) return "unsigned-integer";
    else if constexpr (ashlar::detail::IntegerElement<T>) return "integer";
    else return "real";
  });
  return concat("%%MatrixMarket matrix array ", field, " general\n", shape.rows, " ", shape.cols,
                "\n");
}

FileInfo matrix_market_info(const MatrixMarketHeader& header, std::optional<DType> wanted,
                            const std::string& path) {
  const DType dtype = wanted.value_or(header.dtype());
  const bool is_real = dtype != DType::Complex64 && dtype != DType::Complex128;
  if (is_real && header.field == Field::Complex)
    throw file_error(path, "it is complex; as ", to_string(dtype),
                     " its imaginary parts would be lost");
  check_countable(header.shape, dtype, path);
  return {.format = "mtx",
          .dtype = dtype,
          .shape = header.shape,
          .order = StorageOrder::Fortran,
          .bytes = file_bytes(path)};
}

std::unique_ptr<FileReader> open_matrix_market(const std::string& path, const FileHints& hints) {
  std::unique_ptr<const ByteSource> file = open_text(path);
  const MatrixMarketHeader header = read_matrix_market_header(*file);
  const auto open = header.is_coordinate ? open_matrix_market_coordinate : open_matrix_market_array;
  return open(std::move(file), header, hints.dtype);
}

}  // namespace ashlar::io
