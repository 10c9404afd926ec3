// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/detail/whole_file.hpp>

#include <ashlar/mpi/agree.hpp>

#include "mpi/collective_call.hpp"
#include "publish.hpp"

namespace ashlar::io {

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
