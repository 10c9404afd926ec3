// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <limits>
#include <random>

#include "text_files.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

using Doubles = std::vector<double>;

struct Read {
  Shape shape;
  Doubles elements;
};

Read read_table(const Folder& folder, const std::string& text, const std::string& name = "a.csv",
                const io::FileHints& hints = {}) {
  const auto reader = io::csv_format().open(folder.put(name, text), hints);
  return {reader->info().shape, read_all<double>(*reader)};
}

}  // namespace

TEST_CASE("csv: the same table in all its spellings") {
  const Folder folder;
  struct Row {
    const char* text;
    const char* name = "a.csv";
    char delimiter = '\0';
  };
  const Row rows[] = {
      {"1,2,3\n4,5,6\n"},
      {"1,2,3\n4,5,6"},
      {"1,2,3\r\n4,5,6\r\n"},
      {"1,2,3\r\n4,5,6\r"},
      {"\xef\xbb\xbf"
       "1,2,3\n4,5,6\n"},
      {"  1 , 2 ,\t3  \n 4,  5, 6 \t\n"},
      {"\n\n1,2,3\n\n  \n4,5,6\n\n\n"},
      {"# a comment\n1,2,3 # another\n  # one more, with 1,2\n4,5,6#\n#"},
      {"a,b,c\n1,2,3\n4,5,6\n"},
      {"\"a\",\"b,c\",\"d \"\"e\"\"\"\n1,2,3\n4,5,6\n"},
      {",first,second\n1,2,3\n4,5,6\n"},
      {"# names follow\n\nthe first,the second,third\r\n\r\n1,2,3\r\n4,5,6\r\n"},
      {"\"1\",\"2\", \"3\" \n\" 4 \",5,\"6\"\r\n"},
      {"1.0,2e0,+3\n4.,.5e1,0006\n"},
      {"1;2;3\n4;5;6\n"},
      {"1\t2\t3\n4\t5\t6\n"},
      {"1 2 3\n4  5\t6\n"},
      {"1\t2\t3\n4\t5\t6\n", "a.tsv"},
      {"1 \t 2\t3\n4\t5\t6\n", "a.tsv"},
      {"x\ty\tz\n1\t2\t3\n4\t5\t6\n", "a.tsv"},
      {"1,2,3\n4,5,6\n", "a.tsv"},
      {"1;2;3\n4;5;6\n", "a.txt"},
      {"1 2 3\n4 5 6\n", "a.txt"},
      {"   1   2   3   \n   4   5   6   \n", "a.txt"},
      {"1,2,3\n4,5,6\n", "a.txt"},
      {"1|2|3\n4|5|6\n", "a.txt", '|'},
      {"1 2 3\n4\t5\t6\n", "a.txt", ' '},
      {"1:2:3\n4:5:6\n", "a.csv", ':'},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Read read = read_table(folder, row.text, row.name, {.delimiter = row.delimiter});
    CHECK(read.shape == Shape{2, 3});
    CHECK(read.elements == Doubles{1, 2, 3, 4, 5, 6});
  }
}

TEST_CASE("csv: one column and one row have two dimensions") {
  const Folder folder;
  const auto column = io::csv_format().open(folder.put("a.csv", "1\n2\n"), {});
  CHECK(column->info().shape == Shape{2, 1});
  CHECK(column->info().dimensions == 2);
  CHECK(column->info().order == StorageOrder::C);
  CHECK(column->info().format == "csv");
  CHECK(column->info().bytes == 4);
  CHECK(read_table(folder, "5").shape == Shape{1, 1});
  CHECK(read_table(folder, "5,6").shape == Shape{1, 2});
  CHECK(read_table(folder, "only,names\n").shape == Shape{0, 2});
}

TEST_CASE("csv: the element type is that of the first row, or the requested one") {
  const Folder folder;
  const auto open = [&](const std::string& text, std::optional<DType> dtype = {}) {
    return io::csv_format().open(folder.put("a.csv", text), {.dtype = dtype});
  };
  CHECK(open("1,2")->info().dtype == DType::Float64);
  CHECK(open("inf,nan")->info().dtype == DType::Float64);
  const auto complex = open("re,im\n1+2j,(3-4j)\n5,-6j\n");
  CHECK(complex->info().dtype == DType::Complex128);
  CHECK(read_all<c128>(*complex) ==
        std::vector<c128>{c128(1, 2), c128(3, -4), c128(5, 0), c128(0, -6)});
  CHECK(read_all<c64>(*open("1\n", DType::Complex64)) == std::vector<c64>{c64(1, 0)});
  const std::string large = "9223372036854775807,-9223372036854775808\n";
  CHECK(read_all<std::int64_t>(*open(large, DType::Int64)) ==
        std::vector<std::int64_t>{INT64_MAX, INT64_MIN});
  CHECK(read_all<std::uint64_t>(*open("18446744073709551615", DType::UInt64)) ==
        std::vector<std::uint64_t>{UINT64_MAX});
  CHECK(read_all<float>(*open("0.1", DType::Float32)) == std::vector<float>{0.1F});
}

TEST_CASE("csv: malformed text is refused with its line and column") {
  check_refused(
      io::csv_format(), "a.csv",
      {
          {"", "holds no numbers"},
          {"\n\n \n", "holds no numbers"},
          {"# only a comment", "holds no numbers"},
          {"\xef\xbb\xbf", "holds no numbers"},
          {"1,2\n3\n", "line 2: has 1 field, but the first row has 2"},
          {"1,2\n3,4,5\n", "line 2: has more fields than the first row, which has 2"},
          {"1,2\n\n# x\n3,4\n5", "line 5: has 1 field"},
          {"1,,3\n", "line 1, column 2: the field is empty"},
          {",2,3\n", "line 1, column 1: the field is empty"},
          {"1,2,\n", "line 1, column 3: the field is empty"},
          {"1,2\n3,\n", "line 2, column 2: the field is empty"},
          {"1,2\n,4\n", "line 2, column 1: the field is empty"},
          {"1,2\n , \n", "line 2, column 1: the field is empty"},
          {"1,\"\"\n", "line 1, column 2: the field is empty"},
          {"1,2\n3,x\n", "line 2, column 2: 'x' is not a number of type float64"},
          {"1,x\n", "line 1, column 2: 'x' is not a number, but the line has numbers"},
          {"a,2019\n1,2\n", "line 1, column 1: 'a' is not a number, but the line has numbers"},
          {"a,b\n1,x\n", "line 2, column 2: 'x' is not a number"},
          {"a,b\nc,d\n1,2\n", "line 2, column 1: 'c' is not a number"},
          {"a,b,c\n1,2\n", "line 2: has 2 fields, but the line of names has 3"},
          {"1,5;2,5\n", "line 1, column 2: '5;2' is not a number"},
          {"1,2\n1+2j,3\n", "line 2, column 1: '1+2j' is not a number of type float64"},
          {"1,1e999\n", "line 1, column 2: '1e999' is out of the range of float64"},
          {"1,2\r3,4\r", "line 1, column 2: '2?3' holds a control character"},
          {"1\r2\r3\r", "line 1, column 1: '1?2?3' holds a control character"},
          {"1,\"2\n", "line 1: a quote has no end"},
          {"1,\"2\"x\n", "line 1: characters follow a closing quote"},
          {"1,\"2\n3\",4\n", "line 1: a quote has no end"},
          {"1,'2'\n", "'2'"},
          {"1,0x10\n", "'0x10' is not a number"},
          {"1,1_000\n", "'1_000' is not a number"},
          {"1,--2\n", "'--2' is not a number"},
          {"1,2 3\n", "'2 3' is not a number"},
          {std::string("1,\0\n", 4), "'?' holds a control character"},
          {"1," + std::string(5000, '7') + "\n", "a word of more than 4096 characters"},
          {"1," + std::string(300'000, '7') + "\n", "a word of more than 4096 characters"},
          {"1,\"" + std::string(300'000, '7') + "\n", "line 1"},
          {"1,2\n3," + std::string(4000, 'x') + "\n", "line 2, column 2: 'xxxx"},
          {"1,2.5\n", "line 1, column 2: '2.5' is not a number of type int64", DType::Int64},
          {"1,9223372036854775808\n", "is out of the range of int64", DType::Int64},
          {"1,-1\n", "'-1' is not a number of type uint64", DType::UInt64},
          {"1,300\n", "'300' is out of the range of uint8", DType::UInt8},
          {"1,nan\n", "'nan' is not a number of type int32", DType::Int32},
          {"1,1e39\n", "is out of the range of float32", DType::Float32},
          {"1+2j\n", "line 1, column 1: '1+2j' is not a number of type float64", DType::Float64},
      });
}

TEST_CASE("csv: only characters that no number has are delimiters") {
  const Folder folder;
  const std::string path = folder.put("a.csv", "1,2\n");
  for (const char c : {'e', '1', '.', '-', '+', '#', '"', '(', ')', 'j', '\n', '\r', '\x01'}) {
    CAPTURE(c);
    CHECK(
        refusal_of(io::csv_format(), path, {.delimiter = c}).find("cannot be distinguished from") !=
        std::string::npos);
  }
}

TEST_CASE("csv: 300 random tables in random spellings, any part of them") {
  std::mt19937_64 random(11);
  const auto below = [&](Index n) {
    return static_cast<Index>(random() % static_cast<std::uint64_t>(n));
  };
  const Folder folder;
  for (int round = 0; round < 300; ++round) {
    const Index rows = 1 + below(20), cols = 1 + below(9);
    const char delimiter = ",;\t |"[below(5)];
    const std::string blank = delimiter == '\t' ? " " : " \t";
    const auto blanks = [&](Index least) {
      std::string text;
      for (Index k = least + below(3); k > 0; --k)
        text += blank[static_cast<std::size_t>(below(std::ssize(blank)))];
      return text;
    };
    std::string text;
    Doubles wanted;
    for (Index i = 0; i < rows; ++i) {
      while (below(6) == 0) text += below(2) == 0 ? "# 1,2\n" : blanks(0) + "\r\n";
      for (Index j = 0; j < cols; ++j) {
        const double x = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                    static_cast<int>(below(400)) - 230);
        char number[64];
        std::snprintf(number, sizeof number, below(2) == 0 ? "%.17g" : "%.16E", x);
        wanted.push_back(x);
        const bool is_quoted = below(8) == 0;
        const bool is_apart = delimiter == ' ' && j > 0;
        text += blanks(is_apart ? 1 : 0) + (is_quoted ? concat('"', number, '"') : number);
        if (delimiter != ' ') text += blanks(0) + (j + 1 < cols ? std::string(1, delimiter) : "");
      }
      if (below(10) == 0) text += " # the end";
      if (i + 1 < rows || below(2) == 0) text += below(2) == 0 ? "\n" : "\r\n";
    }
    CAPTURE(text);
    const auto reader = io::csv_format().open(folder.put("a.txt", text), {.delimiter = delimiter});
    REQUIRE(reader->info().shape == Shape{rows, cols});
    CHECK(same_bits(read_all<double>(*reader), wanted));
    const Index r = below(rows + 1), c = below(cols + 1);
    const Section box{{r, r + below(rows - r + 1)}, {c, c + below(cols - c + 1)}};
    Doubles part;
    for (Index i = box.rows.first; i < box.rows.last; ++i)
      for (Index j = box.cols.first; j < box.cols.last; ++j)
        part.push_back(wanted[static_cast<std::size_t>(i * cols + j)]);
    CHECK(same_bits(read_box<double>(*reader, box), part));
  }
}

TEST_CASE(
    "csv: rows of a file of 6 MB, and a line of 6 MB, are found from the nearest known place") {
  const Folder folder;
  const Index count = 700'000;
  std::string lines = "number\n", line;
  for (Index k = 0; k < count; ++k) {
    const std::string number = std::to_string(1'000'000 + k);
    lines += number + (k % 1000 == 0 ? " # a thousand\n\n" : "\n");
    line += (k > 0 ? "," : "") + number;
  }
  const auto tall = io::csv_format().open(folder.put("a.csv", lines), {});
  const auto wide = io::csv_format().open(folder.put("b.csv", line), {});
  REQUIRE(tall->info().shape == Shape{count, 1});
  REQUIRE(wide->info().shape == Shape{1, count});
  for (const Index first :
       {Index{0}, Index{1}, Index{131'071}, Index{262'144}, Index{555'555}, count - 3}) {
    const auto start = static_cast<double>(1'000'000 + first);
    const Doubles wanted{start, start + 1, start + 2};
    CHECK(read_box<double>(*tall, {{first, first + 3}, {0, 1}}) == wanted);
    CHECK(read_box<double>(*wide, {{0, 1}, {first, first + 3}}) == wanted);
  }
  const Doubles all = read_all<double>(*tall);
  Index wrong = 0;
  for (Index k = 0; k < count; ++k)
    wrong += all[static_cast<std::size_t>(k)] != static_cast<double>(1'000'000 + k);
  CHECK(wrong == 0);
  CHECK(same_bits(all, read_all<double>(*wide)));
}

TEST_CASE("csv: a table without elements, and types it has no name for, are not written") {
  const auto refusal = io::csv_format().refusal;
  CHECK(refusal({.shape = {3, 4}, .style = {}}).empty());
  CHECK(refusal({.shape = {0, 4}, .style = {}}).find("0x4") != std::string::npos);
  CHECK(io::csv_format().style_fault({.stored_as = "bool"}).find("bool") != std::string::npos);
  CHECK(refusal({.shape = {3, 4}, .style = {.delimiter = '5'}}).find("'5'") != std::string::npos);
}
