// SPDX-License-Identifier: BSD-3-Clause
#include "atomic_file.hpp"

#include <ashlar/mpi/agree.hpp>

#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io {

detail::AtomicFile::AtomicFile(mpi::CommunicatorView comm, const std::string& path, Index bytes)
    : comm_(comm), path_(path) {
  const mpi::CollectiveCall call(comm, "AtomicFile", mpi::same("the path", path),
                                 mpi::same("the bytes", bytes));
  const bool is_root = comm.rank() == 0;
  mpi::together(comm, [&] {
    if (!is_root) return;
    target_ = follow_links(path);
    check_replaceable(target_, path);
    temporary_ = Temporary(Temporary::Kind::File, target_, path);
    reserve(temporary_.fd(), bytes, path);
  });
  name_ = mpi::broadcast_text(comm, temporary_.path(), 0);
  mpi::together(comm, [&] {
    if (!is_root) opened_ = open_created(name_, path, comm);
  });
}

void detail::AtomicFile::write(Index offset, const void* data, Index bytes) {
  write_all(fd(), offset, data, bytes, path_);
  behind_.wrote(fd(), offset, bytes);
}

void detail::AtomicFile::commit() {
  mpi::together(comm_, [&] { flush(fd(), path_); });
  mpi::together(comm_, [&] {
    if (comm_.rank() == 0) publish(temporary_, target_, path_);
  });
}

void detail::write_whole_file(const std::string& path, std::string_view bytes) {
  const std::string target = follow_links(path);
  check_replaceable(target, path);
  Temporary file(Temporary::Kind::File, target, path);
  write_all(file.fd(), 0, bytes.data(), static_cast<Index>(bytes.size()), path);
  flush(file.fd(), path);
  publish(file, target, path);
}

void detail::write_whole_file(mpi::CommunicatorView comm, const std::string& path,
                              std::string_view bytes) {
  const mpi::CollectiveCall call(comm, "write_whole_file", mpi::same("the path", path));
  mpi::together(comm, [&] {
    if (comm.rank() == 0) detail::write_whole_file(path, bytes);
  });
}

}  // namespace ashlar::io
