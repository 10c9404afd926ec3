// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/checkpoint_info.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>

#include <ashlar/base/error.hpp>

#include "io/checkpoint_files.hpp"
#include "io/crc32.hpp"
#include "io/formats/lines.hpp"

using namespace ashlar;
using namespace ashlar::io;

namespace {

CheckpointInfo example() {
  return {.members = {{.name = "A",
                       .file = "A.npy",
                       .dtype = DType::Float64,
                       .order = StorageOrder::Fortran,
                       .layout = Layout({.shape = {9, 7},
                                         .block = {2, 3},
                                         .grid = {2, 3},
                                         .source = {1, 2},
                                         .grid_order = GridOrder::Column}),
                       .bytes = 128 + 9 * 7 * 8,
                       .chunk_bytes = 4096,
                       .checksums = {0xCBF43926}},
                      {.name = "b",
                       .file = "other.npy",
                       .dtype = DType::Int8,
                       .layout = Layout({.shape = {5000, 1}, .block = {64, 64}, .grid = {1, 1}}),
                       .bytes = 5128,
                       .chunk_bytes = 4096,
                       .checksums = {1, 2}}},
          .notes = {{"step", "100"}},
          .library = "ashlar 0.1.0",
          .time = "2026-11-23T08:15:00Z",
          .ranks = 6};
}

std::string refusal(const std::string& text) {
  try {
    io::detail::parse_checkpoint_json(text, "c/checkpoint.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

/// The example without the checksum of its text, with one part replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = io::detail::format_checkpoint_json(example());
  const std::size_t own = text.find("\"json_crc32\"");
  text.erase(own, text.find(',', own) - own + 1);
  const std::size_t at = text.find(from);
  CHECK_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("checkpoint.json: a written text is read back") {
  CHECK(io::detail::parse_checkpoint_json(io::detail::format_checkpoint_json(example()), "x") ==
        example());
  CHECK(io::detail::parse_checkpoint_json(with("", ""), "x") == example());
  CheckpointInfo odd = example();
  odd.notes = {{"json_crc32", "00000000"}, {"\"json_crc32\":\"", "ä\n\t\\\""}, {"", ""}};
  odd.members[0].name = "json_crc32";
  CHECK(io::detail::parse_checkpoint_json(io::detail::format_checkpoint_json(odd), "x") == odd);
  CHECK(io::detail::parse_checkpoint_json(io::detail::format_checkpoint_json({}), "x") ==
        CheckpointInfo{});
}

TEST_CASE("checkpoint.json: every changed byte is noticed") {
  const std::string good = io::detail::format_checkpoint_json(example());
  for (std::size_t at = 0; at < good.size(); ++at)
    for (const int bit : {0, 1, 4}) {
      std::string text = good;
      text[at] = static_cast<char>(text[at] ^ (1 << bit));
      std::string found = "refused";
      try {
        // Only an error in the key of the checksum is not detected: the file then has no checksum.
        if (io::detail::parse_checkpoint_json(text, "x") != example()) found = "another checkpoint";
        else found = "the same";
      } catch (const FileError&) {
      }
      CAPTURE(text);
      CHECK(found != "another checkpoint");
    }
}

TEST_CASE("checkpoint.json: everything malformed is refused with the reason in one sentence") {
  const std::string good = io::detail::format_checkpoint_json(example());
  struct Row {
    std::string text;
    const char* reason;
  };
  const Row rows[] = {
      {"", "not valid JSON"},
      {"{", "not valid JSON"},
      {good + "x", "not valid JSON"},
      {std::string(2'000'000, '['), "not valid JSON"},
      {"[]", "not a JSON object"},
      {"{}", "no field 'format'"},
      {good.substr(0, good.size() / 2), "not valid JSON"},
      {with("ashlar-checkpoint", "ashlar-pieces"), "does not describe a checkpoint"},
      {with("\"version\":1", "\"version\":2"), "another version"},
      {with("\"version\":1", "\"version\":1,\"json_crc32\":\"00000000\""), "was changed after"},
      {with("\"version\":1", "\"version\":1,\"json_crc32\":\"0\""), "was changed after"},
      {with("\"version\":1", "\"version\":1,\"json_crc32\":7"), "'json_crc32' is not a string"},
      {with("\"ranks\":6", "\"ranks\":-6"), "'ranks' must consist of integers"},
      {with("\"ranks\":6,", ""), "no field 'ranks'"},
      {with("\"time\":\"2026-11-23T08:15:00Z\"", "\"time\":8"), "'time' is not a string"},
      {with("\"library\"", "\"librarian\""), "no field 'library'"},
      {with("{\"step\":\"100\"}", "[]"), "'notes' is not a JSON object"},
      {with("\"100\"", "100"), "note 'step' is not a string"},
      {with("\"members\":[", "\"members\":3,\"x\":["), "'members' is not a list"},
      {with("\"members\":[{", "\"members\":[7,{"), "not a JSON object"},
      {with("\"name\":\"A\"", "\"name\":\"b\""), "two members 'b'"},
      {with("\"name\":\"A\"", "\"name\":\"\""), "1 to 100 bytes"},
      {with("\"name\":\"A\"", "\"name\":\"a/b\""), "slash"},
      {with("\"name\":\"A\"", "\"name\":\"" + std::string(101, 'x') + "\""), "1 to 100 bytes"},
      {with("\"name\":\"A\"", "\"name\":{}"), "'name' is not a string"},
      {with("A.npy", "other.npy"), "two members in the file 'other.npy'"},
      {with("A.npy", "../A.npy"), "not a .npy file of the folder"},
      {with("A.npy", "/etc/A.npy"), "not a .npy file of the folder"},
      {with("A.npy", ".A.npy"), "not a .npy file of the folder"},
      {with("A.npy", ".npy"), "not a .npy file of the folder"},
      {with("A.npy", "A.npy/"), "not a .npy file of the folder"},
      {with("A.npy", "A.npy\\u0000"), "not a .npy file of the folder"},
      {with("A.npy", "checkpoint.json"), "not a .npy file of the folder"},
      {with("A.npy", ""), "not a .npy file of the folder"},
      {with("float64", "float128"), "unknown dtype 'float128'"},
      {with("\"shape\":[9,7]", "\"shape\":[9,-7]"), "'shape' must consist of integers"},
      {with("\"shape\":[9,7]", "\"shape\":[4294967296,4294967296]"), "exceeds"},
      {with("\"shape\":[9,7]", "\"shape\":[1152921504606846975,1]"), "the elements of 'A' need"},
      {with("\"order\":\"F\"", "\"order\":\"X\""), "'order' is 'X'"},
      {with("\"block\":[2,3]", "\"block\":[0,3]"), "block is 0"},
      {with("\"grid\":[2,3]", "\"grid\":[1000000,1000000]"), "more than 1000000 processes"},
      {with("\"layout\":{", "\"layout\":7,\"x\":{"), "not a JSON object"},
      {with("\"bytes\":632", "\"bytes\":504"), "the elements of 'A' need 504"},
      {with("\"bytes\":632", "\"bytes\":9223372036854775807"), "the elements of 'A' need 504"},
      {with("\"chunk_bytes\":4096", "\"chunk_bytes\":0"), "less than 4096"},
      {with("\"chunk_bytes\":4096", "\"chunk_bytes\":-1"), "'chunk_bytes' must consist"},
      {with("[\"cbf43926\"]", "[]"), "'crc32' is not a list of 1 checksum"},
      {with("[\"cbf43926\"]", "[\"cbf43926\",\"cbf43926\"]"),
       "'crc32' is not a list of 1 checksum"},
      {with("\"cbf43926\"", "\"CBF43926\""), "'crc32' must consist of texts"},
      {with("\"cbf43926\"", "3421780262"), "'crc32' must consist of texts"},
  };
  for (const Row& row : rows) {
    const std::string message = refusal(row.text);
    CAPTURE(message);
    CAPTURE(row.reason);
    CHECK(message.find(row.reason) != std::string::npos);
    CHECK(message.rfind("c/checkpoint.json: ", 0) == 0);
    CHECK(message.size() < 300);
  }
}

TEST_CASE("checkpoint.json: random changes are read or refused, and nothing else happens") {
  const std::string good = with("", "");
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, random() % 20); break;
        default: text.insert(at, good.substr(random() % good.size(), random() % 20));
      }
    }
    refused += refusal(text) != "accepted" ? 1 : 0;
  }
  CHECK(refused > 2000);
}

TEST_CASE("checkpoint: elements of a range of bytes") {
  // 3 x 5 float64 after 128 bytes, element by element.
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran})
    for (Index first = 0; first < 248; first += 7)
      for (Index last = first + 1; last <= 248; last += 5) {
        const Section part = part_of_bytes({3, 5}, order, 128, 8, {first, last});
        Range lines{}, within{};
        for (Index k = 0; k < 15; ++k) {
          const Index length = order == StorageOrder::C ? 5 : 3;
          if (128 + 8 * k + 8 <= first || 128 + 8 * k >= last) continue;
          lines = ashlar::detail::hull(lines, {k / length, k / length + 1});
          within = ashlar::detail::hull(within, {k % length, k % length + 1});
        }
        const Index length = order == StorageOrder::C ? 5 : 3;
        if (lines.size() > 1) within = {0, length};
        CAPTURE(first);
        CAPTURE(last);
        CHECK(part == section_of(lines, within, order));
      }
  CHECK(part_of_bytes({0, 5}, StorageOrder::C, 128, 8, {0, 128}) == Section{});
  CHECK(part_of_bytes({5, 0}, StorageOrder::C, 128, 8, {0, 128}) == Section{});
}
