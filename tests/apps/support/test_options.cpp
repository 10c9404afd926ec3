// SPDX-License-Identifier: BSD-3-Clause
#include "support/options.hpp"

#include <doctest/doctest.h>

#include <ashlar/base/error.hpp>
#include <ashlar/base/scalar.hpp>

using namespace ashlar;
using namespace ashlar::apps;

TEST_CASE("options: pairs are two integers in their range and nothing else") {
  using Pair = std::pair<Index, Index>;
  CHECK(parse_pair("2x3", 'x', 1, 9) == Pair{2, 3});
  CHECK(parse_pair("-4,0", ',', -4, 9) == Pair{-4, 0});
  CHECK(parse_pair("9223372036854775807x1", 'x', 1, INT64_MAX) == Pair{INT64_MAX, 1});
  for (const char* text : {"", "x", "2", "2x", "x3", "2x3x4", "2X3", " 2x3", "2x3 ", "2x 3", "+2x3",
                           "0x3", "2x10", "2.0x3", "0b1x1", "9223372036854775808x1", "twoxthree"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_pair(text, 'x', 1, 9).has_value());
  }
}

TEST_CASE("options: shapes are typed with any of four marks") {
  for (const char* text : {"2x3", "2X3", "2\u00d73", "2,3"}) {
    CAPTURE(text);
    CHECK(parse_shape(text) == Shape{2, 3});
  }
  for (const char* text : {"2", "2x3,4", "2xx3", "2\u00d7", "x", "2*3", "2x-3"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_shape(text).has_value());
  }
}

TEST_CASE("options: ranges are half-open, and their ends may be left out") {
  CHECK(parse_range("2:5") == Range{2, 5});
  CHECK(parse_range(":5") == Range{0, 5});
  CHECK(parse_range("2:") == Range{2, open_end});
  CHECK(parse_range(":") == Range{0, open_end});
  CHECK(parse_range("-10:") == Range{-10, open_end});
  CHECK(parse_range(":-1") == Range{0, -1});
  CHECK(parse_range("-3:-1") == Range{-3, -1});
  for (const char* text : {"", "2", "-", "--1:", "2:3:4", "a:b", "2-5", " 2:5", "1e3:"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_range(text).has_value());
  }
}

TEST_CASE("options: a range must lie within the matrix") {
  CHECK(resolve_range({2, 5}, 5, "--rows") == Range{2, 5});
  CHECK(resolve_range({2, open_end}, 5, "--rows") == Range{2, 5});
  CHECK(resolve_range({5, 5}, 5, "--rows") == Range{5, 5});
  CHECK(resolve_range({0, open_end}, 0, "--rows") == Range{0, 0});
  CHECK_THROWS_WITH_AS(resolve_range({2, 6}, 5, "--rows"), "--rows 2:6 is not a range within 0:5",
                       ArgumentError);
  CHECK_THROWS_AS(resolve_range({4, 3}, 5, "--rows"), ArgumentError);
  CHECK_THROWS_AS(resolve_range({6, open_end}, 5, "--rows"), ArgumentError);
}

TEST_CASE("options: negative ends of a range count from the end, as in Python") {
  CHECK(resolve_range({-3, open_end}, 5, "--rows") == Range{2, 5});
  CHECK(resolve_range({0, -1}, 5, "--rows") == Range{0, 4});
  CHECK(resolve_range({-5, -4}, 5, "--rows") == Range{0, 1});
  CHECK(resolve_range({-2, -2}, 5, "--rows") == Range{3, 3});
  CHECK_THROWS_WITH_AS(resolve_range({-6, open_end}, 5, "--rows"),
                       "--rows -6: is not a range within 0:5", ArgumentError);
  CHECK_THROWS_WITH_AS(resolve_range({INT64_MIN, -6}, 5, "--cols"),
                       "--cols -9223372036854775808:-6 is not a range within 0:5", ArgumentError);
  CHECK_THROWS_AS(resolve_range({-1, -2}, 5, "--rows"), ArgumentError);
  CHECK_THROWS_AS(resolve_range({-1, open_end}, 0, "--rows"), ArgumentError);
}

TEST_CASE("options: types, orders and triangles have the names that people type") {
  for (const char* text : {"float64", "f8", "double", "float", "Double", "F8"})
    CHECK(parse_dtype(text) == DType::Float64);
  CHECK(parse_dtype("single") == DType::Float32);
  CHECK(parse_dtype("f4") == DType::Float32);
  CHECK(parse_dtype("c8") == DType::Complex64);
  CHECK(parse_dtype("c16") == DType::Complex128);
  CHECK(parse_dtype("i4") == DType::Int32);
  CHECK(parse_dtype("int") == DType::Int64);
  CHECK(parse_dtype("u1") == DType::UInt8);
  for (const DType type : all_dtypes) CHECK(parse_dtype(std::string(to_string(type))) == type);
  for (const char* text : {"", "f16", "float16", "f", "doubles", "<f8"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_dtype(text).has_value());
  }
  for (const char* text : {"C", "c", "row", "Row"})
    CHECK(parse_storage_order(text) == StorageOrder::C);
  for (const char* text : {"F", "f", "Fortran", "col"})
    CHECK(parse_storage_order(text) == StorageOrder::Fortran);
  CHECK_FALSE(parse_storage_order("diagonal").has_value());
  for (const char* text : {"upper", "Upper", "U", "u"}) CHECK(parse_triangle(text) == Uplo::Upper);
  for (const char* text : {"lower", "LOWER", "L", "l"}) CHECK(parse_triangle(text) == Uplo::Lower);
  CHECK_FALSE(parse_triangle("both").has_value());
}

TEST_CASE("options: factors must be finite") {
  CHECK(parse_finite("-2.5") == -2.5);
  for (const char* text : {"nan", "inf", "-inf", "1e999", "", "2x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_finite(text).has_value());
  }
}

TEST_CASE("options: a layout is read from four options with any prefix") {
  CLI::App app;
  LayoutOptions plain, prefixed;
  add_layout_options(app, plain, "", "Layout");
  add_layout_options(app, prefixed, "from-", "Layout");
  app.parse("--grid 2x3 --block 4x5 --source 1,2 --grid-order col --from-block 7x8");
  CHECK(plain.grid == GridShape{2, 3});
  CHECK(plain.block == Block{4, 5});
  CHECK(plain.source == Coord{1, 2});
  CHECK(plain.order == GridOrder::Column);
  CHECK_FALSE(prefixed.grid.has_value());
  CHECK(prefixed.block == Block{7, 8});
  for (const char* order : {"row", "Row", "r", "R"}) {
    app.parse(std::string("--grid-order ") + order);
    CHECK(plain.order == GridOrder::Row);
  }
  for (const char* order : {"col", "Column", "c"}) {
    app.parse(std::string("--grid-order ") + order);
    CHECK(plain.order == GridOrder::Column);
  }
  for (const char* text :
       {"--grid 0x1", "--block 4", "--source 1", "--grid-order diagonal", "--grid 3000000000x1"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(app.parse(text), CLI::ValidationError);
  }
}
