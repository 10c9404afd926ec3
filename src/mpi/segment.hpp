// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/shared_memory.hpp>

#include "mpi/mapping.hpp"

namespace ashlar::mpi {

/// Location and identity of a segment for its peers. Sent as bytes.
struct SegmentKey {
  std::int64_t process = 0;
  std::int64_t descriptor = 0;
  std::uint64_t inode = 0;
  std::uint64_t token = 0;  ///< random; also stored in the segment
  Index bytes = 0;
  Index header_offset = 0;
};

/// Shared memory with one part per rank of a node: an anonymous memory file, opened by the peers
/// through /proc. It needs no /dev/shm and disappears with the last mapping, however that process
/// ends. With a single part it can be private memory.
///
/// A shared header after the parts has sizes and the number of users. [local] throughout; the pool
/// synchronises the ranks.
class Segment {
 public:
  /// Private memory.
  /// @throws OutOfMemory
  static std::shared_ptr<Segment> make_private(Index id, Index bytes);
  /// Creates a memory file on one rank of the node, without pages except for the header.
  /// @throws OutOfMemory; ForeignError if the system refuses memory files
  static std::shared_ptr<Segment> make_shared(Index id, std::span<const Index> part_bytes);
  /// Opens the memory file of another process.
  /// @throws OutOfMemory; ForeignError if it cannot be opened or is another file, as with a peer in
  ///   another container
  static std::shared_ptr<Segment> open(Index id, const SegmentKey& key);

  /// Allocates the pages of a part, so that no later access can fail. Called by the rank that uses
  /// it, for NUMA locality.
  /// @throws OutOfMemory
  void reserve(int part);
  /// Key for `open` on other ranks; valid until close_file.
  SegmentKey key() const;
  /// @pre all ranks have opened the file
  void close_file() noexcept { file_.close(); }

  Index id() const noexcept { return id_; }
  int parts() const noexcept { return static_cast<int>(header().parts); }
  /// Bytes of all parts, in whole pages.
  Index capacity() const noexcept { return header().capacity; }
  /// Bytes with pages: 0 for an idle passing segment.
  Index resident_bytes() const noexcept { return is_passing() && is_idle() ? 0 : capacity(); }
  /// True if every part is large enough.
  bool fits(std::span<const Index> part_bytes) const noexcept;
  detail::MemoryPart part(int index) const noexcept;

  /// True without users; acquire order.
  bool is_idle() const noexcept { return header().users.load(std::memory_order_acquire) == 0; }
  /// True if the last user returns the pages to the system; the segment is then useless.
  bool is_passing() const noexcept { return header().is_passing != 0; }
  /// Called by the creator, before the segment is occupied.
  void make_passing() noexcept { header().is_passing = 1; }
  /// Sets sizes and number of users. Called by one rank of an idle segment.
  void occupy(std::span<const Index> part_bytes) noexcept;
  /// Removes one user, with release order. Local.
  void leave() noexcept;

 private:
  struct Part {
    Index offset;
    Index capacity;
    Index bytes;
  };
  struct Header {
    std::uint64_t token;
    std::atomic<std::int64_t> users;
    std::int64_t parts;
    Index capacity;
    std::int64_t is_passing;
  };
  struct Blueprint;

  explicit Segment(Index id) noexcept : id_(id) {}

  Header& header() const noexcept;
  Part* table_memory() const noexcept;
  std::span<Part> table() const noexcept;
  void write_header(const Blueprint& blueprint);
  void discard_pages() noexcept;

  Index id_;
  Index header_offset_ = 0;
  FileDescriptor file_;
  Mapping mapping_;
  bool is_shared_ = false;
};

}  // namespace ashlar::mpi
