// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <numeric>
#include <vector>

#include <ashlar/mpi/datatype.hpp>
#include <ashlar/mpi/pack.hpp>

namespace ashlar::test {

using Indices = std::vector<std::int32_t>;

/// Indices of the elements that a type selects from an array of `count` 32-bit integers, in message
/// order: MPI packs an array of 0, 1, 2, …
inline Indices packed_indices(const mpi::Datatype& type, Index count) {
  Indices numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto bytes = mpi::pack(mpi::CommunicatorView::self(), numbers.data(), type);
  Indices packed(bytes.size() / sizeof(std::int32_t));
  if (!bytes.empty()) std::memcpy(packed.data(), bytes.data(), bytes.size());
  return packed;
}

/// The same indices from the library's typemap.
inline Indices mapped_indices(mpi::DatatypeView type) {
  Indices indices;
  for (const auto& entry : mpi::DatatypeView(type).typemap())
    indices.push_back(
        static_cast<std::int32_t>(entry.displacement / static_cast<Index>(sizeof(std::int32_t))));
  return indices;
}

/// The text of the ArgumentError or OverflowError of `f`; "" without an error.
template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const ArgumentError& error) {
    return error.what();
  } catch (const OverflowError& error) {
    return error.what();
  }
  return "";
}

}  // namespace ashlar::test
