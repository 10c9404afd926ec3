// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::io::hdf5 {

/// Fault of a new dataset path, in words after "the dataset name ", or empty.
std::string dataset_name_refusal(const std::string& inside);

/// MATLAB name: a letter, then letters, digits and underscores, 63 at most.
bool is_matlab_name(const std::string& name);

/// MATLAB name from a file's stem, with underscores for invalid characters.
std::string matlab_name_of(const std::string& file);

}  // namespace ashlar::io::hdf5
