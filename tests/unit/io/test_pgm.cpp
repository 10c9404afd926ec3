// SPDX-License-Identifier: BSD-3-Clause
#include "io/pgm.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "support/text_source.hpp"

using namespace ashlar;
using namespace ashlar::io;
using ashlar::test::refusal_of;
using ashlar::test::TextSource;

namespace {

/// All pixels of a P2 image; of a P5 image nothing but the check of its size.
std::vector<int> grey_pixels_of(const std::string& bytes) {
  const TextSource source(bytes);
  const PgmHeader header =
      parse_pgm_header(source.read_prefix(pgm_max_header_bytes), source.path());
  check_pgm_size(header, source);
  std::vector<int> found;
  if (!header.is_plain) return found;
  PlainPixels pixels(source, header);
  while (pixels.at() < header.shape.rows * header.shape.cols) found.push_back(pixels.next());
  return found;
}

}  // namespace

TEST_CASE("pgm: a header has blanks and comments of every kind") {
  for (const std::string text :
       {"P5 4 3 255\n", "P5\n4\n3\n255\r", "P5\t4  3\v\f255 ", "P5\n# by hand\n4 3\n255\n",
        "P5#\n4# 9 9\r3 #\n#\n 255\t", "P5\n0004 03 0255\n"}) {
    CAPTURE(text);
    const PgmHeader header = parse_pgm_header(text + "rest", "x");
    CHECK_FALSE(header.is_plain);
    CHECK(header.shape == Shape{3, 4});
    CHECK(header.largest == 255);
    CHECK(header.dtype() == DType::UInt8);
    CHECK(header.data_offset == std::ssize(text));
  }
  CHECK(parse_pgm_header("P2 1 1 256 ", "x").dtype() == DType::UInt16);
  CHECK(parse_pgm_header("P2 1 1 1 ", "x").is_plain);
}

TEST_CASE("pgm: the numbers of a P2 image") {
  CHECK(grey_pixels_of("P2\n3 2\n9\n1 2 3\n4 5 9\n") == std::vector{1, 2, 3, 4, 5, 9});
  CHECK(grey_pixels_of("P2 2 1 65535 65535\t\n\v 007") == std::vector{65535, 7});
  std::string text = "P2 1000 100 999 ";
  std::vector<int> expected;
  for (int k = 0; k < 100'000; ++k) {
    expected.push_back(k * 7 % 1000);
    text += std::to_string(expected.back()) + (k % 10 == 9 ? "\n" : " ");
  }
  CHECK(grey_pixels_of(text) == expected);
}

TEST_CASE("pgm: everything malformed is refused with one sentence that says why") {
  struct Row {
    std::string bytes;
    const char* reason;
  };
  const Row rows[] = {
      {"", "not a grey image"},
      {"P", "not a grey image"},
      {"P6 1 1 255 abc", "not a grey image"},
      {"P1 1 1 1", "not a grey image"},
      {"p5 1 1 255 a", "not a grey image"},
      {"P5", "cut short within its header"},
      {"P5 ", "cut short within its header"},
      {"P5 4", "cut short within its header"},
      {"P5 4 3 255", "cut short within its header"},
      {"P5 # a comment without an end", "cut short within its header"},
      {"P5 #" + std::string(70'000, 'x') + "\n1 1 255 a", "more than 65536 bytes"},
      {"P5" + std::string(70'000, ' ') + "1 1 255 a", "more than 65536 bytes"},
      {"P5 " + std::string(70'000, '0') + "1 1 255 a", "more than 65536 bytes"},
      {"P54 3 255\n", "a blank is missing"},
      {"P5 a 3 255\n", "width is not a number"},
      {"P5 -4 3 255\n", "width is not a number"},
      {"P5 4 x 255\n", "height is not a number"},
      {"P5 4.0 3 255\n", "a blank is missing"},
      {"P5 4 3 ff\n", "largest value is not a number"},
      {"P5 4 3 255x", "a blank must end it"},
      {"P5 4 3 255#\n", "a blank must end it"},
      {"P5 0 3 255\n", "no pixel"},
      {"P5 4 0 255\n", "no pixel"},
      {"P5 4 3 0\n", "largest value is 0"},
      {"P5 4 3 65536\n", "largest value is 65536"},
      {"P5 99999999999999999999 3 255\n", "width exceeds 64-bit"},
      {"P5 3 " + std::string(5000, '9') + " 255\n", "height exceeds 64-bit"},
      {"P5 4294967296 4294967296 255\n", "64-bit file sizes"},
      {"P5 9223372036854775807 1 255\n", "64-bit file sizes"},
      {"P5 1000000000 1000000000 255\nab", "cut short: 1000000000x1000000000 pixels"},
      {"P5 2 2 255\nabc", "cut short: 2x2 pixels need 4 bytes, but it has 3"},
      {"P5 2 2 256\nabcdefg", "need 8 bytes, but it has 7"},
      {"P5 2 2 255\nabcde", "too long"},
      {"P5 1 1 255\naP5 1 1 255\na", "one image a file"},
      {"P2 2 2 255\n1 2 3", "at least 7 bytes, but it has 5"},
      {"P2 1000000000 1000000000 255\n1 2 3", "at least"},
      {"P2 2 2 255\n100 200 1", "pixel (1, 1) is missing"},
      {"P2 2 2 255\n1 2 3       ", "pixel (1, 1) is missing"},
      {"P2 2 2 255\n1 2 3 256", "pixel (1, 1) exceeds the largest value"},
      {"P2 2 2 255\n1 99999999999999999999 3 4", "pixel (0, 1) exceeds the largest value"},
      {"P2 2 2 255\n1 -2 3 4", "pixel (0, 1) is not a number"},
      {"P2 2 2 255\n1 2.5 3 4", "pixel (0, 1) is not a number"},
      {"P2 2 2 255\n1 2 # 3\n3 4", "pixel (1, 0) is not a number"},
      {"P2 2 2 255\n1 2 3a 4", "pixel (1, 0) is not a number"},
      {"P2 2 2 255\n1,2,3,4,", "pixel (0, 0) is not a number"},
      {"P2 2 2 255\n1 2 3 4 5", "goes on after its last pixel"},
      {std::string("P2 2 2 255\n1 2 3 4 \0", 20), "goes on after its last pixel"},
  };
  for (const Row& row : rows) {
    const std::string message = refusal_of([&] { grey_pixels_of(row.bytes); });
    CAPTURE(message);
    CAPTURE(row.reason);
    CHECK(message.find(row.reason) != std::string::npos);
    CHECK(message.rfind("some/file: ", 0) == 0);
    CHECK(message.size() < 200);
  }
}

TEST_CASE("pgm: 50000 random mutations are read or refused, never anything else") {
  const std::string starts[] = {"P2\n# c\n3 2\n99\n1 22 3\n4 5 99\n", "P5\n3 2\n255\nabcdef"};
  const std::string pool[] = {" ", "\n", "#", "9", "0", "-", "P5", "65535", "255", "x"};
  std::mt19937_64 random(13);
  int accepted = 0, refused = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string bytes = starts[random() % 2];
    for (std::size_t change = 0; change < 1 + random() % 3; ++change) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 3) {
        case 0: bytes.erase(at, 1 + random() % 2); break;
        case 1: bytes.insert(at, pool[random() % std::size(pool)]); break;
        default: bytes[at] = static_cast<char>(random()); break;
      }
    }
    const std::string message = refusal_of([&] { grey_pixels_of(bytes); });
    (message == "accepted" ? accepted : refused) += 1;
  }
  CHECK(accepted > 1000);
  CHECK(refused > 1000);
}
