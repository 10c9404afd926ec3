// SPDX-License-Identifier: BSD-3-Clause

#include <doctest/doctest.h>

#include <random>
#include <string>

#include <ashlar/base/error.hpp>

#include "io/formats/formats.hpp"

using namespace ashlar;
using namespace ashlar::io;

namespace {

std::string refusal(const std::string& text) {
  try {
    io::parse_layout_json(text, "p/layout.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

const io::PiecesInfo example{.layout = Layout({.shape = {9, 7},
                                               .block = {2, 3},
                                               .grid = {2, 3},
                                               .source = {1, 2},
                                               .grid_order = GridOrder::Column}),
                             .dtype = DType::Complex64};

const std::string good_layout =
    "{\"format\":\"ashlar-pieces\",\"version\":1,\"shape\":[9,7],\"dtype\":\"complex64\","
    "\"block\":[2,3],\"grid\":[2,3],\"source\":[1,2],\"order\":\"col\"}\n";

}  // namespace

TEST_CASE("layout.json: the documented fields are read") {
  CHECK(io::parse_layout_json(good_layout, "x") == example);
  CHECK(io::parse_layout_json(R"({"format":"ashlar-pieces","version":1,"shape":[5,5],)"
                              R"("dtype":"int8","block":[1,2],"grid":[3,2],"source":[0,0],)"
                              R"("order":"row","ranks":[7,0,3,9,1,4],"crc32":null})",
                              "x") ==
        io::PiecesInfo{.layout = Layout({.shape = {5, 5},
                                         .block = {1, 2},
                                         .grid = {3, 2},
                                         .grid_order = GridOrder::Row,
                                         .ranks = {7, 0, 3, 9, 1, 4}}),
                       .dtype = DType::Int8});
}

TEST_CASE("layout.json: everything malformed is refused with the reason in one sentence") {
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good_layout;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  struct Row {
    std::string text;
    const char* reason;
  };
  const Row rows[] = {
      {"", "not valid JSON"},
      {"{", "not valid JSON"},
      {good_layout + "x", "not valid JSON"},
      {std::string(2'000'000, '['), "not valid JSON"},
      {"[]", "not a JSON object"},
      {"3", "not a JSON object"},
      {"{}", "no field 'format'"},
      {with("ashlar-pieces", "other"), "does not describe pieces"},
      {with("\"version\":1", "\"version\":2"), "another version"},
      {with("\"shape\":[9,7],", ""), "no field 'shape'"},
      {with("[9,7]", "[9]"), "'shape' is not a list of two"},
      {with("[9,7]", "[9,7,1]"), "'shape' is not a list of two"},
      {with("[9,7]", "\"9x7\""), "'shape' is not a list of two"},
      {with("[9,7]", "[9,-7]"), "'shape' must consist of integers"},
      {with("[9,7]", "[9,7.5]"), "'shape' must consist of integers"},
      {with("[9,7]", "[9,1e400]"), "JSON"},
      {with("[9,7]", "[9,18446744073709551615]"), "'shape' must consist of integers"},
      {with("[9,7]", "[9,null]"), "'shape' must consist of integers"},
      {with("[9,7]", "[4294967296,4294967296]"), "exceeds"},
      {with("complex64", "float16"), "unknown dtype 'float16'"},
      {with("\"complex64\"", "64"), "'dtype' is not a string"},
      {with("\"block\":[2,3]", "\"block\":[0,3]"), "block is 0"},
      {with("\"grid\":[2,3]", "\"grid\":[2,0]"), "grid"},
      {with("\"grid\":[2,3]", "\"grid\":[1000000,1000000]"), "more than 1000000 processes"},
      {with("\"grid\":[2,3]", "\"grid\":[2147483648,1]"), "'grid' must consist of integers"},
      {with("[1,2]", "[2,0]"), "source process is 2"},
      {with("\"col\"", "\"diagonal\""), "'order' is 'diagonal'"},
      {with("\"col\"", "\"col\",\"ranks\":3"), "'ranks' is not a list"},
      {with("\"col\"", "\"col\",\"ranks\":[]"), "'ranks' are empty"},
      {with("\"col\"", "\"col\",\"ranks\":[0,1,2]"), "rank"},
      {with("\"col\"", "\"col\",\"ranks\":[0,1,2,3,4,4]"), "rank"},
      {with("\"col\"", "\"col\",\"ranks\":[0,1,2,3,4,-5]"), "'ranks' must consist of integers"},
  };
  for (const Row& row : rows) {
    const std::string message = refusal(row.text);
    CAPTURE(message);
    CAPTURE(row.reason);
    CHECK(message.find(row.reason) != std::string::npos);
    CHECK(message.rfind("p/layout.json: ", 0) == 0);
    CHECK(message.size() < 300);
  }
}

TEST_CASE("layout.json: 20000 random mutations are read or refused, never anything else") {
  const unsigned seed = 20260608;
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string pool[] = {
      "{", "}", "[", "]", "null", "-1", "1e9", "\"", ",", "\\u0000", "999999999999999999999"};
  int accepted = 0, refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = good_layout;
    for (std::size_t change = 1 + below(3); change > 0 && !text.empty(); --change) {
      const std::size_t at = below(text.size());
      const std::size_t kind = below(3);
      if (kind == 0) text[at] = static_cast<char>(random());
      if (kind == 1) text.erase(at, 1 + below(4));
      if (kind == 2) text.insert(at, pool[below(std::size(pool))]);
    }
    try {
      io::parse_layout_json(text, "x");
      ++accepted;
    } catch (const FileError&) {
      ++refused;
    }
  }
  CHECK(accepted > 20);
  CHECK(refused > 1000);
}
