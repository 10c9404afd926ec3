// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/linalg/options.hpp>

namespace ashlar::python {

/// Sentences of the last call of linear algebra on its algorithm and moved operands.
std::string& last_note();

/// Options of one call, whose note becomes the last one.
/// @throws ArgumentError for an unknown name
LinalgOptions noted(const std::string& algorithm);

}  // namespace ashlar::python
