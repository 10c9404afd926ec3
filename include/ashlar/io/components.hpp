// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace ashlar {

/// Dependency of the library, or a component selected at run time.
struct Component {
  std::string name;
  std::string version;  ///< one line; may be empty
};

/// Dependencies in this process: MPI, BLAS, ScaLAPACK, the optional file libraries that are built
/// in, and the instruction set of the kernels. Needs no MPI_Init. [local]
std::vector<Component> components();

}  // namespace ashlar
