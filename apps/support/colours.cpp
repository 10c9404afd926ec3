// SPDX-License-Identifier: BSD-3-Clause
#include "colours.hpp"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "launcher.hpp"
#include "options.hpp"

namespace ashlar::apps {
namespace {

/// True if an MPI launcher started this process: the launcher may connect its output to a terminal
/// and write that to a file.
bool is_launched() {
  constexpr const char* names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
  return std::any_of(std::begin(names), std::end(names),
                     [](const char* name) { return !variable(name).empty(); });
}

// Evaluated before main: MPI sets these variables also in processes started alone.
const bool was_launched = is_launched();

}  // namespace

CLI::Option* add_colour_option(CLI::App& app, Colouring& colouring) {
  return add_parsed_option(
      app, "--colour,--color", colouring, "always|never|auto",
      "colours in the text; auto if not given: on a terminal, unless NO_COLOR is set",
      [](const std::string& word) -> std::optional<Colouring> {
        if (word == "auto") return Colouring::Auto;
        if (word == "always") return Colouring::Always;
        if (word == "never") return Colouring::Never;
        return std::nullopt;
      });
}

pictures::TerminalColours colours_of(Colouring colouring) {
  if (colouring == Colouring::Never) return pictures::TerminalColours::None;
  const bool has_colours = isatty(STDOUT_FILENO) == 1 && !was_launched &&
                           variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  if (colouring == Colouring::Auto && !has_colours) return pictures::TerminalColours::None;
  const std::string_view depth = variable("COLORTERM");
  return depth == "truecolor" || depth == "24bit" ? pictures::TerminalColours::True
                                                  : pictures::TerminalColours::Palette;
}

}  // namespace ashlar::apps
