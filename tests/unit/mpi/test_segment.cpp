// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>

using namespace ashlar;
using namespace ashlar::mpi;

namespace {

const std::vector<Index> sizes{100, 0, 3 * huge_page_bytes + 1, 5000};

/// A segment and a second mapping of it, as in another rank.
struct Pair {
  std::shared_ptr<Segment> made = Segment::make_shared(7, sizes);
  std::shared_ptr<Segment> opened = Segment::open(7, made->key());

  Pair() {
    for (int part = 0; part < made->parts(); ++part) made->reserve(part);
    made->occupy(sizes);
  }
};

bool all_are(const mpi::detail::MemoryPart& part, std::byte value) {
  return std::all_of(part.data, part.data + part.bytes, [&](std::byte b) { return b == value; });
}

}  // namespace

TEST_CASE("segment: a process that opens it has the same parts and contents") {
  const Pair pair;
  REQUIRE(pair.opened->parts() == 4);
  CHECK(pair.opened->capacity() == pair.made->capacity());
  CHECK(pair.opened->id() == 7);
  for (int k = 0; k < 4; ++k) {
    const mpi::detail::MemoryPart mine = pair.made->part(k), theirs = pair.opened->part(k);
    CHECK(mine.bytes == sizes[static_cast<std::size_t>(k)]);
    CHECK(theirs.bytes == mine.bytes);
    CHECK(all_are(theirs, std::byte{0}));
    std::fill_n(mine.data, mine.bytes, static_cast<std::byte>(k + 1));
  }
  for (int k = 0; k < 4; ++k) CHECK(all_are(pair.opened->part(k), static_cast<std::byte>(k + 1)));
}

TEST_CASE("segment: parts begin on pages, large ones on large pages, and do not overlap") {
  const Pair pair;
  for (int k = 0; k < 4; ++k) {
    const mpi::detail::MemoryPart part = pair.made->part(k);
    const auto address = reinterpret_cast<std::uintptr_t>(part.data);
    CHECK(address % static_cast<std::uintptr_t>(page_bytes()) == 0);
    if (part.bytes >= huge_page_bytes) CHECK(address % huge_page_bytes == 0);
    if (k > 0) CHECK(part.data >= pair.made->part(k - 1).data + pair.made->part(k - 1).bytes);
  }
}

TEST_CASE("segment: a key of something else is refused") {
  const auto made = Segment::make_shared(0, sizes);
  const SegmentKey right = made->key();
  const auto refuses = [](const SegmentKey& key) {
    CHECK_THROWS_AS(Segment::open(0, key), ForeignError);
  };
  SegmentKey wrong = right;
  wrong.token += 1;
  refuses(wrong);
  wrong = right;
  wrong.inode += 1;
  refuses(wrong);
  wrong = right;
  wrong.bytes += page_bytes();
  refuses(wrong);
  wrong = right;
  wrong.descriptor = 0;  // standard input
  refuses(wrong);
  wrong = right;
  wrong.process = 1 << 30;  // larger than any process number
  refuses(wrong);
  CHECK(Segment::open(0, right)->parts() == 4);
  made->close_file();
  refuses(right);
}

TEST_CASE("segment: it is idle when as many have left as there are parts") {
  const Pair pair;
  for (int k = 0; k < 4; ++k) {
    CHECK_FALSE(pair.made->is_idle());
    (k % 2 == 0 ? pair.made : pair.opened)->leave();
  }
  CHECK(pair.made->is_idle());
  CHECK(pair.opened->is_idle());
}

TEST_CASE("segment: it fits requests of at most its parts, in whole pages") {
  const Pair pair;
  CHECK(pair.opened->fits(sizes));
  CHECK(pair.opened->fits(std::vector<Index>{page_bytes(), 0, 0, 0}));
  CHECK_FALSE(pair.opened->fits(std::vector<Index>{page_bytes() + 1, 0, 0, 0}));
  CHECK_FALSE(pair.opened->fits(std::vector<Index>{0, 1, 0, 0}));
}

TEST_CASE("segment: the last user of a passing one gives the pages back") {
  for (const bool is_shared : {true, false}) {
    const auto segment =
        is_shared ? Segment::make_shared(0, sizes) : Segment::make_private(0, 5000);
    const int last = segment->parts() - 1;
    segment->make_passing();
    segment->occupy(is_shared ? sizes : std::vector<Index>{5000});
    segment->reserve(last);
    const mpi::detail::MemoryPart part = segment->part(last);
    std::fill_n(part.data, part.bytes, std::byte{9});
    for (int k = 0; k < last; ++k) segment->leave();
    CHECK(all_are(part, std::byte{9}));
    CHECK(segment->resident_bytes() == segment->capacity());
    segment->leave();
    CHECK(segment->is_idle());
    CHECK(segment->resident_bytes() == 0);
    CHECK(all_are(part, std::byte{0}));
  }
}

TEST_CASE("segment: addresses after the last part are readable zeros without memory") {
  const auto segment = Segment::make_private(7, 3 * huge_page_bytes + 1);
  const mpi::detail::MemoryPart part = segment->part(0);
  const auto begin = reinterpret_cast<std::uintptr_t>(part.data) + 4 * huge_page_bytes;
  std::ifstream maps("/proc/self/maps");
  std::uintptr_t from = 0, to = 0;
  char minus = 0;
  std::string access, line;
  while (std::getline(maps, line) && to <= begin) {
    std::istringstream fields(line);
    fields >> std::hex >> from >> minus >> to >> access;
  }
  CHECK(from <= begin);
  CHECK(access == "r--p");
  CHECK(part.data[5 * huge_page_bytes] == std::byte{0});
}
