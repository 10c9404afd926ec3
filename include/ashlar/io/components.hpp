// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace ashlar {

/// A library below this one, or a part of it that is chosen when the program runs.
struct Component {
  std::string name;
  std::string version;  ///< a line, as the component tells it; empty where it does not
};

/// What runs under this library in this process: MPI, BLAS, ScaLAPACK, those optional libraries of
/// files that are built in, and the instruction set of the kernels. Needs no initialisation.
/// [local]
std::vector<Component> components();

}  // namespace ashlar
