// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <memory>
#include <span>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "crc32.hpp"
#include "mpi/collectives.hpp"
#include "posix_file.hpp"

namespace ashlar::io {
namespace {

constexpr Index read_bytes = Index{4} << 20;

/// Bytes of a rank in the concatenated stretches.
Range share_of(Index bytes, int rank, int ranks) {
  const Index each = bytes / ranks + (bytes % ranks != 0 ? 1 : 0);
  return {std::min(bytes, each * rank), std::min(bytes, each * (rank + 1))};
}

/// Reads parts in sequence; opens each file once.
class PartReader {
 public:
  explicit PartReader(const std::vector<std::string>& files) : files_(files) {}

  /// @throws FileError
  std::uint32_t checksum(std::size_t file, Range bytes) {
    if (open_ == nullptr || opened_ != file) {
      open_ = std::make_unique<InputFile>(files_[file]);
      opened_ = file;
      buffer_.resize(static_cast<std::size_t>(read_bytes));
    }
    std::uint32_t result = 0;
    for (Index at = bytes.first; at < bytes.last; at += read_bytes) {
      const Index count = std::min(read_bytes, bytes.last - at);
      open_->read(at, buffer_.data(), count);
      result = crc32(buffer_.data(), count, result);
    }
    return result;
  }

 private:
  const std::vector<std::string>& files_;
  std::unique_ptr<InputFile> open_;
  std::size_t opened_ = 0;
  std::vector<char> buffer_;
};

}  // namespace

std::vector<Content> compare_checksums(mpi::CommunicatorView comm,
                                       const std::vector<std::string>& files,
                                       const std::vector<Stretch>& stretches) {
  Index all = 0;
  for (const Stretch& stretch : stretches) all += stretch.bytes.size();
  const Range mine = share_of(all, comm.rank(), comm.size());
  std::vector<std::uint32_t> checksums(stretches.size());
  std::vector<std::uint8_t> unreadable(stretches.size());
  mpi::together(comm, [&] {
    PartReader reader(files);
    Index before = 0;
    for (std::size_t k = 0; k < stretches.size(); ++k) {
      const Range bytes = stretches[k].bytes;
      const Index shift = bytes.first - before;
      const Range part =
          ashlar::detail::intersection({mine.first + shift, mine.last + shift}, bytes);
      before += bytes.size();
      if (part.empty()) continue;
      try {
        checksums[k] =
            crc32_combined(reader.checksum(stretches[k].file, part), 0, bytes.last - part.last);
      } catch (const FileError&) {
        unreadable[k] = 1;
      }
    }
  });
  mpi::all_reduce(comm, std::span(checksums), MPI_BXOR);
  mpi::all_reduce(comm, std::span(unreadable), MPI_MAX);
  std::vector<Content> contents(stretches.size(), Content::Same);
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    if (unreadable[k] != 0) contents[k] = Content::Unreadable;
    else if (checksums[k] != stretches[k].checksum) contents[k] = Content::Changed;
  }
  return contents;
}

}  // namespace ashlar::io
