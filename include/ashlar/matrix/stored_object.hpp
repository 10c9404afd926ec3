// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <iosfwd>
#include <utility>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar {

namespace detail {
/// Refuses what looks at a temporary's elements, since these go with it.
template <class T>
consteval void refuse_temporary() {
  static_assert(sizeof(T) == 0,
                "this matrix or array is a temporary, and its elements go with it: give it a name, "
                "and look at that");
}

/// Refuses a stream: printing is collective, and a stream belongs to one rank.
template <class M>
consteval void refuse_printing() {
  static_assert(sizeof(M) == 0,
                "a matrix is printed by to_text(a), which all ranks call: "
                "const auto text = to_text(a); if (rank == 0) std::cout << text;");
}
}  // namespace detail

/// Base of all matrices and arrays that are dealt to ranks: their communicator, and the storage of
/// this rank's elements or the caller's memory instead.
class StoredObject {
 public:
  /// @throws ArgumentError if it was freed
  mpi::CommunicatorView comm() const { return comm_.get(); }
  /// True if the elements lie in the caller's own memory. [same]
  bool is_wrapped() const { return storage_.is_null(); }
  /// Storage of the elements; a null handle when they lie in the caller's memory.
  const mpi::Storage& storage() const { return storage_; }
  /// Serial number on the communicator: never used again, handed on when the object is moved; 0 for
  /// the empty one. [same]
  Index number() const { return number_; }

 protected:
  StoredObject() = default;
  StoredObject(StoredObject&& other) noexcept;
  StoredObject& operator=(StoredObject&&) = delete;
  ~StoredObject();

  /// Becomes `other` but for its storage. @pre this is empty
  void share(const StoredObject& other);
  void swap(StoredObject& other) noexcept;

  mpi::BoundCommunicator comm_;
  mpi::Storage storage_;
  /// As asked for, so that a copy asks the same on all ranks.
  mpi::StorageKind kind_ = mpi::StorageKind::Automatic;
  Index number_ = 0;
};

template <std::derived_from<StoredObject> M>
std::ostream& operator<<(std::ostream& stream, const M&) {
  detail::refuse_printing<M>();
  return stream;
}

}  // namespace ashlar
