// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

// Allocations of a program that links allocations.cpp, which replaces operator new.

namespace ashlar::test {

/// Allocations of this rank so far.
std::size_t allocations();
/// From now on allocations of `bytes` or more fail. @param bytes  0: none does
void fail_allocations_from(std::size_t bytes);
/// The allocation number `count` from now on fails, and no other: 1 is the next one. 0: none does
void fail_allocation(std::size_t count);
/// True if fail_allocation made one fail.
bool has_failed_allocation();

}  // namespace ashlar::test
