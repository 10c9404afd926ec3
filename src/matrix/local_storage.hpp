// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/matrix/storage_options.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Target of a pointer without elements: ScaLAPACK and MPI require a valid pointer.
inline std::byte* placeholder() {
  alignas(64) static std::byte nothing[64];
  return nothing;
}

inline bool is_aligned(const std::byte* pointer, ElementType element) {
  return reinterpret_cast<std::uintptr_t>(pointer) %
             static_cast<std::uintptr_t>(element.alignment()) ==
         0;
}

inline constexpr const char *size_in_elements = "the size of a local block in elements",
                            *size_in_bytes = "the size of a local block in bytes";

inline void expect_members(const char* function, mpi::CommunicatorView comm, Index required_size) {
  expect(!comm.is_null(), function, ": the communicator is null; only its members make a matrix");
  expect(required_size <= comm.size(), function, ": the distribution names rank ",
         required_size - 1, ", but the communicator has only ", counted(comm.size(), "rank"),
         "; distribute over fewer ranks or start more");
}

inline void expect_order(const char* function, StorageOrder order) {
  expect(order == StorageOrder::Fortran || order == StorageOrder::C, function,
         ": the storage order is number ", static_cast<int>(order),
         ", but must be StorageOrder::Fortran or StorageOrder::C");
}

/// @throws ArgumentError if the options set an order
inline void expect_no_order(const char* what, const char* why, const StorageOptions& options) {
  expect(options.order == StorageOrder::Fortran, what, ": StorageOptions::order is for matrices; ",
         why);
}

/// @param ranks  available ranks
/// @throws ArgumentError if a layout for several ranks has no grid
inline void expect_grid(const char* what, const Layout& layout, Index ranks) {
  expect(ranks == 1 || layout.has_grid(), what, ": the layout has no grid, so that one of ",
         counted(ranks, "rank"),
         " would have everything; name it (.grid = {rows, columns}), take "
         "ProcessGrid::balanced(comm).layout(shape), or give .grid = {1, 1} if that is meant");
}

/// Memory for this rank's elements, zeroed unless `options` disable it.
/// @param bytes  [local]
/// @throws OutOfMemory on all ranks
/// @collective over `comm`
inline mpi::Storage local_storage(mpi::CommunicatorView comm, Index bytes,
                                  const StorageOptions& options) {
  mpi::Storage storage = mpi::Context::of(comm).allocate(bytes, options.kind);
  // Zero of every element type has zero bits.
  if (options.init == Init::Zero && !storage.is_fresh())
    std::memset(storage.data(), 0, static_cast<std::size_t>(bytes));
  return storage;
}

}  // namespace ashlar::detail
