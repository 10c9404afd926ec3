// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <ashlar/io/files.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "picture_file.hpp"
#include "support/colours.hpp"

namespace ashlar::apps {

/// Options for matrices as pictures.
struct ShowPicture {
  bool spy = false, heat = false, modulus = false;
  PictureFile file;  ///< empty: in the terminal
  Colouring colouring = Colouring::Auto;

  bool is_wanted() const { return spy || heat || modulus || !file.path.empty(); }
};

/// Adds --spy, --heat, --modulus, -o, --force, --colour. Returns the options that request a
/// picture.
std::vector<CLI::Option*> add_show_picture_options(CLI::App& app, ShowPicture& options);

/// Draws a section of a matrix file into a file or the terminal. @collective over `world`
/// @param hints  of the file
void show_picture(mpi::CommunicatorView world, const std::string& path, const io::FileHints& hints,
                  Section part, const ShowPicture& options);

}  // namespace ashlar::apps
