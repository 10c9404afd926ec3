// SPDX-License-Identifier: BSD-3-Clause
// Many conversions in one start of MPI:  convert_many FILE
//
// Each line of FILE contains the options of one `ashlar convert`, as a JSON list of words. Rank 0
// prints a line for each: "ok", or the error.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/run.hpp>

#include "ashlar/commands.hpp"

namespace {

using namespace ashlar;

std::string outcome_of(mpi::CommunicatorView world, std::vector<std::string> words) {
  CLI::App app("convert_many", "ashlar");
  const apps::Command convert = apps::convert_command(app);
  std::ranges::reverse(words);
  words.emplace_back("convert");
  try {
    app.parse(words);
    convert.run(world);
    return "ok";
  } catch (const CLI::ParseError& error) {
    return error.what();
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [&](mpi::CommunicatorView world) {
    std::ifstream file(argv[1]);
    for (std::string line; std::getline(file, line);) {
      const std::string outcome = outcome_of(world, nlohmann::json::parse(line));
      if (world.rank() == 0) fmt::print("{}\n", outcome);
    }
    return 0;
  });
}
