// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include <ashlar/pictures/picture.hpp>

namespace ashlar::apps {

/// Whether what is printed has colours.
enum class Colouring { Auto, Always, Never };

/// Adds --colour always|never|auto, also spelled --color.
CLI::Option* add_colour_option(CLI::App& app, Colouring& colouring);

/// Colours for the standard output of this process. Auto: those of a terminal, none for a file or a
/// pipe, nor under mpirun, nor where NO_COLOR is set and not empty, nor on a terminal that calls
/// itself "dumb".
/// COLORTERM says whether a terminal has 24 bits.
pictures::TerminalColours colours_of(Colouring colouring);

}  // namespace ashlar::apps
