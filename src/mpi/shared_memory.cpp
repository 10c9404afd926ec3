// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/shared_memory.hpp>

#include <utility>

#include <ashlar/base/error.hpp>

#include "mpi/segment.hpp"

namespace ashlar::mpi {

Storage::Storage(std::shared_ptr<Segment> segment, int my_part, bool is_shared,
                 bool is_fresh) noexcept
    : segment_(std::move(segment)),
      mine_(segment_->part(my_part)),
      is_shared_(is_shared),
      is_fresh_(is_fresh) {}

Storage::Storage(Storage&& other) noexcept { swap(other); }

Storage& Storage::operator=(Storage&& other) noexcept {
  Storage(std::move(other)).swap(*this);
  return *this;
}

Storage::~Storage() {
  if (segment_ != nullptr) segment_->leave();
}

detail::MemoryPart Storage::part_of(int node_rank) const {
  expect(is_shared_,
         "storage: the parts of other ranks cannot be reached, since this storage is not shared");
  const int ranks = segment_->parts();
  expect(node_rank >= 0 && node_rank < ranks, "storage: there is no rank ", node_rank,
         " on this node; its ranks are 0 to ", ranks - 1);
  return segment_->part(node_rank);
}

void Storage::release() noexcept { Storage().swap(*this); }

void Storage::swap(Storage& other) noexcept {
  std::swap(segment_, other.segment_);
  std::swap(mine_, other.mine_);
  std::swap(is_shared_, other.is_shared_);
  std::swap(is_fresh_, other.is_fresh_);
}

}  // namespace ashlar::mpi
