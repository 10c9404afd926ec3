// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include <ashlar/io/image.hpp>

namespace ashlar::apps {

/// Where a picture goes.
struct PictureFile {
  std::string path;  ///< empty: no picture is drawn
  bool force = false;
};

/// Adds -o, --output for a picture, whose name ends in .svg, .png or .html, and --force. Returns
/// the first.
CLI::Option* add_picture_options(CLI::App& app, PictureFile& file);

/// The three kinds of a picture; only the one that is asked for is drawn.
struct Drawers {
  std::function<std::string()> svg;
  std::function<io::Image()> image;
  std::function<std::string()> page;
};

/// Draws what the ending of the name says, and writes it. [local]
/// @throws FileError, also if the file exists, unless forced
void write_picture(const PictureFile& file, const Drawers& drawers);

}  // namespace ashlar::apps
