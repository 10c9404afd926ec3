// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::apps {

/// Options for matrices as numbers.
struct ShowNumbers {
  Index digits = 8;
  bool all = false, json = false;
};

/// Prints a section of a matrix file in NumPy's form or as JSON, on rank 0.
/// @param hints  of the file
/// @collective over `world`
void show_numbers(mpi::CommunicatorView world, const std::string& path, const io::FileHints& hints,
                  Section part, const ShowNumbers& options);

}  // namespace ashlar::apps
