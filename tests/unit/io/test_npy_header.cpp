// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/detail/npy_header.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>

using namespace ashlar;
using namespace ashlar::io;

namespace {

/// A hand-made .npy header: magic, version, length in 2 or 4 bytes, text.
std::string npy(int major, const std::string& text) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(major);
  bytes += '\0';
  for (int k = 0; k < (major == 1 ? 2 : 4); ++k)
    bytes += static_cast<char>(text.size() >> (8 * k) & 0xff);
  return bytes + text;
}

std::string npy_refusal(const std::string& bytes) {
  try {
    io::detail::parse_npy_header(bytes, "some/file.npy");
  } catch (const FileError& error) {
    CHECK(error.path() == "some/file.npy");
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// `count` times the size: "(1, 1, 1, )".
std::string tuple_of(int count, const std::string& size) {
  std::string text = "(";
  for (int k = 0; k < count; ++k) text += size + ", ";
  return text + ")";
}

const std::string good = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }\n";

}  // namespace

TEST_CASE("npy header: the bytes are those that NumPy writes") {
  const std::string bytes = io::detail::format_npy_header(
      {.dtype = DType::Float64, .order = StorageOrder::Fortran, .dimensions = 2, .shape = {3, 4}});
  std::string text = "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }";
  text.resize(117, ' ');
  CHECK(bytes == std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + "\n");
  CHECK(bytes.size() == 128);
}

TEST_CASE("npy header: every written header is read back") {
  const std::vector<Shape> shapes = {{0, 0}, {1, 1},         {3, 4},
                                     {0, 7}, {123456789, 1}, {1, 1152921504606846}};
  for (DType dtype : all_dtypes)
    for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran})
      for (const Shape& shape : shapes)
        for (int dimensions = shape.cols == 1 ? (shape.rows == 1 ? 0 : 1) : 2; dimensions <= 2;
             ++dimensions) {
          io::detail::NpyHeader header{
              .dtype = dtype, .order = order, .dimensions = dimensions, .shape = shape};
          const std::string bytes = io::detail::format_npy_header(header);
          CHECK(bytes.size() % 64 == 0);
          CHECK(bytes.back() == '\n');
          header.data_offset = static_cast<Index>(bytes.size());
          CHECK(io::detail::parse_npy_header(bytes, "x") == header);
        }
}

TEST_CASE("npy header: dimensions that do not fit the shape are not written") {
  CHECK_THROWS_AS(io::detail::format_npy_header({.dimensions = 1, .shape = {3, 2}}), ArgumentError);
  CHECK_THROWS_AS(io::detail::format_npy_header({.dimensions = 0, .shape = {3, 1}}), ArgumentError);
  CHECK_THROWS_AS(io::detail::format_npy_header({.dimensions = 3, .shape = {3, 1}}), ArgumentError);
  CHECK_THROWS_AS(
      io::detail::format_npy_header({.dimensions = 2, .shape = {2, 6}, .extents = {2, 3, 2}}),
      ArgumentError);
  CHECK_THROWS_AS(
      io::detail::format_npy_header({.dimensions = 3, .shape = {6, 2}, .extents = {2, 3, 2}}),
      ArgumentError);
}

TEST_CASE("npy header: arrays of more than two dimensions, as NumPy writes them") {
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    const bool by_rows = order == StorageOrder::C;
    const io::detail::NpyHeader header{.dtype = DType::Int16,
                                       .order = order,
                                       .dimensions = 4,
                                       .shape = by_rows ? Shape{2, 60} : Shape{24, 5},
                                       .extents = {2, 3, 4, 5},
                                       .data_offset = 128};
    const std::string bytes = io::detail::format_npy_header(header);
    CHECK(contains(bytes, by_rows ? "'fortran_order': False, 'shape': (2, 3, 4, 5), }"
                                  : "'fortran_order': True, 'shape': (2, 3, 4, 5), }"));
    CHECK(bytes.size() == 128);
    CHECK(io::detail::parse_npy_header(bytes, "x") == header);
    CHECK(header.data_bytes() == 240);
  }
  // The shape may stand before the order.
  const io::detail::NpyHeader many = io::detail::parse_npy_header(
      npy(1, "{'shape': (0, 7, 0), 'fortran_order': True, 'descr': '<f8'}"), "x");
  CHECK(many.shape == Shape{0, 0});
  CHECK(many.extents == std::vector<Index>{0, 7, 0});
  CHECK(io::detail::parse_npy_header(
            npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': " + tuple_of(64, "1") + "}"),
            "x")
            .dimensions == 64);
}

TEST_CASE("npy header: bool and float16 are types of the file, not of C++") {
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  const auto read = [](const std::string& descr) {
    return io::detail::parse_npy_header(
        npy(1, "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (3, 4)}"), "x");
  };
  for (const std::string mark : {"|", "", "<", ">"}) {
    const io::detail::NpyHeader truth = read(mark + "b1");
    CHECK(truth.dtype == DType::UInt8);
    CHECK(truth.stored_as == "bool");
    CHECK(truth.element_name() == "bool");
    CHECK(truth.data_bytes() == 12);
    CHECK_FALSE(truth.swapped);
    const io::detail::NpyHeader half = read(mark + "f2");
    CHECK(half.dtype == DType::Float32);
    CHECK(half.stored_as == "float16");
    CHECK(half.data_bytes() == 24);
    CHECK(half.swapped == (mark == std::string(1, foreign)));
  }
  const auto written = [](DType dtype, const char* stored_as) {
    return io::detail::format_npy_header({.dtype = dtype, .stored_as = stored_as, .shape = {1, 1}});
  };
  CHECK(contains(written(DType::UInt8, "bool"), "'descr': '|b1'"));
  CHECK(contains(written(DType::Float32, "float16"), "f2', 'fortran"));
  CHECK_THROWS_AS(written(DType::Float64, "bool"), ArgumentError);
  CHECK_THROWS_AS(written(DType::UInt8, "float16"), ArgumentError);
  CHECK_THROWS_AS(written(DType::UInt8, "bfloat16"), ArgumentError);
}

TEST_CASE("npy header: the other byte order is marked") {
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  for (DType dtype : all_dtypes) {
    const io::detail::NpyHeader header{
        .dtype = dtype, .swapped = true, .shape = {2, 2}, .data_offset = 128};
    const std::string bytes = io::detail::format_npy_header(header);
    const bool marked = contains(bytes, std::string("'descr': '") + foreign);
    CHECK(marked == (size_of(dtype) > 1));
    CHECK(io::detail::parse_npy_header(bytes, "x").swapped == marked);
  }
}

TEST_CASE("npy header: versions 1, 2 and 3 have the same contents") {
  for (int major : {1, 2, 3}) {
    const io::detail::NpyHeader header = io::detail::parse_npy_header(npy(major, good), "x");
    CHECK(header.shape == Shape{3, 4});
    CHECK(header.dtype == DType::Float64);
    CHECK(header.order == StorageOrder::C);
    CHECK(header.dimensions == 2);
    CHECK(header.data_offset == static_cast<Index>((major == 1 ? 10 : 12) + good.size()));
    CHECK(header.data_bytes() == 96);
  }
}

TEST_CASE("npy header: all element types in all byte orders") {
  struct Row {
    const char* code;
    DType dtype;
  };
  const Row rows[] = {{"f4", DType::Float32},     {"f8", DType::Float64}, {"c8", DType::Complex64},
                      {"c16", DType::Complex128}, {"i1", DType::Int8},    {"i2", DType::Int16},
                      {"i4", DType::Int32},       {"i8", DType::Int64},   {"u1", DType::UInt8},
                      {"u2", DType::UInt16},      {"u4", DType::UInt32},  {"u8", DType::UInt64}};
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  for (const Row& row : rows)
    for (const std::string mark : {"<", ">", "=", "|", ""}) {
      CAPTURE(row.code);
      CAPTURE(mark);
      const io::detail::NpyHeader header = io::detail::parse_npy_header(
          npy(1, "{'descr': '" + mark + row.code + "', 'fortran_order': True, 'shape': (2,)}"),
          "x");
      CHECK(header.dtype == row.dtype);
      CHECK(header.swapped == (mark == std::string(1, foreign) && size_of(row.dtype) > 1));
    }
}

TEST_CASE("npy header: shapes of zero, one and two dimensions become matrices") {
  struct Row {
    const char* text;
    int dimensions;
    Shape shape;
  };
  const Row rows[] = {{"()", 0, {1, 1}},
                      {"( )", 0, {1, 1}},
                      {"(5,)", 1, {5, 1}},
                      {"(0,)", 1, {0, 1}},
                      {"(5,6)", 2, {5, 6}},
                      {"(5, 6,)", 2, {5, 6}},
                      {"(3L, 4L)", 2, {3, 4}},
                      {" ( 3 ,\n4 ) ", 2, {3, 4}},
                      {"(0, 9223372036854775807)", 2, {0, INT64_MAX}}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const io::detail::NpyHeader header = io::detail::parse_npy_header(
        npy(1, std::string("{\"shape\":") + row.text + ",'fortran_order':False,'descr':'<i2'}  \n"),
        "x");
    CHECK(header.dimensions == row.dimensions);
    CHECK(header.shape == row.shape);
  }
}

TEST_CASE("npy header: everything malformed is refused with the reason in one sentence") {
  struct Row {
    std::string bytes;
    const char* reason;
  };
  const auto with_shape = [](const std::string& shape) {
    return npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n");
  };
  const auto with_descr = [](const std::string& descr) {
    return npy(1, "{'descr': " + descr + ", 'fortran_order': False, 'shape': (3, 4), }\n");
  };
  const Row rows[] = {
      {"", "empty"},
      {"\x93", "not a .npy file"},
      {"\x93NUMP", "not a .npy file"},
      {"\x93NUMPX\x01 and more", "not a .npy file"},
      {"PK\x03\x04 an npz archive", "not a .npy file"},
      {"1,2,3\n4,5,6\n", "not a .npy file"},
      {"\x93NUMPY", "cut short"},
      {std::string("\x93NUMPY\x01\x00\x10", 9), "cut short"},
      {std::string("\x93NUMPY\x02\x00\x10\x00\x00", 11), "cut short"},
      {std::string("\x93NUMPY\x00\x00\x10\x00", 10), "version is 0.0"},
      {std::string("\x93NUMPY\x04\x00\x10\x00", 10), "version is 4.0"},
      {std::string("\x93NUMPY\x01\x07\x10\x00", 10), "version is 1.7"},
      {npy(1, good).substr(0, 30), "cut short"},
      {std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12) + good, "claims 4294967295 bytes"},
      {std::string("\x93NUMPY\x03\x00\x00\x00\x00\x80", 12) + good, "claims 2147483648 bytes"},
      {std::string("\x93NUMPY\x01\x00\x11\x27", 10) + std::string(20000, ' '),
       "claims 10001 bytes"},
      {npy(1, ""), "malformed"},
      {npy(1, std::string(10000, ' ')), "malformed"},
      {npy(1, std::string(10000, '{')), "malformed"},
      {npy(1, std::string(10000, '(')), "malformed"},
      {npy(1, "{"), "malformed"},
      {npy(1, "{}"), "no 'descr'"},
      {npy(1, "{'descr'"), "malformed"},
      {npy(1, "{'descr':"), "malformed"},
      {npy(1, "{'descr': '<f8"), "no end"},
      {npy(1, "{'descr: '<f8'}"), "malformed"},
      {npy(1, "{'descr': '<f8', 'fortran_order': False}"), "no 'shape'"},
      {npy(1, "{'descr': '<f8', 'shape': (3, 4)}"), "no 'fortran_order'"},
      {npy(1, "{'fortran_order': False, 'shape': (3, 4)}"), "no 'descr'"},
      {npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), 'extra': 1}"),
       "unknown key 'extra'"},
      {npy(1, "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)}"),
       "'descr' twice"},
      {npy(1, "{'descr': '<f8' 'fortran_order': False, 'shape': (3, 4)}"), "malformed"},
      {npy(1, "{,'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)}"), "malformed"},
      {npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)} junk"), "goes on after"},
      {npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)}{}"), "goes on after"},
      {npy(1, "{'descr': '<f8', 'fortran_order': 0, 'shape': (3, 4)}"), "neither True nor False"},
      {npy(1, "{'descr': '<f8', 'fortran_order': true, 'shape': (3, 4)}"),
       "neither True nor False"},
      {npy(1, "{'descr': '<f8', 'fortran_order': Falsehood, 'shape': (3, 4)}"), "malformed"},
      {npy(1, "{1: 2}"), "malformed"},
      {with_descr("'<f3'"), "type '<f3'"},
      {with_descr("'<b2'"), "type '<b2'"},
      {with_descr("'?'"), "type '?'"},
      {with_descr("'<f16'"), "type '<f16'"},
      {with_descr("'|O'"), "type '|O'"},
      {with_descr("'|S1'"), "type '|S1'"},
      {with_descr("'<U5'"), "type '<U5'"},
      {with_descr("'<M8[ns]'"), "type '<M8[ns]'"},
      {with_descr("''"), "type ''"},
      {with_descr("'<'"), "type '<'"},
      {with_descr("'<<f8'"), "type '<<f8'"},
      {with_descr("'f8 '"), "type 'f8 '"},
      {with_descr("'\x01\n\x7f'"),
       "type '?"
       "?"
       "?'"},
      {with_descr("'" + std::string(9000, 'x') + "'"), "type 'xxxx"},
      {with_descr("[('a', '<f8'), ('b', '<i4')]"), "records"},
      {with_descr("('<f8', (3,))"), "records"},
      {with_descr("{'a': 1}"), "malformed"},
      {with_descr("__import__('os').system('true')"), "malformed"},
      {with_shape("(3)"), "comma"},
      {with_shape("(3 4)"), "commas"},
      {with_shape("(,)"), "at least 0"},
      {with_shape("(3,,4)"), "at least 0"},
      {with_shape("[3, 4]"), "malformed"},
      {with_shape("3, 4"), "malformed"},
      {with_shape("(-3, 4)"), "at least 0"},
      {with_shape("(3.0, 4)"), "commas"},
      {with_shape("(3e1, 4)"), "commas"},
      {with_shape("(0x3, 4)"), "commas"},
      {with_shape("(03, 4)"), "at least 0"},
      {with_shape("(1_000, 4)"), "commas"},
      {with_shape("(None, 4)"), "at least 0"},
      {with_shape("((3, 4))"), "at least 0"},
      {with_shape(tuple_of(65, "1")), "more than 64 dimensions"},
      {with_shape("(2, 3 4)"), "commas"},
      {with_shape("(2, 3, -4)"), "at least 0"},
      {with_shape("(2, 4294967296, 4294967296)"), "its shape 2x4294967296x4294967296 of float64"},
      {with_shape("(4294967296, 4294967296, 2)"), "64-bit file sizes"},
      {with_shape("(0, 4294967296, 4294967296)"), "64-bit file sizes"},
      {with_shape(tuple_of(64, "2")), "64-bit file sizes"},
      {npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4"), "commas"},
      {with_shape("(9223372036854775808, 1)"), "exceeds 64-bit"},
      {with_shape("(" + std::string(5000, '9') + ", 1)"), "exceeds 64-bit"},
      {with_shape("(4294967296, 4294967296)"), "64-bit file sizes"},
      {with_shape("(9223372036854775807,)"), "64-bit file sizes"},
      {with_shape("(1152921504606846975, 1)"), "64-bit file sizes"},
  };
  for (const Row& row : rows) {
    const std::string message = npy_refusal(row.bytes);
    CAPTURE(message);
    CAPTURE(row.reason);
    CHECK(contains(message, row.reason));
    CHECK(message.rfind("some/file.npy: ", 0) == 0);
    CHECK(message.size() < 300);
    CHECK_FALSE(contains(message, "\n"));
  }
}

TEST_CASE("npy header: the file must hold exactly the array's bytes") {
  const io::detail::NpyHeader header = io::detail::parse_npy_header(npy(1, good), "x");
  const Index whole = header.data_offset + 3 * 4 * 8;
  CHECK_NOTHROW(io::detail::check_npy_size(header, whole, "x"));
  CHECK_THROWS_WITH_AS(
      io::detail::check_npy_size(header, whole - 1, "x"),
      "x: the file is cut short: 3x4 float64 needs 96 bytes of data, but the file has 95",
      FileError);
  CHECK_THROWS_WITH_AS(
      io::detail::check_npy_size(header, whole + 8, "x"),
      "x: the file is too long: 3x4 float64 needs 96 bytes of data, but the file has 104",
      FileError);
}

TEST_CASE("npy header: 50000 random mutations are read or refused, never anything else") {
  const unsigned seed = 20260607;
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string pool[] = {
      "'",    "\"",         "(",    ")",       "[",     "{",
      "}",    ",",          ":",    "L",       "\\",    std::string(1, '\0'),
      "\xff", "9999999999", "True", "'shape'", "descr", "<f8",
      "-",    " ",          "\n"};
  const std::string starts[] = {
      npy(1, good), npy(2, good), npy(3, good),
      io::detail::format_npy_header({.dtype = DType::Complex128, .shape = {100, 2000}})};
  int accepted = 0, refused = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string bytes = starts[below(4)];
    const std::size_t changes = 1 + below(4);
    for (std::size_t change = 0; change < changes && !bytes.empty(); ++change) {
      const std::size_t at = below(bytes.size());
      switch (below(5)) {
        case 0: bytes[at] = static_cast<char>(random()); break;
        case 1: bytes.erase(at, 1 + below(4)); break;
        case 2: bytes.insert(at, pool[below(std::size(pool))]); break;
        case 3: bytes.resize(at); break;
        default: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); break;
      }
    }
    try {
      const io::detail::NpyHeader header = io::detail::parse_npy_header(bytes, "x");
      ++accepted;
      const bool sound =
          header.shape.rows >= 0 && header.shape.cols >= 0 && header.data_bytes() >= 0 &&
          header.data_offset <= static_cast<Index>(bytes.size()) && header.dimensions >= 0 &&
          header.dimensions <= io::detail::npy_max_dimensions;
      if (!sound) FAIL("an unsound header was accepted in round " << round);
    } catch (const FileError& error) {
      ++refused;
      if (std::string(error.what()).size() > 300) FAIL("an endless message in round " << round);
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 500);
}
