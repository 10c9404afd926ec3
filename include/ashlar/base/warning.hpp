// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar {

/// Handler of a warning: a sentence about what is no error, but hardly meant, such as values that
/// an Assembler lost or a solution without a right digit. It may be called by any thread, on any
/// rank, in a destructor; what it throws is passed over.
using WarningHandler = void (*)(const char* sentence);

/// Sets what hears the warnings of the library, which itself prints nothing; null, as at the start:
/// nobody. Returns the one before. `ashlar::run` sets one that writes to the standard error, if
/// there is none. [local]
/// @example set_warning_handler([](const char* text) { std::cerr << "warning: " << text << '\n';
/// });
WarningHandler set_warning_handler(WarningHandler handler) noexcept;

/// Hands `sentence` to the warning handler. [local]
void warn(const std::string& sentence) noexcept;

}  // namespace ashlar
