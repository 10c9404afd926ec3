// SPDX-License-Identifier: BSD-3-Clause
#include "io/crc32.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace ashlar;
using namespace ashlar::io;

namespace {

/// Bit by bit, by definition.
std::uint32_t by_definition(const std::vector<unsigned char>& bytes) {
  std::uint32_t state = 0xFFFFFFFF;
  for (const unsigned char byte : bytes) {
    state ^= byte;
    for (int bit = 0; bit < 8; ++bit) state = state >> 1U ^ ((state & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~state;
}

std::vector<unsigned char> random_bytes(std::mt19937& random, std::size_t count) {
  std::vector<unsigned char> bytes(count);
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
  return bytes;
}

std::uint32_t of_text(const std::string& text) {
  return crc32(text.data(), static_cast<Index>(text.size()));
}

}  // namespace

TEST_CASE("crc32: the known values") {
  CHECK(of_text("") == 0);
  CHECK(of_text("123456789") == 0xCBF43926);
  CHECK(of_text("The quick brown fox jumps over the lazy dog") == 0x414FA339);
  CHECK(of_text(std::string(1'000'000, 'a')) == 0xDC25BFBC);
}

TEST_CASE(
    "crc32: any bytes at any place, by tables and by products, equal those of the definition") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::size_t skipped = random() % 17;
    std::vector<unsigned char> bytes = random_bytes(random, skipped + random() % 900);
    const unsigned char* from = bytes.data() + skipped;
    const auto count = static_cast<Index>(bytes.size() - skipped);
    const std::uint32_t expected =
        by_definition({bytes.begin() + static_cast<long>(skipped), bytes.end()});
    CAPTURE(count);
    CHECK(crc32(from, count) == expected);
    CHECK(io::detail::crc32_portable(from, count, 0) == expected);
  }
}

TEST_CASE("crc32: parts make the whole, one after another or each for itself") {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    const std::vector<unsigned char> bytes = random_bytes(random, 1 + random() % 3000);
    const auto all = static_cast<Index>(bytes.size());
    const auto first = static_cast<Index>(random()) % all;
    const std::uint32_t whole = crc32(bytes.data(), all);
    const std::uint32_t a = crc32(bytes.data(), first);
    CHECK(crc32(bytes.data() + first, all - first, a) == whole);
    const std::uint32_t b = crc32(bytes.data() + first, all - first);
    CHECK(crc32_combined(a, b, all - first) == whole);
    CHECK((crc32_combined(a, 0, all - first) ^ crc32_combined(b, 0, 0)) == whole);
  }
  // A length beyond computation: zeros after a text, in two steps and in one.
  const std::uint32_t text = of_text("text");
  const Index far = Index{1} << 61;
  CHECK(crc32_combined(crc32_combined(text, 0, far), 0, 12345) ==
        crc32_combined(text, 0, far + 12345));
}

TEST_CASE("crc32: every flipped bit shows") {
  std::mt19937 random(3);
  std::vector<unsigned char> bytes = random_bytes(random, 400);
  const std::uint32_t whole = crc32(bytes.data(), 400);
  for (std::size_t bit = 0; bit < 3200; ++bit) {
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
    CHECK(crc32(bytes.data(), 400) != whole);
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
  }
}

TEST_CASE("crc32: the text is eight digits, and nothing else is read") {
  CHECK(crc32_text(0) == "00000000");
  CHECK(crc32_text(0xCBF43926) == "cbf43926");
  CHECK(crc32_from_text("cbf43926") == 0xCBF43926);
  for (const char* wrong : {"", "0", "cbf4392", "cbf439266", "CBF43926", "0xcbf439", "cbf4392g",
                            "-1234567", " 1234567"})
    CHECK_FALSE(crc32_from_text(wrong));
}
