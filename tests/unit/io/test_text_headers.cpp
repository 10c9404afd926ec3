// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "text_files.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {
using Doubles = std::vector<double>;
}

TEST_CASE("csv: a first line without numbers is a header only if its fields are words") {
  const Folder folder;
  const auto names_of = [&](const std::string& text, const io::FileHints& hints = {}) {
    return io::csv_format().open(folder.put("a.csv", text), hints)->info().names;
  };
  using Names = std::vector<std::string>;
  CHECK(names_of("1,2\n").empty());
  CHECK(names_of("a,b c\n1,2\n") == Names{"a", "b c"});
  CHECK(names_of(",_first,x1,NA\n1,2,3,4\n") == Names{"", "_first", "x1", "NA"});
  CHECK(names_of("Größe,温度\n1,2\n") == Names{"Größe", "温度"});
  CHECK(names_of("2019,2020\n1,2\n", {.header = true}) == Names{"2019", "2020"});
  CHECK(names_of("$1.5,a\n1,2\n", {.header = true}) == Names{"$1.5", "a"});
  check_refused(
      io::csv_format(), "a.csv",
      {{"NA,NA\n1,2\n", "line 1, column 1: 'NA' is not a number; --missing nan"},
       {",\n1,2\n", "line 1, column 1: the field is empty; --missing nan"},
       {"$1.5,$2.5\n1,2\n", "line 1, column 1: '$1.5' is neither a number nor a name; --header 1"},
       {"€1.5,€2.5\n1,2\n", "line 1, column 1: '?"},
       {"\"1,000\",\"2,000\"\n1,2\n", "line 1, column 1: '1,000' is neither a number nor a name"},
       {"x,5kg\n1,2\n", "line 1, column 2: '5kg' is neither a number nor a name"},
       {"1,NA\n", "line 1, column 2: 'NA' is not a number; --missing nan"},
       {"1,2\nnull,4\n",
        "line 2, column 1: 'null' is not a number of type float64; --missing nan"}});
  CHECK(refusal_of(io::csv_format(), folder.put("a.csv", "a,b\n1,2\n"), {.header = false}) ==
        "line 1, column 1: 'a' is not a number");
}

TEST_CASE("csv: missing values become NaN on request") {
  const Folder folder;
  const std::string path =
      folder.put("a.csv", "NA,N/A,<NA>\nnan,NaN,null\nNone,,na\n1,2,\n\"\",\"NA\",3 # a comment\n");
  const io::FileHints hints{.missing = io::Missing::Nan};
  const auto reader = io::csv_format().open(path, hints);
  CHECK(reader->info().shape == Shape{5, 3});
  CHECK(reader->info().names.empty());
  const Doubles found = read_all<double>(*reader);
  for (std::size_t k = 0; k < found.size(); ++k) {
    CAPTURE(k);
    const bool is_number = k == 9 || k == 10 || k == 14;
    CHECK(std::isnan(found[k]) == !is_number);
  }
  CHECK(found[14] == 3);
  io::FileHints complex = hints, integer = hints;
  complex.dtype = DType::Complex64;
  integer.dtype = DType::Int32;
  const auto numbers = read_all<c64>(*io::csv_format().open(path, complex));
  CHECK(std::isnan(numbers[0].real()));
  CHECK(numbers[0].imag() == 0);
  CHECK(refusal_of(io::csv_format(), path, integer) ==
        "line 1, column 1: 'NA' is a missing value, which no int32 can hold; read the table as "
        "float64");
  // A header stays a header, and a name that is not a missing value is refused.
  const auto named = io::csv_format().open(folder.put("b.csv", "x,NA\n,2\n"), hints);
  CHECK(named->info().names.size() == 2);
  CHECK(named->info().shape == Shape{1, 2});
  CHECK(refusal_of(io::csv_format(), folder.put("c.csv", "1,2\n?,2\n"), hints) ==
        "line 2, column 1: '?' is not a number of type float64");
}

TEST_CASE("txt: numbers between blanks, as numpy.savetxt writes them") {
  const Folder folder;
  for (const char* text :
       {"1 2 3\n4 5 6\n", "# x y z\n1.000000000000000000e+00  2 3\n  4\t5 6\n", "1,2,3\n4,5,6\n",
        "1\t2\t3\n4\t5\t6\n", "1; 2; 3\n4; 5; 6", "x y z\n1 2 3\n4 5 6\n"}) {
    CAPTURE(text);
    const auto reader = io::txt_format().open(folder.put("a.txt", text), {});
    CHECK(reader->info().format == "txt");
    CHECK(reader->info().shape == Shape{2, 3});
    CHECK(read_all<double>(*reader) == Doubles{1, 2, 3, 4, 5, 6});
  }
  const auto complex =
      io::txt_format().open(folder.put("a.txt", " (1.0e+00+2.0e+00j)  (3.0e+00-4.0e+00j)\n"), {});
  CHECK(read_all<c128>(*complex) == std::vector<c128>{c128(1, 2), c128(3, -4)});
  CHECK(&io::format_of_file(folder.put("b.txt", "1 2\n"), {}) == &io::txt_format());
}

TEST_CASE("matrix market: a skew-symmetric file lists no diagonal, and a real one is real") {
  const std::string head = "%%MatrixMarket matrix coordinate ";
  check_refused(
      io::matrix_market_format(), "a.mtx",
      {{head + "real skew-symmetric\n3 3 2\n2 1 5\n3 3 1\n",
        "line 4: the entry (3, 3) is on the diagonal, which a skew-symmetric matrix does not list"},
       {head + "integer skew-symmetric\n2 2 1\n1 1 0\n", "line 3: the entry (1, 1)"},
       {head + "real general\n4294967296 4294967296 0\n", "of float64 exceeds"},
       {head + "integer general\n4294967296 4294967296 0\n", "of int64 exceeds"},
       {head + "real general\n536870912 1073741824 0\n", "of complex128 exceeds",
        DType::Complex128}});
}
