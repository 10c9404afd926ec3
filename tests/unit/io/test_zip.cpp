// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>
#include <zlib.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "io/zip.hpp"
#include "support/text_source.hpp"

using namespace ashlar;
using namespace ashlar::io;
using ashlar::test::refusal_of;
using ashlar::test::TextSource;

namespace {

std::string number(std::uint64_t value, int width) {
  std::string bytes;
  for (int k = 0; k < width; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  return bytes;
}

std::uint32_t crc_of(const std::string& data) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())));
}

std::string deflated(const std::string& data) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, data.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  deflateEnd(&stream);
  return packed.substr(0, stream.total_out);
}

struct File {
  std::string name, data;
  bool packed = false;
  bool wide = false;  // sizes in zip64 fields
  bool late = false;  // sizes in a descriptor after the data
};

/// Sizes and offset in a zip64 field.
std::string wide_field(const std::vector<std::uint64_t>& values) {
  std::string field = number(1, 2) + number(8 * values.size(), 2);
  for (const std::uint64_t value : values) field += number(value, 8);
  return field;
}

/// An archive by the specification, assembled byte by byte.
std::string zip(const std::vector<File>& files, bool wide_end = false,
                const std::string& comment = "") {
  std::string archive, directory;
  for (const File& file : files) {
    const std::string stored = file.packed ? deflated(file.data) : file.data;
    const std::uint64_t size = file.data.size(), packed = stored.size(), at = archive.size();
    const auto narrow = [&](std::uint64_t value) {
      return number(file.wide ? 0xffff'ffffU : value, 4);
    };
    const std::string kind =
        number(file.late ? 8 : 0, 2) + number(file.packed ? 8 : 0, 2) + number(0, 4);
    const std::string extra = file.wide ? wide_field({size, packed}) : "";
    const std::string far =
        file.wide ? "\x99\x99" + number(2, 2) + "ab" + wide_field({size, packed, at}) : "";
    const std::string checked = number(crc_of(file.data), 4);
    archive += "PK\3\4" + number(20, 2) + kind +
               (file.late ? number(0, 12) : checked + narrow(packed) + narrow(size)) +
               number(file.name.size(), 2) + number(extra.size(), 2) + file.name + extra + stored;
    if (file.late) archive += "PK\7\10" + checked + number(packed, 4) + number(size, 4);
    directory += "PK\1\2" + number(20, 2) + number(20, 2) + kind + checked + narrow(packed) +
                 narrow(size) + number(file.name.size(), 2) + number(far.size(), 2) +
                 number(0, 10) + narrow(at) + file.name + far;
  }
  const std::uint64_t at = archive.size(), count = files.size();
  archive += directory;
  if (wide_end) {
    const std::uint64_t end = archive.size();
    archive += "PK\6\6" + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) +
               number(count, 8) + number(count, 8) + number(directory.size(), 8) + number(at, 8);
    archive += "PK\6\7" + number(0, 4) + number(end, 8) + number(1, 4);
    archive += "PK\5\6" + number(0, 4) + number(0xffff, 2) + number(0xffff, 2) +
               number(0xffff'ffff, 4) + number(0xffff'ffff, 4);
  } else {
    archive += "PK\5\6" + number(0, 4) + number(count, 2) + number(count, 2) +
               number(directory.size(), 4) + number(at, 4);
  }
  return archive + number(comment.size(), 2) + comment;
}

std::string with(std::string bytes, std::size_t at, const std::string& other) {
  return bytes.replace(at, other.size(), other);
}

std::string numbers(std::size_t count, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < count) text += std::to_string(random() % 1000) + " ";
  text.resize(count);
  return text;
}

/// Reads the whole of each member.
std::vector<std::string> unpacked(const std::string& bytes) {
  const auto archive = std::make_shared<TextSource>(bytes);
  std::vector<std::string> contents;
  for (const ZipMember& member : read_zip_directory(*archive)) {
    const auto source = open_zip_member(archive, member, "x:" + member.name);
    contents.push_back(source->read_prefix(source->size()));
  }
  return contents;
}

}  // namespace

TEST_CASE("zip: members are read whole, stored or deflated, with narrow and wide sizes") {
  const std::string text = numbers(300'000);
  for (const bool wide_end : {false, true})
    for (const std::string comment : {"", "a comment with PK\5\6 in it, and more than 22 bytes"}) {
      const std::vector<File> files = {{.name = "a.npy", .data = text},
                                       {.name = "", .data = ""},
                                       {.name = "b", .data = text, .packed = true},
                                       {.name = "c", .data = text, .wide = true},
                                       {.name = "d", .data = "", .packed = true, .wide = true},
                                       {.name = "e", .data = text, .packed = true, .late = true},
                                       {.name = "f", .data = "short", .late = true}};
      const std::string bytes = zip(files, wide_end, comment);
      const TextSource archive(bytes);
      const auto members = read_zip_directory(archive);
      const auto contents = unpacked(bytes);
      REQUIRE(members.size() == files.size());
      for (std::size_t k = 0; k < files.size(); ++k) {
        CHECK(members[k].name == files[k].name);
        CHECK(members[k].bytes == std::ssize(files[k].data));
        CHECK(contents[k] == files[k].data);
      }
    }
  CHECK(unpacked(zip({})).empty());
}

TEST_CASE("zip: any part of a member is read, in any order") {
  const std::string text = numbers(250'000);
  const auto archive = std::make_shared<TextSource>(
      zip({{.name = "s", .data = text}, {.name = "d", .data = text, .packed = true}}));
  std::mt19937 random(3);
  for (const ZipMember& member : read_zip_directory(*archive)) {
    const auto source = open_zip_member(archive, member, "x");
    bool same = true;
    for (int round = 0; round < 60; ++round) {
      const std::size_t at = random() % text.size(), count = random() % (text.size() - at + 1);
      std::string part(count, '\0');
      source->read(static_cast<Index>(at), part.data(), std::ssize(part));
      same = same && part == text.substr(at, count);
    }
    CHECK(same);
    CHECK_THROWS_AS(source->read(std::ssize(text), nullptr, 1), FileError);
  }
}

TEST_CASE("zip: a wrong checksum is an error after a full read, in any number of parts") {
  const std::string text = numbers(100'000);
  for (const bool packed : {false, true}) {
    const std::string good = zip({{.name = "x", .data = text, .packed = packed}});
    const std::string bad_sum = number(crc_of(text) ^ 1U, 4);
    const std::size_t entry = good.rfind("PK\1\2");
    const auto archive =
        std::make_shared<TextSource>(with(with(good, 14, bad_sum), entry + 16, bad_sum));
    const auto source = open_zip_member(archive, read_zip_directory(*archive).front(), "x");
    std::string part(60'000, '\0');
    source->read(0, part.data(), 60'000);
    for (int round = 0; round < 2; ++round)
      CHECK(refusal_of([&] { source->read(60'000, part.data(), 40'000); }).find("checksum") !=
            std::string::npos);
    // The undamaged part is readable.
    source->read(50'000, part.data(), 40'000);
    CHECK(part.substr(0, 40'000) == text.substr(50'000, 40'000));
  }
}

TEST_CASE("zip: everything malformed is refused with the reason in one sentence") {
  const std::string data = numbers(1000), packed = deflated(data);
  const std::string stored = zip({{.name = "x", .data = data}});
  const std::string small = zip({{.name = "x", .data = data, .packed = true}});
  const std::string wide = zip({{.name = "x", .data = data, .wide = true}}, true);
  const std::string two = zip({{.name = "x", .data = data}, {.name = "y", .data = data}});
  const std::size_t entry = stored.rfind("PK\1\2"), end = stored.rfind("PK\5\6");
  const std::size_t small_entry = small.rfind("PK\1\2");
  const std::size_t wide_entry = wide.rfind("PK\1\2"), wide_end = wide.rfind("PK\6\6"),
                    locator = wide.rfind("PK\6\7");
  const std::size_t first = two.find("PK\1\2"), second = two.rfind("PK\1\2");
  /// Replaces bytes in both headers of the only member.
  const auto both = [](const std::string& bytes, std::size_t in_header, const std::string& other) {
    return with(with(bytes, in_header, other), bytes.rfind("PK\1\2") + in_header + 2, other);
  };
  struct Row {
    std::string bytes;
    const char* reason;
  };
  const Row rows[] = {
      {"", "not a zip archive"},
      {"PK\5\6", "not a zip archive"},
      {std::string(21, '\0'), "not a zip archive"},
      {std::string(200'000, 'P'), "not a zip archive"},
      {"\x93NUMPY and so on, long enough for a directory", "not a zip archive"},
      {stored.substr(0, stored.size() - 1), "not a zip archive"},
      {stored.substr(0, end), "not a zip archive"},
      {stored + "x", "not a zip archive"},
      {stored.substr(1), "does not end where"},
      {"x" + stored, "does not end where"},
      {with(stored, end + 4, number(1, 2)), "several disks"},
      {with(stored, end + 6, number(1, 2)), "several disks"},
      {with(stored, end + 8, number(2, 2)), "several disks"},
      {with(stored, end + 8, number(2, 2) + number(2, 2)), "fewer members"},
      {with(stored, end + 8, number(0, 2) + number(0, 2)), "more members"},
      {with(stored, end + 8, number(0xffff, 2) + number(0xffff, 2)), "fewer members"},
      {with(stored, end + 12, number(1 << 30, 4)), "claims 1073741824 bytes"},
      {with(stored, end + 12, number(0xffff'ffff, 4)), "claims 4294967295 bytes"},
      {with(stored, end + 12, number(46, 4)), "does not end where"},
      {with(stored, end + 16, number(0xffff'fffe, 4)), "the place of its directory"},
      {with(stored, end + 16, number(0, 4)), "does not end where"},
      {with(stored, entry, "PK\1\3"), "fewer members"},
      {with(stored, entry + 28, number(2, 2)), "exceeds its directory"},
      {with(stored, entry + 30, number(1, 2)), "exceeds its directory"},
      {with(stored, entry + 32, number(60000, 2)), "exceeds its directory"},
      {with(stored, entry + 34, number(3, 2)), "several disks"},
      {with(stored, entry + 20, number(0x7fff'ffff, 4)), "a member's size"},
      {with(stored, entry + 20, number(0xffff'ffff, 4)), "zip64 size is missing"},
      {with(stored, entry + 42, number(0xffff'ffff, 4)), "zip64 size is missing"},
      {with(stored, entry + 42, number(5000, 4)), "a member's place"},
      {with(stored, entry + 42, number(1, 4)), "overlaps"},
      {with(stored, entry + 20, number(1001, 4) + number(1001, 4)), "overlaps"},
      {with(stored, entry + 24, number(999, 4)), "two sizes"},
      {with(stored, entry + 20, number(999, 4) + number(999, 4)), "contradicts"},
      {with(stored, entry + 16, number(1, 4)), "contradicts"},
      {with(stored, entry + 46, "y"), "contradicts"},
      {with(stored, 30, "y"), "contradicts"},
      {with(stored, 0, "PK\3\5"), "is not at its recorded offset"},
      {with(stored, 26, number(2, 2)), "is not at its recorded offset"},
      {with(stored, 28, number(9, 2)), "is not at its recorded offset"},
      {with(stored, 18, number(1, 4)), "contradicts"},
      {with(stored, 18, number(0xffff'ffff, 4)), "contradicts"},
      {with(stored, 8, number(8, 2)), "contradicts"},
      {both(stored, 6, number(1, 2)), "is encrypted"},
      {both(stored, 6, number(65, 2)), "is encrypted"},
      {with(stored, 6, number(1, 2)), "contradicts"},
      {both(stored, 8, number(12, 2)), "packed by method 12"},
      {both(stored, 8, number(99, 2)), "packed by method 99"},
      {both(stored, 8, number(8, 2)), "malformed"},
      {both(stored, 14, number(77, 4)), "checksum"},
      {with(stored, 40, "?"), "checksum"},
      {with(two, second + 42, number(0, 4)), "overlaps"},
      {with(two, second + 42, number(500, 4)), "overlaps"},
      {with(two, first + 42, number(1032, 4)), "overlaps"},
      {with(small, 31, "\x07"), "malformed"},
      {with(small, 31 + packed.size() / 2, "\xff\xff\xff\xff\xff\xff"), ""},
      {both(small, 22, number(999, 4)), "longer unpacked"},
      {both(small, 22, number(1001, 4)), "shorter unpacked"},
      {both(small, 22, number(0x7fff'ffff, 4)), "cannot become"},
      {with(both(small, 18, number(packed.size() - 1, 4)), 0, "PK\3\4"), "cut short"},
      {both(zip({{.name = "x", .data = packed + "surplus"}}), 8,
            number(8, 2) + number(0, 4) + number(crc_of(data), 4) + number(packed.size() + 7, 4) +
                number(data.size(), 4)),
       "end before their recorded size"},
      {with(small, small_entry + 24, number(1001, 4)), "contradicts"},
      {with(wide, wide_end, "PK\6\5"), "zip64 record is missing"},
      {with(wide, locator + 8, number(~0ULL, 8)), "the place of its zip64 record"},
      {with(wide, locator + 16, number(2, 4)), "several disks"},
      {with(wide, locator, "PK\6\6"), "claims 4294967295 bytes"},
      {with(wide, wide_end + 16, number(1, 4)), "several disks"},
      {with(wide, wide_end + 32, number(~0ULL, 8)), "several disks"},
      {with(wide, wide_end + 24, number(~0ULL, 8) + number(~0ULL, 8)), "fewer members"},
      {with(wide, wide_end + 40, number(~0ULL, 8)), "claims 18446744073709551615 bytes"},
      {with(wide, wide_end + 48, number(~0ULL, 8)), "the place of its directory"},
      {with(wide, wide_entry + 47 + 6 + 4, number(~0ULL, 8)), "a member's unpacked size"},
      {with(wide, wide_entry + 47 + 6 + 12, number(~0ULL, 8)), "a member's size"},
      {with(wide, wide_entry + 47 + 6 + 20, number(~0ULL, 8)), "a member's place"},
      {with(wide, wide_entry + 47 + 6, number(2, 2)), "zip64 size is missing"},
      {with(wide, wide_entry + 47 + 6 + 2, number(16, 2)), "zip64 size is missing"},
      {with(wide, wide_entry + 47 + 2, number(200, 2)), "zip64 size is missing"},
      {with(wide, 31 + 4, number(7, 8)), "contradicts"},
  };
  for (const Row& row : rows) {
    const std::string message = refusal_of([&] { unpacked(row.bytes); });
    CAPTURE(message);
    CAPTURE(row.reason);
    CHECK(message.find(row.reason) != std::string::npos);
    CHECK(message != "accepted");
    CHECK(message.size() < 300);
    CHECK(message.find('\n') == std::string::npos);
  }
}

TEST_CASE("zip: 20000 random mutations are read or refused, never anything else") {
  const std::string starts[] = {
      zip({{.name = "x", .data = numbers(300)},
           {.name = "y", .data = numbers(300), .packed = true}}),
      zip({{.name = "x", .data = numbers(300), .packed = true, .wide = true}}, true)};
  std::mt19937_64 random(11);
  int accepted = 0, refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = starts[random() % 2];
    for (std::size_t change = 0; change < 1 + random() % 3; ++change) {
      const std::size_t at = random() % bytes.size();
      if (random() % 4 == 0) bytes.erase(at, 1 + random() % 8);
      else bytes[at] = static_cast<char>(random());
    }
    const std::string message = refusal_of([&] { unpacked(bytes); });
    (message == "accepted" ? accepted : refused) += 1;
  }
  CHECK(accepted > 100);
  CHECK(refused > 1000);
}
