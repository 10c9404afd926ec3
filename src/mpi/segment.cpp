// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <random>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

// Newer than some systems' headers; old kernels reject them with an error.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

namespace ashlar::mpi {
namespace {

static_assert(std::atomic<std::int64_t>::is_always_lock_free,
              "counters shared by processes must not hide a lock");

[[noreturn]] void refuse(const std::string& why) { throw ForeignError("shared memory: " + why); }

std::uint64_t segment_token() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) ^ device();
}

FileDescriptor make_memory_file(Index bytes) {
  // Growing a file beyond this limit raises SIGXFSZ.
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      limit.rlim_cur < static_cast<rlim_t>(bytes))
    refuse(concat("the limit on file sizes (ulimit -f) is below the ", bytes >> 20,
                  " MiB of a segment"));

  // Some systems require the NOEXEC flag, older ones reject it.
  FileDescriptor file(memfd_create("ashlar", MFD_CLOEXEC | MFD_NOEXEC_SEAL));
  if (!file.is_open() && errno == EINVAL)
    file = FileDescriptor(memfd_create("ashlar", MFD_CLOEXEC));
  if (!file.is_open()) refuse("memfd_create failed: " + errno_text());
  if (ftruncate(file.native(), bytes) != 0)
    refuse("ftruncate of a memory file failed: " + errno_text());
  return file;
}

/// Allocates pages of a file. Every failure but an unsupported call is a lack of memory.
void allocate_pages(const FileDescriptor& file, Index offset, Index bytes) {
  int result = 0;
  do {
    result = fallocate(file.native(), 0, offset, bytes);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return;
  if (errno == EOPNOTSUPP || errno == ENOSYS)
    refuse("fallocate of a memory file failed: " + errno_text());
  throw OutOfMemory(
      concat("shared memory: ", bytes >> 20, " MiB are not to be had: ", errno_text()), bytes);
}

/// Collapses part of a memory file into huge pages, as far as available, also if the system gives
/// shared memory none by default (Linux 6.1 or later). Eight times as fast as populating small
/// pages.
void collapse_pages(std::byte* begin, Index bytes) {
  const Index whole = bytes / huge_page_bytes * huge_page_bytes;
  // Only populated ranges can be collapsed.
  for (Index at = 0; at < whole; at += huge_page_bytes)
    if (madvise(begin + at, static_cast<std::size_t>(page_bytes()), MADV_POPULATE_WRITE) != 0)
      return;
  madvise(begin, static_cast<std::size_t>(whole), MADV_COLLAPSE);
}

FileDescriptor open_memory_file(const SegmentKey& key) {
  const std::string path = concat("/proc/", key.process, "/fd/", key.descriptor);
  const auto is_right = [&](const struct stat& found) {
    return S_ISREG(found.st_mode) && found.st_ino == key.inode && found.st_size == key.bytes;
  };
  // stat first: in another container the number denotes another process, whose files may block
  // `open`.
  struct stat found {};
  if (stat(path.c_str(), &found) != 0)
    refuse(concat("a peer's memory file cannot be seen: ", errno_text()));
  if (!is_right(found))
    refuse("a peer's memory file is another one here; the peer runs in another container");
  FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open()) refuse(concat("a peer's memory file cannot be opened: ", errno_text()));
  if (fstat(file.native(), &found) != 0 || !is_right(found))
    refuse("a peer's memory file is another one here");
  return file;
}

}  // namespace

/// Offsets in a new segment.
struct Segment::Blueprint {
  std::vector<Part> parts;
  Index capacity = 0;
  Index header_offset = 0;
  Index bytes = 0;

  explicit Blueprint(std::span<const Index> part_bytes) {
    Index end = 0;
    for (const Index wanted : part_bytes) {
      // The gap for alignment costs addresses only.
      const Index room = rounded_up(wanted, page_bytes());
      const Index offset =
          rounded_up(end, wanted >= huge_page_bytes ? huge_page_bytes : page_bytes());
      parts.push_back({offset, room, wanted});
      capacity += room;
      end = offset + room;
    }
    header_offset = end;
    bytes = end + rounded_up(static_cast<Index>(sizeof(Header) + parts.size() * sizeof(Part)),
                             page_bytes());
  }
};

std::shared_ptr<Segment> Segment::make_private(Index id, Index bytes) {
  const Blueprint blueprint(std::span(&bytes, 1));
  std::shared_ptr<Segment> segment(new Segment(id));
  segment->mapping_ = Mapping::anonymous(blueprint.bytes);
  segment->write_header(blueprint);
  return segment;
}

std::shared_ptr<Segment> Segment::make_shared(Index id, std::span<const Index> part_bytes) {
  const Blueprint blueprint(part_bytes);
  std::shared_ptr<Segment> segment(new Segment(id));
  segment->is_shared_ = true;
  segment->file_ = make_memory_file(blueprint.bytes);
  allocate_pages(segment->file_, blueprint.header_offset,
                 blueprint.bytes - blueprint.header_offset);
  segment->mapping_ = Mapping::of_file(segment->file_, blueprint.bytes);
  segment->write_header(blueprint);
  return segment;
}

std::shared_ptr<Segment> Segment::open(Index id, const SegmentKey& key) {
  std::shared_ptr<Segment> segment(new Segment(id));
  segment->is_shared_ = true;
  segment->file_ = open_memory_file(key);
  segment->mapping_ = Mapping::of_file(segment->file_, key.bytes);
  segment->header_offset_ = key.header_offset;
  if (segment->header().token != key.token)
    refuse("a peer's memory file holds something else here");
  return segment;
}

void Segment::write_header(const Blueprint& blueprint) {
  header_offset_ = blueprint.header_offset;
  const auto parts = static_cast<std::int64_t>(blueprint.parts.size());
  new (mapping_.base() + header_offset_) Header{segment_token(), 0, parts, blueprint.capacity, 0};
  std::uninitialized_copy(blueprint.parts.begin(), blueprint.parts.end(), table_memory());
}

void Segment::reserve(int part) {
  const Part& mine = table()[static_cast<std::size_t>(part)];
  if (mine.capacity == 0) return;
  std::byte* const begin = mapping_.base() + mine.offset;
  const auto bytes = static_cast<std::size_t>(mine.capacity);
  // Optional: huge pages affect speed only.
  if (mine.capacity >= huge_page_bytes) {
    madvise(begin, bytes, MADV_HUGEPAGE);
    if (is_shared_) collapse_pages(begin, mine.capacity);
  }
  if (madvise(begin, bytes, MADV_POPULATE_WRITE) == 0) return;
  if (errno != EINVAL)
    throw OutOfMemory(
        concat("shared memory: ", mine.capacity >> 20, " MiB are not to be had: ", errno_text()),
        mine.capacity);
  // Linux before 5.14. Private pages are then allocated at first access.
  if (is_shared_) allocate_pages(file_, mine.offset, mine.capacity);
}

SegmentKey Segment::key() const {
  struct stat status {};
  if (fstat(file_.native(), &status) != 0) refuse("fstat of a memory file failed: " + errno_text());
  return {getpid(),       file_.native(),   static_cast<std::uint64_t>(status.st_ino),
          header().token, mapping_.bytes(), header_offset_};
}

Segment::Header& Segment::header() const noexcept {
  return *std::launder(reinterpret_cast<Header*>(mapping_.base() + header_offset_));
}

Segment::Part* Segment::table_memory() const noexcept {
  return reinterpret_cast<Part*>(mapping_.base() + header_offset_ + sizeof(Header));
}

std::span<Segment::Part> Segment::table() const noexcept {
  return {std::launder(table_memory()), static_cast<std::size_t>(header().parts)};
}

bool Segment::fits(std::span<const Index> part_bytes) const noexcept {
  const auto parts = table();
  for (std::size_t r = 0; r < parts.size(); ++r)
    if (part_bytes[r] > parts[r].capacity) return false;
  return true;
}

detail::MemoryPart Segment::part(int index) const noexcept {
  const Part& part = table()[static_cast<std::size_t>(index)];
  return {mapping_.base() + part.offset, part.bytes};
}

void Segment::occupy(std::span<const Index> part_bytes) noexcept {
  const auto parts = table();
  for (std::size_t r = 0; r < parts.size(); ++r) parts[r].bytes = part_bytes[r];
  // A passing segment has an additional user until its pages are gone.
  header().users.store(header().parts + header().is_passing, std::memory_order_release);
}

void Segment::leave() noexcept {
  const std::int64_t before = header().users.fetch_sub(1, std::memory_order_acq_rel);
  if (!is_passing() || before != 2) return;
  discard_pages();
  header().users.store(0, std::memory_order_release);
}

void Segment::discard_pages() noexcept {
  const auto bytes = static_cast<std::size_t>(header_offset_);
  if (bytes > 0) madvise(mapping_.base(), bytes, is_shared_ ? MADV_REMOVE : MADV_DONTNEED);
}

}  // namespace ashlar::mpi
