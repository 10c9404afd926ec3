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

/// All that a peer needs to open a segment and to know that it is the right one. Travels as bytes.
struct SegmentKey {
  std::int64_t process = 0;
  std::int64_t descriptor = 0;
  std::uint64_t inode = 0;
  std::uint64_t token = 0;  ///< random; stands in the segment too
  Index bytes = 0;
  Index header_offset = 0;
};

/// One part for each rank of a node in memory that all of them see: an anonymous memory file that
/// its maker passes on by its entry in /proc. It needs no /dev/shm and vanishes with the last
/// process that maps it, however that ends. Or, with a single part, memory of this process alone.
///
/// Behind the parts stands a header that all see: who has what, and how many use it. [local]
/// throughout; the pool makes the ranks agree.
class Segment {
 public:
  /// Memory of this process alone.
  /// @throws OutOfMemory
  static std::shared_ptr<Segment> make_private(Index id, Index bytes);
  /// A memory file; its pages are not there yet but for the header. Made by one rank of the node.
  /// @throws OutOfMemory; ForeignError where the system refuses memory files
  static std::shared_ptr<Segment> make_shared(Index id, std::span<const Index> part_bytes);
  /// The memory file that another process made.
  /// @throws OutOfMemory; ForeignError if it cannot be opened or is another one: that process may
  /// live in a container of its own
  static std::shared_ptr<Segment> open(Index id, const SegmentKey& key);

  /// Gets the pages of a part, so that no later access can fail; the rank that uses it does, to
  /// have them near.
  /// @throws OutOfMemory
  void reserve(int part);
  /// Name by which the others open the file; valid until close_file.
  SegmentKey key() const;
  /// To be called when all have opened the file.
  void close_file() noexcept { file_.close(); }

  Index id() const noexcept { return id_; }
  int parts() const noexcept;
  /// Bytes of all parts together, in whole pages.
  Index capacity() const noexcept;
  /// Bytes that have pages: none once a passing segment is idle.
  Index resident_bytes() const noexcept { return is_passing() && is_idle() ? 0 : capacity(); }
  /// True if every part is large enough.
  bool fits(std::span<const Index> part_bytes) const noexcept;
  MemoryPart part(int index) const noexcept;

  /// True if nobody uses it; with acquire order.
  bool is_idle() const noexcept;
  /// True if the last user gives the pages back to the system; the segment is of no use then.
  bool is_passing() const noexcept;
  /// By the maker, before the segment is occupied.
  void make_passing() noexcept;
  /// Enters as many users as there are parts, and what each asked for. By one rank, while the
  /// segment is idle.
  void occupy(std::span<const Index> part_bytes) noexcept;
  /// One user less, with release order. Local: no other process need do anything.
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
