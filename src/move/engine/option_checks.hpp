// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/error.hpp>
#include <ashlar/move/plan_options.hpp>

namespace ashlar::detail {

/// Longest piece: message sizes of MPI are of type int.
inline constexpr Index most_piece_bytes = Index{1} << 30;

/// @param caller  prefix of the error text
/// @throws ArgumentError unless least <= piece_bytes <= most_piece_bytes
inline void expect_piece_bytes(const char* caller, Index piece_bytes, Index least = 1) {
  expect(least <= piece_bytes && piece_bytes <= most_piece_bytes, caller, ": piece_bytes is ",
         piece_bytes, ", but must lie between ", least, " and 2^30");
}

/// @throws ArgumentError unless the transport is one of its enumerators
inline void expect_transport(const char* caller, Transport transport) {
  expect(Transport::Automatic <= transport && transport <= Transport::Datatypes, caller,
         ": transport is number ", static_cast<int>(transport), ", but there are 0 to ",
         static_cast<int>(Transport::Datatypes), "; leave it Automatic");
}

}  // namespace ashlar::detail
