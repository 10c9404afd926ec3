// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <variant>
#include <vector>

#include <ashlar/move/copy.hpp>

namespace ashlar::test {

/// A hash value for element (i, j): all bit patterns are possible, NaNs included.
template <class T>
T mixed(std::uint64_t seed, Index i, Index j) {
  std::uint64_t words[2];
  std::uint64_t x = seed + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(i + 1) +
                    0xc2b2ae3d27d4eb4fu * static_cast<std::uint64_t>(j + 1);
  for (std::uint64_t& word : words) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    word = x ^= x >> 31;
  }
  T value;
  std::memcpy(&value, words, sizeof value);
  return value;
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// conj(x), bit by bit: of a NaN, too, only the sign of the imaginary part changes.
template <class T>
T flipped(T x) {
  if constexpr (is_complex<T>) {
    std::byte bytes[sizeof(T)];
    std::memcpy(bytes, &x, sizeof x);
    bytes[sizeof(T) - 1] ^= std::byte{0x80};
    std::memcpy(&x, bytes, sizeof x);
  }
  return x;
}

/// Storage of a matrix in a test.
struct PlacedKeeping {
  bool wrapped = false;
  bool by_rows = false;  ///< of a wrapped layout
  Index padding = 0;     ///< added to the leading dimensions of wrapped memory
};

/// A matrix of any placement and the memory around it; elements are mixed(seed, i, j), padding is
/// mixed(~seed, place).
template <class T>
class PlacedSpecimen {
 public:
  using Any = std::variant<DistMatrix<T>, ReplicatedMatrix<T>, BlockMatrix<T>>;

  PlacedSpecimen(mpi::CommunicatorView comm, const Placement& placement,
                 const PlacedKeeping& keeping, std::uint64_t seed)
      : seed_(seed) {
    const auto seat = placement.replicas().seat_of(comm.rank());
    if (const Layout* layout = placement.layout()) {
      const Shape local = seat ? layout->local_shape(seat->member) : Shape{};
      const Index ld =
          std::max<Index>(1, keeping.by_rows ? local.cols : local.rows) + keeping.padding;
      const StorageOrder order = keeping.by_rows ? StorageOrder::C : StorageOrder::Fortran;
      if (keeping.wrapped) take(ld * (keeping.by_rows ? local.rows : local.cols));
      const bool replicated =
          placement.replicas().count() > 1 || placement.replicas().group_size() > 0;
      if (replicated && keeping.wrapped)
        matrix_ = ReplicatedMatrix<T>::wrap(comm, *layout, placement.replicas(),
                                            {memory_.data(), ld, order});
      else if (replicated) matrix_ = ReplicatedMatrix<T>(comm, *layout, placement.replicas());
      else if (keeping.wrapped)
        matrix_ = DistMatrix<T>::wrap(comm, *layout, {memory_.data(), ld, order});
      else matrix_ = DistMatrix<T>(comm, *layout);
    } else {
      const BlockMap& map = *placement.block_map();
      if (keeping.wrapped && placement.replicas().group_size() == 0) {
        std::vector<Index> starts, lds;
        Index size = 0;
        for (const BlockAt at : map.blocks_of(comm.rank())) {
          const Shape shape = map.section_of(at).shape();
          lds.push_back(shape.rows + keeping.padding * (1 + at.row % 3));
          starts.push_back(size);
          size += lds.back() * shape.cols + 1;
        }
        take(size);
        std::vector<detail::LocalBlock<T>> blocks;
        for (std::size_t k = 0; k < lds.size(); ++k)
          blocks.push_back({memory_.data() + starts[k], lds[k]});
        matrix_ = BlockMatrix<T>::wrap(comm, map, blocks);
      } else {
        matrix_ = BlockMatrix<T>(comm, map, placement.replicas());
      }
    }
    std::visit(
        [&](auto& m) { m.fill_with([&](Index i, Index j) { return mixed<T>(seed, i, j); }); },
        matrix_);
  }

  Any& matrix() { return matrix_; }

  /// Elements that are not expected(i, j), and padding that was written. [local]
  Index count_wrong(const std::function<T(Index, Index)>& expected) {
    Index wrong = 0;
    std::vector<bool> is_element(memory_.size());
    // fill_with visits each element with its global indices and stores the returned value, here the
    // same element.
    std::visit(
        [&](auto& m) {
          m.fill_with([&](Index i, Index j) {
            const T* place = m.find(i, j);
            if (!memory_.empty())
              is_element[static_cast<std::size_t>(place - memory_.data())] = true;
            wrong += !same_bits<T>(*place, expected(i, j));
            return *place;
          });
        },
        matrix_);
    for (std::size_t k = 0; k < memory_.size(); ++k)
      if (!is_element[k])
        wrong += !same_bits(memory_[k], mixed<T>(~seed_, static_cast<Index>(k), 0));
    return wrong;
  }

 private:
  void take(Index size) {
    memory_.resize(static_cast<std::size_t>(size));
    for (std::size_t k = 0; k < memory_.size(); ++k)
      memory_[k] = mixed<T>(~seed_, static_cast<Index>(k), 0);
  }

  std::uint64_t seed_;
  std::vector<T> memory_;
  Any matrix_;
};

}  // namespace ashlar::test
