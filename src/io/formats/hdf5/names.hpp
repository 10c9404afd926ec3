// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::io::hdf5 {

/// Why no dataset can have the path `inside` in a new file, in words that follow "the dataset name
/// "; empty if one can.
std::string dataset_name_refusal(const std::string& inside);

/// Name of a MATLAB variable: a letter, then letters, digits and underscores, 63 at most.
bool is_matlab_name(const std::string& name);

/// MATLAB variable for a file: its stem, with what a name cannot have replaced by underscores.
std::string matlab_name_of(const std::string& file);

}  // namespace ashlar::io::hdf5
