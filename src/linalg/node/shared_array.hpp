// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "mpi/collectives.hpp"
#include "room.hpp"

namespace ashlar::node {

/// A small shared array of a room's ranks, initially unset. Without shared memory only rank 0
/// computes, then broadcasts.
template <class V>
class SharedArray {
  static_assert(std::is_trivially_copyable_v<V>, "the values travel as bytes");

 public:
  /// @collective over `room`
  SharedArray(Room& room, Index size) : room_(room), size_(std::max<Index>(size, 1)) {
    if (room.is_available()) {
      storage_ = room.context().allocate(room.rank() == 0 ? bytes() : 0);
      if (room.rank() == 0)
        std::uninitialized_default_construct_n(static_cast<V*>(storage_.data()), size_);
      data_ = storage_.part_of(0).template as<V>();
    } else {
      own_.resize(static_cast<std::size_t>(size_));
      data_ = own_.data();
    }
  }

  V* data() { return data_; }

  /// Broadcasts rank 0's array after the routine, unless memory is shared.
  /// @collective over the room's communicator
  void tell_all() {
    if (room_.is_available()) return;
    mpi::broadcast(room_.context().comm(), std::span<V>(data_, static_cast<std::size_t>(size_)), 0);
  }

 private:
  Index bytes() const { return size_ * static_cast<Index>(sizeof(V)); }

  Room& room_;
  Index size_;
  mpi::Storage storage_;
  std::vector<V> own_;
  V* data_ = nullptr;
};

}  // namespace ashlar::node
