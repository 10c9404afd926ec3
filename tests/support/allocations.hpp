// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

// Allocations of a program that links allocations.cpp, which replaces operator new.

namespace ashlar::test {

/// Allocations of this rank so far.
std::size_t allocations();
/// Makes all further allocations of `bytes` or more fail. @param bytes  0: none fails
void fail_allocations_from(std::size_t bytes);
/// Makes only the `count`-th further allocation fail, counted from 1. @param count  0: none fails
void fail_allocation(std::size_t count);
/// True if fail_allocation made one fail.
bool has_failed_allocation();
/// Makes all further allocations of `bytes` or more end before a page that cannot be read: an
/// access beyond them ends the program. @param bytes  0: none
void guard_allocations_from(std::size_t bytes);

}  // namespace ashlar::test
