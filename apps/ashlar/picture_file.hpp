// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <ashlar/pictures/picture.hpp>

namespace ashlar::apps {

/// Output file of a picture.
struct PictureFile {
  std::string path;  ///< empty: no picture
  bool force = false;
};

/// Adds -o, --output for a picture with the ending .svg, .png or .html, and --force. Returns the
/// first.
CLI::Option* add_picture_options(CLI::App& app, PictureFile& file);

/// Writes a picture to the file. [local]
/// @throws FileError, also if the file exists, unless forced
void write_picture(const PictureFile& file, const pictures::Picture& picture);

}  // namespace ashlar::apps
