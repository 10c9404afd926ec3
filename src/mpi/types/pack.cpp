// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/pack.hpp>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar::mpi {

std::vector<std::byte> pack(CommunicatorView comm, const void* data, const Datatype& type) {
  // MPI rejects null buffers even for zero bytes.
  if (checked_int(type.size(), "number of bytes to pack") == 0) return {};
  int capacity = 0, filled = 0;
  check(MPI_Pack_size(1, type.native(), comm.native(), &capacity), "MPI_Pack_size");
  std::vector<std::byte> bytes(static_cast<std::size_t>(capacity));
  check(MPI_Pack(data, 1, type.native(), bytes.data(), capacity, &filled, comm.native()),
        "MPI_Pack");
  bytes.resize(static_cast<std::size_t>(filled));
  return bytes;
}

void unpack(CommunicatorView comm, std::span<const std::byte> bytes, void* data,
            const Datatype& type) {
  const int size = checked_int(static_cast<Index>(bytes.size()), "number of packed bytes");
  expect(size >= type.size(), "unpack: the buffer has ", ashlar::detail::counted(size, "byte"),
         ", but the type holds ", type.size());
  if (type.size() == 0) return;
  int position = 0;
  check(MPI_Unpack(bytes.data(), size, &position, data, 1, type.native(), comm.native()),
        "MPI_Unpack");
}

}  // namespace ashlar::mpi
