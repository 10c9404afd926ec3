// SPDX-License-Identifier: BSD-3-Clause
#include "io/grey_png.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <ashlar/io/png.hpp>

#include "support/text_source.hpp"

using namespace ashlar;
using namespace ashlar::io;
using ashlar::test::refusal_of;
using ashlar::test::TextSource;

namespace {

const std::string signature = "\x89PNG\r\n\x1a\n";

std::string big(std::uint64_t value, int width) {
  std::string bytes;
  for (int k = width; k-- > 0;) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  return bytes;
}

std::string chunk(const std::string& kind, const std::string& body) {
  const std::string text = kind + body;
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
  return big(body.size(), 4) + text + big(sum, 4);
}

struct Head {
  std::uint64_t cols = 2, rows = 2;
  int depth = 8, colour = 0, interlaced = 0;
};

std::string head(const Head& h) {
  return chunk("IHDR", big(h.cols, 4) + big(h.rows, 4) + big(static_cast<unsigned>(h.depth), 1) +
                           big(static_cast<unsigned>(h.colour), 1) + big(0, 2) +
                           big(static_cast<unsigned>(h.interlaced), 1));
}

/// Rows with their filter bytes, packed.
std::string data(const std::string& raw) {
  uLongf size = compressBound(raw.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(raw.data()), raw.size());
  packed.resize(size);
  return chunk("IDAT", packed);
}

const std::string end = chunk("IEND", "");

std::string png(const Head& h, const std::string& raw, const std::string& before = "") {
  return signature + head(h) + before + data(raw) + end;
}

/// Pixels as numbers.
std::vector<int> pixels_of(const std::string& bytes) {
  const TextSource source(bytes);
  GreyPngReader image(source);
  const auto cols = static_cast<std::size_t>(image.shape().cols);
  std::vector<int> found;
  while (image.at() < image.shape().rows) {
    std::vector<std::uint16_t> wide(cols);
    std::vector<std::uint8_t> narrow(cols);
    if (image.dtype() == DType::UInt16) image.read_row(wide.data());
    else image.read_row(narrow.data());
    if (image.dtype() == DType::UInt16) found.insert(found.end(), wide.begin(), wide.end());
    else found.insert(found.end(), narrow.begin(), narrow.end());
  }
  return found;
}

std::string raw(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text;
}

}  // namespace

TEST_CASE("grey png: images of every kind that is grey" * doctest::skip(!png_is_available())) {
  CHECK(pixels_of(png({}, raw({0, 1, 2, 0, 3, 255}))) == std::vector{1, 2, 3, 255});
  CHECK(pixels_of(png({}, raw({1, 10, 5, 2, 1, 1}))) == std::vector{10, 15, 11, 16});
  CHECK(pixels_of(png({.depth = 16}, raw({0, 1, 2, 3, 4, 0, 255, 255, 0, 7}))) ==
        std::vector{258, 772, 65535, 7});
  CHECK(pixels_of(png({.cols = 4, .rows = 1, .depth = 1}, raw({0, 0xa0}))) ==
        std::vector{255, 0, 255, 0});
  CHECK(pixels_of(png({.cols = 4, .rows = 1, .depth = 2}, raw({0, 0x1b}))) ==
        std::vector{0, 85, 170, 255});
  CHECK(pixels_of(png({.cols = 2, .rows = 1, .depth = 4}, raw({0, 0x1f}))) == std::vector{17, 255});
  CHECK(pixels_of(png({.rows = 1, .colour = 3}, raw({0, 1, 0}),
                      chunk("PLTE", raw({9, 9, 9, 200, 200, 200})))) == std::vector{200, 9});
  CHECK(pixels_of(png({.rows = 1, .colour = 4}, raw({0, 7, 255, 8, 255}))) == std::vector{7, 8});
  CHECK(pixels_of(png({.rows = 1, .depth = 16, .colour = 4},
                      raw({0, 1, 0, 255, 255, 2, 0, 255, 255}))) == std::vector{256, 512});
}

TEST_CASE("grey png: what is written is read back" * doctest::skip(!png_is_available())) {
  std::mt19937 random(2);
  for (const DType dtype : {DType::UInt8, DType::UInt16})
    for (const Shape shape : {Shape{1, 1}, Shape{3, 70}, Shape{70, 3}})
      for (const int compression : {0, 1, 9}) {
        std::string bytes;
        GreyPngWriter image(
            {shape, dtype, compression},
            [&](const void* part, Index count) {
              bytes.append(static_cast<const char*>(part), static_cast<std::size_t>(count));
            },
            "x");
        std::vector<int> expected;
        for (Index i = 0; i < shape.rows; ++i) {
          std::vector<std::uint16_t> wide(static_cast<std::size_t>(shape.cols));
          std::vector<std::uint8_t> narrow(wide.size());
          for (std::size_t j = 0; j < wide.size(); ++j) {
            wide[j] = static_cast<std::uint16_t>(random());
            narrow[j] = static_cast<std::uint8_t>(wide[j]);
            expected.push_back(dtype == DType::UInt16 ? wide[j] : narrow[j]);
          }
          if (dtype == DType::UInt16) image.write_row(wide.data());
          else image.write_row(narrow.data());
        }
        image.finish();
        CHECK(pixels_of(bytes) == expected);
      }
}

TEST_CASE("grey png: what the taker of the bytes throws, arrives" *
          doctest::skip(!png_is_available())) {
  const auto refuse = [](const void*, Index) { throw FileError("y", "is full"); };
  CHECK_THROWS_WITH_AS(GreyPngWriter({.shape = {1, 1}}, refuse, "x"), "y: is full", FileError);
  int calls = 0;
  const auto refuse_later = [&](const void*, Index) {
    if (++calls > 6) throw FileError("y", "is full");
  };
  GreyPngWriter image({.shape = {1, 1}}, refuse_later, "x");
  CHECK_THROWS_WITH_AS(
      [&] {
        for (int k = 0; k < 2; ++k) image.write_row("a");
        image.finish();
      }(),
      "y: is full", FileError);
}

TEST_CASE("grey png: everything else is refused with one sentence that says why" *
          doctest::skip(!png_is_available())) {
  const std::string rows_of_2 = raw({0, 1, 2, 0, 3, 4});
  const std::string good = png({}, rows_of_2);
  const auto with = [](std::string bytes, std::size_t at, const std::string& other) {
    return bytes.replace(at, other.size(), other);
  };
  struct Row {
    std::string bytes;
    const char* reason;
  };
  const Row rows[] = {
      {"", "cut short"},
      {"not a PNG at all, but long enough", "libpng refuses the image: Not a PNG"},
      {signature, "cut short"},
      {good.substr(0, 20), "cut short"},
      {good.substr(0, 40), "cut short"},
      {good.substr(0, good.size() - 14), "cut short"},
      {good.substr(0, good.size() - 1), "cut short"},
      {with(good, 1, "QNG"), "libpng refuses"},
      {with(good, 20, "\x7f"), "libpng refuses"},
      {with(good, 48, "\x01\x01"), "libpng refuses"},
      {signature + data(rows_of_2) + end, "libpng refuses"},
      {signature + head({}) + end, "libpng refuses"},
      {signature + head({}) + head({}) + data(rows_of_2) + end, "libpng refuses"},
      {png({.cols = 0}, rows_of_2), "libpng refuses"},
      {png({.rows = 0}, rows_of_2), "libpng refuses"},
      {png({.cols = 0x8000'0000}, rows_of_2), "libpng refuses"},
      {png({.cols = 20'000'000}, rows_of_2), "libpng refuses"},
      {png({.cols = 16'000'000, .rows = 16'000'000}, rows_of_2), "up to 2^31"},
      {png({.cols = 40'000, .rows = 40'000}, rows_of_2), "cannot be packed into"},
      {png({.depth = 7}, rows_of_2), "libpng refuses"},
      {png({.colour = 1}, rows_of_2), "libpng refuses"},
      {png({.colour = 9}, rows_of_2), "libpng refuses"},
      {png({.interlaced = 1}, rows_of_2), "interlaced"},
      {png({.interlaced = 2}, rows_of_2), "libpng refuses"},
      {png({.rows = 1, .colour = 2}, raw({0, 1, 1, 1, 2, 2, 2})), "in colour"},
      {png({.rows = 1, .colour = 6}, raw({0, 1, 1, 1, 255, 2, 2, 2, 255})), "in colour"},
      {png({.rows = 1, .colour = 3}, raw({0, 0, 0}), chunk("PLTE", raw({9, 9, 8}))), "in colour"},
      {png({.rows = 1, .colour = 3}, raw({0, 0, 0})), "libpng refuses"},
      {png({.rows = 1, .colour = 3}, raw({0, 0, 0}),
           chunk("PLTE", raw({9, 9, 9})) + chunk("tRNS", raw({0}))),
       "transparent"},
      {png({}, rows_of_2, chunk("tRNS", raw({0, 3}))), "transparent"},
      {png({.rows = 1, .colour = 4}, raw({0, 7, 255, 8, 254})), "pixel (0, 1) is transparent"},
      {png({.rows = 1, .depth = 16, .colour = 4}, raw({0, 1, 0, 255, 254, 2, 0, 255, 255})),
       "pixel (0, 0) is transparent"},
      {png({}, raw({0, 1, 2})), "libpng refuses"},
      {png({}, raw({9, 1, 2, 0, 3, 4})), "libpng refuses"},
      {signature + head({}) + chunk("IDAT", "no stream of zlib") + end, "libpng refuses"},
      {signature + head({}) + chunk("XXXX", "must be known") + data(rows_of_2) + end,
       "libpng refuses"},
  };
  for (const Row& row : rows) {
    const std::string message = refusal_of([&] { pixels_of(row.bytes); });
    CAPTURE(message);
    CAPTURE(row.reason);
    CHECK(message.find(row.reason) != std::string::npos);
    CHECK(message.rfind("some/file: ", 0) == 0);
    CHECK(message.size() < 200);
  }
}

TEST_CASE("grey png: 5000 random mutations are read or refused, never anything else" *
          doctest::skip(!png_is_available())) {
  const std::string start = png({.cols = 20, .rows = 20}, std::string(420, '\1'));
  std::mt19937_64 random(17);
  int refused = 0;
  for (int round = 0; round < 5'000; ++round) {
    std::string bytes = start;
    const std::size_t at = random() % bytes.size();
    if (random() % 2 == 0) bytes[at] = static_cast<char>(random());
    else bytes.erase(at, 1 + random() % 9);
    refused += refusal_of([&] { pixels_of(bytes); }) != "accepted";
  }
  CHECK(refused > 3000);
}
