// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::apps {

/// How the numbers of a matrix are shown.
struct ShowNumbers {
  Index digits = 8;
  bool all = false, json = false;
};

/// Prints a part of a matrix file as NumPy prints it, or as JSON. Rank 0 speaks.
/// @param hints  of the file
/// @collective over `world`
void show_numbers(mpi::CommunicatorView world, const std::string& path, const io::FileHints& hints,
                  Section part, const ShowNumbers& options);

}  // namespace ashlar::apps
