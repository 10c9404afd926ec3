// SPDX-License-Identifier: BSD-3-Clause
#include "io/inflated_source.hpp"

#include <zlib.h>

#include <random>

#include "io/text_source.hpp"
#include "support/text_source.hpp"
#include "text_files.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A gzip member or, with 15 window bits, a zlib stream.
std::string packed(const std::string& data, int window_bits = 31) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&stream, data.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  deflateEnd(&stream);
  return result.substr(0, stream.total_out);
}

std::string numbers(Index count) {
  std::mt19937_64 random(3);
  std::string text;
  for (Index k = 0; k < count; ++k) text += std::to_string(random() % 100'000) + "\n";
  return text;
}

io::InflatedSource source_of(const std::string& bytes, io::PackedForm form = io::PackedForm::Gzip) {
  return {std::make_shared<TextSource>(bytes), {0, std::ssize(bytes), form}, "a.gz"};
}

}  // namespace

TEST_CASE("gzip: any part of a file of 20 MB, in any order") {
  const std::string text = numbers(3'500'000);
  const io::InflatedSource source = source_of(packed(text));
  REQUIRE(source.size() == std::ssize(text));
  std::mt19937_64 random(4);
  for (int round = 0; round < 60; ++round) {
    const auto first = static_cast<Index>(random() % text.size());
    const Index bytes =
        std::min<Index>(static_cast<Index>(random() % 100'000), source.size() - first);
    std::string part(static_cast<std::size_t>(bytes), '\0');
    source.read(first, part.data(), bytes);
    CHECK(part == text.substr(static_cast<std::size_t>(first), part.size()));
  }
  char beyond = 0;
  CHECK_THROWS_AS(source.read(source.size(), &beyond, 1), FileError);
}

TEST_CASE("gzip: several members, padding, an empty file, and zlib's form") {
  const auto all_of = [](const io::InflatedSource& source) {
    return source.read_prefix(source.size());
  };
  CHECK(all_of(source_of(packed("1,2\n") + packed("3,4\n") + std::string(512, '\0'))) ==
        "1,2\n3,4\n");
  CHECK(all_of(source_of(packed(""))).empty());
  CHECK(all_of(source_of(packed("xyz", 15), io::PackedForm::Zlib)) == "xyz");
  CHECK(io::inflated_prefix(packed(numbers(10'000)).substr(0, 500), io::PackedForm::Gzip, 100) ==
        numbers(10'000).substr(0, 100));
}

TEST_CASE("gzip: truncated and damaged data are refused") {
  const std::string whole = packed(numbers(200));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK_THROWS_AS((void)source_of(whole.substr(0, length)), FileError);
  }
  // After the header every byte counts: data, checksum and size.
  for (std::size_t k = 10; k < whole.size(); ++k) {
    CAPTURE(k);
    std::string damaged = whole;
    damaged[k] = static_cast<char>(damaged[k] ^ 4);
    bool is_other = true;
    try {
      const io::InflatedSource source = source_of(damaged);
      is_other = source.read_prefix(source.size()) != numbers(200);
    } catch (const FileError&) {
      continue;
    }
    CHECK(!is_other);
  }
  CHECK_THROWS_AS((void)source_of(whole + "x"), FileError);
}

TEST_CASE("gzip: text tables and Matrix Market files are known by name and content") {
  const Folder folder;
  const std::string csv = folder.put("a.csv.gz", packed("x,y\n1,2\n3,4\n"));
  CHECK(&io::format_of_file(csv, {}) == &io::csv_format());
  const auto table = io::csv_format().open(csv, {});
  CHECK(table->info().shape == Shape{2, 2});
  CHECK(table->info().bytes == static_cast<Index>(std::filesystem::file_size(csv)));
  CHECK(read_all<double>(*table) == std::vector<double>{1, 2, 3, 4});
  CHECK(&io::format_of_file(folder.put("a.TXT.GZ", packed("1 2\n")), {}) == &io::txt_format());
  CHECK(&io::format_of_file(folder.put("a.tsv.gz", packed("1\t2\n")), {}) == &io::csv_format());
  const std::string mtx =
      folder.put("x.gz", packed("%%MatrixMarket matrix array real general\n2 1\n5\n6\n"));
  CHECK(&io::format_of_file(mtx, {}) == &io::matrix_market_format());
  CHECK(read_all<double>(*io::matrix_market_format().open(mtx, {})) == std::vector<double>{5, 6});
  // A packed file with the name of an unpacked one.
  CHECK(&io::format_of_file(folder.put("b.csv", packed("1,2\n")), {}) == &io::csv_format());
  CHECK_THROWS_AS((void)io::format_of_file(folder.put("a.npy.gz", packed("1")), {}), FileError);
  CHECK(&io::format_to_write("new.csv.gz", {.compression = 9}) == &io::csv_format());
  CHECK_THROWS_AS((void)io::format_to_write("new.csv", {.compression = 9}), FileError);
  CHECK_THROWS_AS((void)io::format_to_write("new.npy.gz", {}), FileError);
}
