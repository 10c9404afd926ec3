// SPDX-License-Identifier: BSD-3-Clause
#include "cell.hpp"

#include <cstdlib>
#include <sstream>

#include <ashlar/base/concat.hpp>

namespace ashlar::test {

std::string Cell::to_string() const {
  return concat(what, ' ', type, ' ', n, ' ', block, ' ', ashlar::to_string(algorithm), ' ', seed);
}

std::optional<Cell> Cell::from_string(const std::string& line) {
  Cell cell;
  std::string algorithm;
  std::istringstream words(line);
  words >> cell.what >> cell.type >> cell.n >> cell.block >> algorithm >> cell.seed;
  const auto known = algorithm_from_string(algorithm);
  if (!words || !known) return std::nullopt;
  cell.algorithm = *known;
  return cell;
}

Wanted wanted() {
  Wanted result;
  if (const char* seed = std::getenv("ASHLAR_TEST_SEED"))
    result.seed = static_cast<unsigned>(std::strtoul(seed, nullptr, 10));
  if (const char* cells = std::getenv("ASHLAR_TEST_CELLS"))
    result.cells = std::string(cells) == "all" ? -1 : std::atoi(cells);
  if (const char* cell = std::getenv("ASHLAR_TEST_CELL")) {
    result.only = Cell::from_string(cell);
    if (!result.only) result.only.emplace().what = concat("unreadable \"", cell, "\"");
  }
  return result;
}

}  // namespace ashlar::test
