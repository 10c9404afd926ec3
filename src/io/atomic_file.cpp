// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/detail/atomic_file.hpp>

#include <fcntl.h>

#include <cerrno>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/agree.hpp>

#include "file_error.hpp"
#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"
#include "publish.hpp"
#include "whoami.hpp"

namespace ashlar::io {

struct detail::AtomicFile::State {
  mpi::CommunicatorView comm;
  std::string path;
  std::string name;       // of the temporary
  std::string target;     // target with symbolic links resolved; root only
  Temporary temporary;    // root only
  FileDescriptor opened;  // on the other ranks
  WriteBehind behind;
  int fd() const { return opened.is_open() ? opened.native() : temporary.fd(); }
};

detail::AtomicFile::AtomicFile(mpi::CommunicatorView comm, const std::string& path, Index bytes)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  const mpi::CollectiveCall call(comm, "AtomicFile", mpi::same("the path", path),
                                 mpi::same("the bytes", bytes));
  s.comm = comm;
  s.path = path;
  const bool is_root = comm.rank() == 0;
  mpi::together(comm, [&] {
    if (!is_root) return;
    s.target = follow_links(path);
    check_replaceable(s.target, path);
    s.temporary = Temporary(Temporary::Kind::File, s.target, path);
    reserve(s.temporary.fd(), bytes, path);
  });
  s.name = mpi::broadcast_text(comm, s.temporary.path(), 0);
  mpi::together(comm, [&] {
    if (is_root) return;
    s.opened = FileDescriptor(::open(s.name.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!s.opened.is_open())
      throw_os_error(path,
                     concat("cannot be written by ", whoami(comm),
                            ", which must see the same folder as rank 0"),
                     errno);
  });
}

detail::AtomicFile::~AtomicFile() = default;

const std::string& detail::AtomicFile::unfinished_path() const { return state_->name; }

void detail::AtomicFile::write(Index offset, const void* data, Index bytes) {
  write_all(state_->fd(), offset, data, bytes, state_->path);
  state_->behind.wrote(state_->fd(), offset, bytes);
}

void detail::AtomicFile::commit() {
  State& s = *state_;
  mpi::together(s.comm, [&] { flush(s.fd(), s.path); });
  mpi::together(s.comm, [&] {
    if (s.comm.rank() == 0) publish(s.temporary, s.target, s.path);
  });
}

}  // namespace ashlar::io
