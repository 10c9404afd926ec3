// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/text_writer.hpp"

#include <unistd.h>

#include <cstring>
#include <random>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "io/formats/formats.hpp"
#include "io/scratch.hpp"
#include "io/text_source.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// This rank's part of unevenly distributed lines: the last rank has most, some ranks have none.
Range part_of(Range all, int rank, int ranks) {
  const auto bound = [&](Index k) {
    return all.first + all.size() * k * k / (Index{ranks} * ranks);
  };
  return {bound(rank), bound(rank + 1)};
}

/// Writes the lines of a matrix in panels with gaps between them; element(line, k) returns the
/// elements.
template <class T, class F>
void write_lines(io::FileWriter& file, Index lines, Index length, Index panel, F&& element) {
  const Index gap = panel % 3;
  for (Index first = 0; first < lines; first += panel) {
    const Range all{first, std::min(first + panel, lines)};
    const Range mine = part_of(all, world().rank(), world().size());
    std::vector<T> elements;
    for (Index line = mine.first; line < mine.last; ++line)
      for (Index k = 0; k < length + gap; ++k)
        elements.push_back(k < length ? element(line, k) : T(77));
    file.write({.all = all, .mine = mine, .data = elements.data(), .stride = length + gap});
  }
}

template <class T, class F>
void write_file(const io::FormatTraits& format, const std::string& path, Shape shape, Index panel,
                F&& element) {
  const bool is_c = format.has_c_order;
  const auto file = format.create(world(), path,
                                  {.dtype = dtype_of<T>(),
                                   .shape = shape,
                                   .order = is_c ? StorageOrder::C : StorageOrder::Fortran,
                                   .style = {}});
  write_lines<T>(*file, is_c ? shape.rows : shape.cols, is_c ? shape.cols : shape.rows, panel,
                 element);
  file->commit();
}

/// Arbitrary bits, determined by the line and the position in it.
template <class T>
T any_bits(Index line, Index k) {
  std::mt19937_64 random(static_cast<std::uint64_t>(line * 1000 + k));
  const std::uint64_t bits[2] = {random(), random()};
  T x;
  std::memcpy(&x, bits, sizeof x);
  return x;
}

template <class R>
bool same_number(R a, R b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}
template <class R>
bool same_number(std::complex<R> a, std::complex<R> b) {
  return same_number(a.real(), b.real()) && same_number(a.imag(), b.imag());
}

}  // namespace

TEST_CASE("text writer: the bytes of a table do not depend on panels and ranks") {
  const Scratch scratch(world());
  std::string wanted;
  for (int i = 0; i < 11; ++i)
    for (int j = 0; j < 3; ++j) wanted += concat(50 * i + j + 1, ".5", j < 2 ? ',' : '\n');
  for (const Index panel : {1, 2, 4, 11, 100}) {
    write_file<double>(io::csv_format(), scratch / "a.csv", {11, 3}, panel,
                       [](Index i, Index j) { return value<double>(i, j) + 0.5; });
    CHECK(content(scratch / "a.csv") == wanted);
  }
  CHECK(scratch.names() == std::vector<std::string>{"a.csv"});
}

TEST_CASE("text writer: the ending and the style choose the delimiter, complex numbers are 1+2j") {
  const Scratch scratch(world());
  const auto element = [](Index i, Index j) { return value<c128>(i, j); };
  write_file<c128>(io::csv_format(), scratch / "a.tsv", {2, 2}, 1, element);
  CHECK(content(scratch / "a.tsv") == "1-1j\t2-2j\n51-51j\t52-52j\n");
  const auto file = io::csv_format().create(world(), scratch / "a.csv",
                                            {.dtype = DType::Int8,
                                             .shape = {2, 2},
                                             .order = StorageOrder::C,
                                             .style = {.delimiter = ';'}});
  write_lines<std::int8_t>(*file, 2, 2, 2,
                           [](Index i, Index j) { return value<std::int8_t>(i, j); });
  file->commit();
  CHECK(content(scratch / "a.csv") == "1;2\n51;52\n");
}

TEST_CASE("text writer: Matrix Market arrays go column by column") {
  const Scratch scratch(world());
  const io::FormatTraits& format = io::matrix_market_format();
  const auto turned = [](Index j, Index i) { return value<std::int32_t>(i, j); };
  write_file<std::int32_t>(format, scratch / "a.mtx", {3, 2}, 1, turned);
  CHECK(content(scratch / "a.mtx") ==
        "%%MatrixMarket matrix array integer general\n3 2\n1\n51\n101\n2\n52\n102\n");
  write_file<c64>(format, scratch / "a.mtx", {1, 2}, 2,
                  [](Index j, Index i) { return value<c64>(i, j); });
  CHECK(content(scratch / "a.mtx") ==
        "%%MatrixMarket matrix array complex general\n1 2\n1 -1\n2 -2\n");
  write_file<float>(format, scratch / "a.mtx", {0, 7}, 2, [](Index, Index) { return 0.F; });
  CHECK(content(scratch / "a.mtx") == "%%MatrixMarket matrix array real general\n0 7\n");
  write_file<std::uint64_t>(format, scratch / "a.mtx", {1, 1}, 2,
                            [](Index, Index) { return UINT64_MAX; });
  CHECK(content(scratch / "a.mtx") ==
        "%%MatrixMarket matrix array unsigned-integer general\n1 1\n18446744073709551615\n");
}

TEST_CASE("text writer: through gzip the text is the same, on any number of ranks") {
  const Scratch scratch(world());
  const auto element = [](Index i, Index j) { return value<double>(i, j) + 0.5; };
  const auto unpacked = [&](const std::string& name) {
    const auto source = io::open_text(scratch / name);
    return source->read_prefix(source->size());
  };
  for (const Index panel : {1, 4, 100}) {
    write_file<double>(io::csv_format(), scratch / "a.csv", {11, 3}, panel, element);
    write_file<double>(io::csv_format(), scratch / "a.csv.gz", {11, 3}, panel, element);
    CHECK(content(scratch / "a.csv.gz").starts_with("\x1f\x8b"));
    CHECK(unpacked("a.csv.gz") == content(scratch / "a.csv"));
    write_file<double>(io::matrix_market_format(), scratch / "a.mtx", {3, 11}, panel, element);
    write_file<double>(io::matrix_market_format(), scratch / "a.mtx.gz", {3, 11}, panel, element);
    CHECK(unpacked("a.mtx.gz") == content(scratch / "a.mtx"));
  }
  write_file<float>(io::matrix_market_format(), scratch / "e.mtx.gz", {0, 7}, 2,
                    [](Index, Index) { return 0.F; });
  CHECK(unpacked("e.mtx.gz") == "%%MatrixMarket matrix array real general\n0 7\n");
}

TEST_CASE_TEMPLATE("text writer: any bits come back, but for those of a NaN", T, float, double, c64,
                   c128, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
  const Scratch scratch(world());
  const Shape shape{37, 23};
  struct Row {
    const io::FormatTraits& format;
    const char* name;
  };
  for (const Row& row :
       {Row{io::csv_format(), "a.csv"}, Row{io::matrix_market_format(), "a.mtx"}}) {
    const std::string path = scratch / row.name;
    write_file<T>(row.format, path, shape, 5, any_bits<T>);
    const auto reader = row.format.open(path, {.dtype = dtype_of<T>()});
    REQUIRE(reader->info().shape == shape);
    std::vector<T> elements(static_cast<std::size_t>(shape.rows * shape.cols));
    reader->read(Section::all(shape), elements.data());
    const Index length = row.format.has_c_order ? shape.cols : shape.rows;
    Index wrong = 0;
    for (Index k = 0; k < std::ssize(elements); ++k)
      wrong +=
          !same_number(elements[static_cast<std::size_t>(k)], any_bits<T>(k / length, k % length));
    CHECK(wrong == 0);
    world().barrier();
  }
}

TEST_CASE("text writer: a part too long to be kept is formatted twice, to the same text") {
  const Scratch scratch(world());
  const Shape shape{300, 1000};
  const auto text_with = [&](Index kept_bytes) {
    const std::string path = scratch / "x";
    io::TextWriter file(world(), path, {.dtype = DType::Float64, .shape = shape, .style = {}},
                        {.header = "head\n", .between = ' ', .kept_bytes = kept_bytes});
    write_lines<double>(file, shape.rows, shape.cols, 290, any_bits<double>);
    file.commit();
    const std::string text = content(path);
    world().barrier();
    return text;
  };
  const std::string wanted = text_with(Index{1} << 26);
  CHECK(std::count(wanted.begin(), wanted.end(), '\n') == shape.rows + 1);
  CHECK(text_with(0) == wanted);
  CHECK(text_with(100'000) == wanted);
}

TEST_CASE("text writer: uncommitted, it leaves the old file and nothing else") {
  const Scratch scratch(world());
  if (world().rank() == 0) std::ofstream(scratch / "a.csv") << "1\n";
  world().barrier();
  {
    const auto file = io::csv_format().create(
        world(), scratch / "a.csv", {.shape = {4, 1}, .order = StorageOrder::C, .style = {}});
    write_lines<double>(*file, 4, 1, 4, value<double>);
  }
  CHECK(content(scratch / "a.csv") == "1\n");
  CHECK(scratch.names() == std::vector<std::string>{"a.csv"});
  CHECK_THROWS_AS(io::csv_format().create(world(), scratch / "none/a.csv",
                                          {.shape = {4, 1}, .order = StorageOrder::C, .style = {}}),
                  FileError);
}
