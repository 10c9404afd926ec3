// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/verify.hpp>

#include <algorithm>
#include <vector>

#include <ashlar/io/checkpoint.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "formats/lines.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/collectives.hpp"
#include "panels.hpp"
#include "shared_reader.hpp"

namespace ashlar::io {
namespace {

Verification verify_file(mpi::CommunicatorView comm, const std::string& path, bool content,
                         const FileHints& hints) {
  const SharedReader file = open_together(comm, path, hints);
  Verification found{.format = file.info.format, .files = 1, .damages = {}};
  if (!content) return found;
  const StorageOrder order = file.info.order;
  const Index length = line_length(file.info.shape, order);
  const Index width = static_cast<Index>(size_of(file.info.dtype));
  mpi::together(comm, [&] {
    if (file.reader == nullptr) return;
    const Range mine = slab_lines(file.layout(file.info.shape, comm.size()), comm.rank(), order);
    const Index step = panel_lines(length * width, 1, checkpoint_chunk_bytes);
    std::vector<char> buffer;
    for (Index line = mine.first; line < mine.last; line += step) {
      const Range lines{line, std::min(line + step, mine.last)};
      buffer.resize(static_cast<std::size_t>(lines.size() * length * width));
      file.reader->read(section_of(lines, {0, length}, order), buffer.data());
    }
  });
  found.bytes = file.info.bytes;
  return found;
}

}  // namespace

Verification verify(mpi::CommunicatorView comm, const std::string& path, bool content,
                    const FileHints& hints) {
  const mpi::CollectiveCall call(comm, "verify", mpi::same("the path", path),
                                 mpi::same("the flag content", content));
  const bool is_folder = mpi::broadcast(comm, comm.rank() == 0 && is_checkpoint(path), 0);
  return is_folder ? verify_checkpoint(comm, path, content)
                   : verify_file(comm, path, content, hints);
}

}  // namespace ashlar::io
