// SPDX-License-Identifier: BSD-3-Clause
// Elements are copied bytewise, so they must not own resources.
// error: keep objects that own memory beside the matrix
#include <string>

#include <ashlar/matrix/dist_array.hpp>

#ifdef MISTAKE
int dimensions(const ashlar::DistArray<std::string>& names) { return names.ndims(); }
#endif
int dimensions_of_flags(const ashlar::DistArray<bool>& flags) { return flags.ndims(); }
