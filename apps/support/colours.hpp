// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include <ashlar/pictures/picture.hpp>

namespace ashlar::apps {

/// Colours of the output.
enum class Colouring { Auto, Always, Never };

/// Adds --colour always|never|auto, also spelled --color.
CLI::Option* add_colour_option(CLI::App& app, Colouring& colouring);

/// Colours for the standard output of this process. Auto selects the terminal's colours, but none
/// for a file or a pipe, under mpirun, with a non-empty NO_COLOR, or on a "dumb" terminal.
/// COLORTERM selects 24 bits.
pictures::TerminalColours colours_of(Colouring colouring);

}  // namespace ashlar::apps
