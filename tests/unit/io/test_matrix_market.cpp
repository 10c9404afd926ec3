// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <random>

#include "text_files.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

const std::string head = "%%MatrixMarket matrix ";

std::unique_ptr<io::FileReader> open(const Folder& folder, const std::string& text,
                                     std::optional<DType> dtype = {}) {
  return io::matrix_market_format().open(folder.put("a.mtx", text), {.dtype = dtype});
}

template <class T>
std::vector<T> all_of(const std::string& text, std::optional<DType> dtype = {}) {
  const Folder folder;
  return read_all<T>(*open(folder, text, dtype));
}

}  // namespace

TEST_CASE("matrix market: an array in general form, column by column") {
  const Folder folder;
  const auto reader =
      open(folder, head + "array real general\n%\n% words\n\n2 3\n1\n2\n3\n4\n5\n6\n");
  CHECK(reader->info().format == "mtx");
  CHECK(reader->info().shape == Shape{2, 3});
  CHECK(reader->info().order == StorageOrder::Fortran);
  CHECK(reader->info().dimensions == 2);
  CHECK(read_all<double>(*reader) == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(read_box<double>(*reader, {{1, 2}, {1, 3}}) == std::vector<double>{4, 6});
  CHECK(read_box<double>(*reader, {{1, 1}, {1, 3}}).empty());
}

TEST_CASE("matrix market: capitals, blanks, comments and ends of lines do not matter") {
  const std::vector<double> wanted{1, 2, 3, 4};
  for (const std::string& text :
       {std::string("%%MATRIXMARKET MATRIX ARRAY REAL GENERAL\n2 2\n1\n2\n3\n4"),
        std::string(
            "%%matrixmarket\tmatrix  Array double general \r\n 2\t2 \r\n1\r\n 2 \r\n3\r\n4\r\n"),
        std::string(
            "%%MatrixMarket matrix array real general\n%x\n2 2\n1\n% between\n2\n\n3\n4\n% end"),
        std::string("%%MatrixMarket matrix coordinate real general\n%\n2 2 4\n2 1 2\n1 1 1\n\n%\n2 "
                    "2 4\n1 2 3"),
        std::string(
            "%%MatrixMarket matrix coordinate real general\r\n2 2 4\r\n2 1 2\r\n1\t1  1 \r\n2 2 "
            "4\r\n1 2 3\r")})
    CHECK(all_of<double>(text) == wanted);
}

TEST_CASE("matrix market: fields give the element type, unless another is asked for") {
  CHECK(all_of<std::int64_t>(head + "array integer general\n1 2\n-9223372036854775808\n7\n") ==
        std::vector<std::int64_t>{INT64_MIN, 7});
  CHECK(
      all_of<std::uint64_t>(head + "array unsigned-integer general\n1 1\n18446744073709551615\n") ==
      std::vector<std::uint64_t>{UINT64_MAX});
  CHECK(all_of<c128>(head + "array complex general\n1 2\n1 -2\n3e0 nan\n")[0] == c128(1, -2));
  CHECK(all_of<double>(head + "coordinate pattern general\n2 2 1\n2 1\n") ==
        std::vector<double>{0, 1, 0, 0});
  CHECK(all_of<std::uint8_t>(head + "coordinate pattern general\n1 1 1\n1 1\n", DType::UInt8) ==
        std::vector<std::uint8_t>{1});
  CHECK(all_of<float>(head + "array real general\n1 1\n0.1\n", DType::Float32) ==
        std::vector<float>{0.1F});
  CHECK(all_of<c64>(head + "array integer general\n1 1\n3\n", DType::Complex64) ==
        std::vector<c64>{3});
  CHECK(all_of<double>(head + "array integer general\n1 1\n3\n", DType::Float64) ==
        std::vector<double>{3});
  CHECK(all_of<std::int16_t>(head + "array real general\n1 1\n3\n", DType::Int16) ==
        std::vector<std::int16_t>{3});
}

TEST_CASE("matrix market: symmetries fill the other triangle") {
  CHECK(all_of<double>(head + "array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n") ==
        std::vector<double>{1, 2, 3, 2, 4, 5, 3, 5, 6});
  CHECK(all_of<double>(head + "array real skew-symmetric\n3 3\n2\n3\n5\n") ==
        std::vector<double>{0, 2, 3, -2, 0, 5, -3, -5, 0});
  CHECK(all_of<c128>(head + "array complex hermitian\n2 2\n1 0\n2 3\n4 0\n") ==
        std::vector<c128>{1, c128(2, 3), c128(2, -3), 4});
  CHECK(all_of<c128>(head + "array complex symmetric\n2 2\n1 9\n2 3\n4 0\n") ==
        std::vector<c128>{c128(1, 9), c128(2, 3), c128(2, 3), 4});
  CHECK(all_of<std::int64_t>(head + "coordinate integer skew-symmetric\n2 2 1\n2 1 5\n") ==
        std::vector<std::int64_t>{0, 5, -5, 0});
  CHECK(all_of<c128>(head + "coordinate complex hermitian\n2 2 2\n2 1 5 1\n1 1 2 0\n") ==
        std::vector<c128>{2, c128(5, 1), c128(5, -1), 0});
  CHECK(all_of<double>(head + "coordinate pattern symmetric\n2 2 2\n2 1\n2 2\n") ==
        std::vector<double>{0, 1, 1, 1});
  // An entry above the diagonal is mirrored like one below it and is added to it, as in SciPy.
  CHECK(all_of<double>(head + "coordinate real symmetric\n2 2 2\n1 2 5\n2 1 1\n") ==
        std::vector<double>{0, 6, 6, 0});
}

TEST_CASE("matrix market: entries of one element are summed") {
  CHECK(all_of<double>(head + "coordinate real general\n1 2 4\n1 2 1\n1 2 2.5\n1 1 1\n1 2 -1\n") ==
        std::vector<double>{1, 2.5});
}

TEST_CASE("matrix market: matrices without elements or entries") {
  const Folder folder;
  CHECK(open(folder, head + "array real general\n0 5\n")->info().shape == Shape{0, 5});
  CHECK(open(folder, head + "coordinate real symmetric\n0 0 0\n")->info().shape == Shape{0, 0});
  CHECK(all_of<double>(head + "coordinate real general\n1 2 0\n") == std::vector<double>{0, 0});
  CHECK(all_of<double>(head + "array real skew-symmetric\n1 1") == std::vector<double>{0});
  const auto huge =
      open(folder, head + "coordinate real general\n4000000000 100000000 1\n7 8 1.5\n");
  CHECK(huge->info().shape == Shape{4'000'000'000, 100'000'000});
  CHECK(read_box<double>(*huge, {{6, 7}, {7, 9}}) == std::vector<double>{1.5, 0});
}

TEST_CASE("matrix market: malformed files are refused with their line") {
  const std::string array = head + "array real general\n",
                    entries = head + "coordinate real general\n";
  const std::string huge = "9223372036854775807";
  check_refused(
      io::matrix_market_format(), "a.mtx",
      {
          {"", "not a Matrix Market file"},
          {"1 2 3\n", "not a Matrix Market file"},
          {"%MatrixMarket matrix array real general\n1 1\n1\n", "not a Matrix Market file"},
          {"%%MatrixMarke", "not a Matrix Market file"},
          {"%%MatrixMarketmatrix array real general\n1 1\n1\n", "line 1: no blank follows"},
          {"%%MatrixMarket", "line 1: the object is ''"},
          {"%%MatrixMarket vector array real general\n", "line 1: the object is 'vector'"},
          {head, "line 1: the form is ''"},
          {head + "dense real general\n",
           "line 1: the form is 'dense', which is none of array, coordinate"},
          {head + "array float general\n", "line 1: the field is 'float'"},
          {head + "array real diagonal\n", "line 1: the symmetry is 'diagonal'"},
          {head + "array real\n1 1\n1\n", "line 1: the symmetry is ''"},
          {head + "array real general more\n1 1\n1\n", "line 1: ends with 'more'"},
          {head + "array pattern general\n1 1\n", "line 1: a pattern needs the form coordinate"},
          {head + "array real hermitian\n1 1\n1\n", "line 1: only a complex matrix is hermitian"},
          {head + "coordinate pattern skew-symmetric\n1 1 0\n", "line 1: a pattern is not"},
          {array, "the line of sizes is missing"},
          {array + "% nothing\n\n", "the line of sizes is missing"},
          {array + "2\n", "line 2: the number of columns is missing"},
          {array + "2 x\n", "line 2: the number of columns is 'x'"},
          {array + "-2 2\n", "line 2: the number of rows is '-2', but must be an integer"},
          {array + "2.0 2\n", "line 2: the number of rows is '2.0'"},
          {array + "2 2 4\n1\n2\n3\n4\n", "line 2: ends with '4'"},
          {array + "9223372036854775808 1\n", "line 2: the number of rows exceeds 64-bit integers"},
          {array + huge + " " + huge + "\n", "exceeds the range of 64-bit sizes"},
          {array + huge + " 1\n", "exceeds the range of 64-bit sizes"},
          {array + "1000000000 1\n1\n", "needs 1000000000 entries, but it has 1"},
          {head + "array real symmetric\n2 3\n", "line 2: a matrix of 2x3 is not symmetric"},
          {array + "2 2\n1\n2\n3\n", "2x2 needs 4 entries, but it has 3"},
          {array + "2 2\n1\n2\n3\n4\n\n5\n",
           "line 8: one more entry than the 4 of a matrix of 2x2"},
          {array + "2 2\n1 2\n3 4\n", "needs 4 entries, but it has 2"},
          {array + "1 2\n1\n2 3\n", "line 4: the entry is followed by '3'"},
          {array + "1 2\n1\nx\n", "line 4: 'x' is not a number of type float64"},
          {array + "1 2\n1\n1e999\n", "line 4: '1e999' is out of the range of float64"},
          {array + "1 1\n1.0D+05\n", "line 3: '1.0D+05' is not a number of type float64"},
          {array + "1 1\n" + std::string(5000, '1') + "\n", "a word of more than 4096 characters"},
          {head + "array complex general\n1 1\n1\n", "line 3: the line ends before its value"},
          {head + "array complex general\n1 1\n1 2 3\n", "line 3: the entry is followed by '3'"},
          {head + "array complex general\n1 1\n1 2\n", "as float64 its imaginary parts",
           DType::Float64},
          {head + "array integer general\n1 1\n1.5\n",
           "line 3: '1.5' is not a number of type int64"},
          {head + "array integer general\n1 1\n9223372036854775808\n",
           "is out of the range of int64"},
          {head + "array integer skew-symmetric\n2 2\n-128\n", "the negative of -128 is out of",
           DType::Int8},
          {head + "array unsigned-integer skew-symmetric\n2 2\n1\n",
           "the negative of 1 is out of the range of uint64"},
          {head + "array real general\n1 1\n300\n", "'300' is out of the range of uint8",
           DType::UInt8},
          {entries + "2 2\n", "line 2: the number of entries is missing"},
          {entries + "2 2 -1\n", "line 2: the number of entries is '-1'"},
          {entries + "2 2 " + huge + "\n1 1 1\n", huge + " entries were announced, but it has 1"},
          {entries + "2 2 1\n1 1 1\n2 2 2\n",
           "line 4: one more entry than the 1 that were announced"},
          {entries + "2 2 1\n0 1 1\n", "line 3: the row 0 is not in 1, ..., 2"},
          {entries + "2 2 1\n3 1 1\n", "line 3: the row 3 is not in 1, ..., 2"},
          {entries + "2 2 1\n1 3 1\n", "line 3: the column 3 is not in 1, ..., 2"},
          {entries + "2 2 1\n-1 1 1\n", "line 3: the row -1 is not in"},
          {entries + "2 2 1\n99999999999999999999 1 1\n",
           "line 3: the row 99999999999999999999 is not in"},
          {entries + "2 2 1\n1.5 1 1\n", "line 3: the row is '1.5', but must be an integer"},
          {entries + "2 2 1\n1\n", "line 3: the column is '', but must be an integer"},
          {entries + "2 2 1\n1 1\n", "line 3: the line ends before its value"},
          {entries + "2 2 1\n1 1 1 1\n", "line 3: the entry is followed by '1'"},
          {entries + "2 2 1\n1 1 x\n", "line 3: 'x' is not a number of type float64"},
          {entries + "0 0 1\n1 1 1\n", "line 3: the row 1 is not in 1, ..., 0"},
          {head + "coordinate pattern general\n1 1 1\n1 1 1\n",
           "line 3: the entry is followed by '1'"},
          {head + "coordinate integer general\n1 1 2\n1 1 100\n1 1 100\n",
           "line 4: the sum of this element's entries is out of the range of int8", DType::Int8},
          {entries + "2 2 1\n1 1\r1\n", "line 3"},
      });
}

TEST_CASE("matrix market: 400 random files of every kind, any part of them") {
  std::mt19937_64 random(12);
  const auto below = [&](Index n) {
    return static_cast<Index>(random() % static_cast<std::uint64_t>(n));
  };
  const Folder folder;
  for (int round = 0; round < 400; ++round) {
    const bool is_coordinate = below(2) == 0;
    const std::string symmetry = std::vector<std::string>{
        "general", "symmetric", "skew-symmetric", "hermitian"}[static_cast<std::size_t>(below(4))];
    const bool is_general = symmetry == "general", is_skew = symmetry == "skew-symmetric";
    const Index rows = below(14), cols = is_general ? below(14) : rows;
    std::vector<c128> wanted(static_cast<std::size_t>(rows * cols));
    std::string body;
    Index entries = 0;
    const auto add = [&](Index i, Index j) {
      const c128 x(static_cast<double>(below(2000) - 1000) / 8,
                   static_cast<double>(below(2000)) / 8);
      char text[128];
      if (is_coordinate)
        std::snprintf(text, sizeof text, "%d %d %.17g %g\n", int(i + 1), int(j + 1), x.real(),
                      x.imag());
      else std::snprintf(text, sizeof text, "%.17g %g\n", x.real(), x.imag());
      body += text;
      if (below(9) == 0) body += "% a comment\n";
      ++entries;
      wanted[static_cast<std::size_t>(j * rows + i)] += x;
      if (!is_general && i != j)
        wanted[static_cast<std::size_t>(i * rows + j)] += is_skew                   ? -x
                                                          : symmetry == "symmetric" ? x
                                                                                    : std::conj(x);
    };
    if (is_coordinate) {
      for (Index k = rows * cols == 0 ? 0 : below(40); k > 0; --k) {
        const Index i = below(rows), j = below(cols);
        if (!is_skew || i != j) add(i, j);
      }
    } else {
      for (Index j = 0; j < cols; ++j)
        for (Index i = is_general ? 0 : is_skew ? j + 1 : j; i < rows; ++i) add(i, j);
    }
    const std::string text =
        head + (is_coordinate ? "coordinate" : "array") + " complex " + symmetry + "\n" +
        concat(rows, " ", cols, is_coordinate ? concat(" ", entries) : "", "\n") + body;
    CAPTURE(text);
    const auto reader = open(folder, text);
    CHECK(read_all<c128>(*reader) == wanted);
    const Index r = below(rows + 1), c = below(cols + 1);
    const Section box{{r, r + below(rows - r + 1)}, {c, c + below(cols - c + 1)}};
    std::vector<c128> part;
    for (Index j = box.cols.first; j < box.cols.last; ++j)
      for (Index i = box.rows.first; i < box.rows.last; ++i)
        part.push_back(wanted[static_cast<std::size_t>(j * rows + i)]);
    CHECK(read_box<c128>(*reader, box) == part);
  }
}

TEST_CASE("matrix market: parts of files of several MB are found from the nearest known places") {
  const Folder folder;
  const Index rows = 1200, cols = 400;
  const auto value = [&](Index i, Index j) {
    return static_cast<double>(1'000'000 + j * rows + i);
  };
  std::string array = head + concat("array real general\n", rows, " ", cols, "\n");
  std::string entries =
      head + concat("coordinate real general\n", rows, " ", cols, " ", rows * cols, "\n");
  std::string triangle = head + concat("array real symmetric\n", rows, " ", rows, "\n");
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) {
      array += concat(1'000'000 + j * rows + i, "\n");
      entries += concat(i + 1, " ", j + 1, " ", 1'000'000 + j * rows + i, "\n");
    }
  for (Index j = 0; j < rows; ++j)
    for (Index i = j; i < rows; ++i) triangle += concat(1'000'000 + j * rows + i, "\n");
  const auto a = open(folder, array);
  const auto b = io::matrix_market_format().open(folder.put("b.mtx", entries), {});
  const auto c = io::matrix_market_format().open(folder.put("c.mtx", triangle), {});
  const Section boxes[] = {{{0, 3}, {0, 2}},
                           {{1190, 1200}, {398, 400}},
                           {{500, 501}, {0, 400}},
                           {{0, 1200}, {200, 201}}};
  for (const Section& box : boxes) {
    std::vector<double> wanted, symmetric;
    for (Index j = box.cols.first; j < box.cols.last; ++j)
      for (Index i = box.rows.first; i < box.rows.last; ++i) {
        wanted.push_back(value(i, j));
        symmetric.push_back(value(std::max(i, j), std::min(i, j)));
      }
    CHECK(read_box<double>(*a, box) == wanted);
    CHECK(read_box<double>(*b, box) == wanted);
    CHECK(read_box<double>(*c, box) == symmetric);
  }
}

TEST_CASE("matrix market: a file is known by its first bytes") {
  const auto recognises = io::matrix_market_format().recognises;
  CHECK(recognises(head));
  CHECK(recognises("%%MATRIXMARKET matrix"));
  CHECK_FALSE(recognises("%%Matrix"));
  CHECK_FALSE(recognises(""));
  CHECK_FALSE(recognises("1,2,3\n"));
}
