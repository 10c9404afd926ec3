// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>
#include <utility>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar {

namespace detail {
/// Refuses access to the elements of a temporary, which are destroyed with it.
template <class T>
consteval void refuse_temporary() {
  static_assert(sizeof(T) == 0,
                "this matrix or array is a temporary, and its elements go with it: give it a name, "
                "and look at that");
}

/// Refuses streams: printing is collective, a stream belongs to one rank.
template <class M>
consteval void refuse_printing() {
  static_assert(sizeof(M) == 0,
                "a matrix is printed by to_text(a), which all ranks call: "
                "const auto text = to_text(a); if (rank == 0) std::cout << text;");
}

/// Base of untyped matrices and arrays: communicator and storage.
class StoredObject {
 public:
  /// @throws ArgumentError if the communicator was freed
  mpi::CommunicatorView comm() const { return comm_.get(); }
  /// True for elements in the caller's memory. [same]
  bool is_wrapped() const { return storage_.is_null(); }
  /// Storage of the elements; null for the caller's memory.
  const mpi::Storage& storage() const { return storage_; }
  /// Unique serial number on the communicator, kept by std::move; 0 for an empty object. [same]
  Index number() const { return number_; }

 protected:
  StoredObject() = default;
  StoredObject(StoredObject&& other) noexcept;
  StoredObject& operator=(StoredObject&&) = delete;
  ~StoredObject();

  void swap(StoredObject& other) noexcept;

  mpi::detail::BoundCommunicator comm_;
  mpi::Storage storage_;
  /// Requested kind of storage. A copy of the object requests it again on all ranks.
  mpi::StorageKind kind_ = mpi::StorageKind::Automatic;
  Index number_ = 0;
};

/// Base of typed matrices and arrays: their untyped object and its attributes.
template <class Any>
class TypedObject {
 public:
  /// @throws ArgumentError if the communicator was freed
  mpi::CommunicatorView comm() const { return any_.comm(); }
  /// True for elements in the caller's memory. [same]
  bool is_wrapped() const { return any_.is_wrapped(); }
  /// Storage of the elements; null for the caller's memory.
  const mpi::Storage& storage() const { return any_.storage(); }
  /// Unique serial number on the communicator, kept by std::move; 0 for an empty object. [same]
  Index number() const { return any_.number(); }

 protected:
  explicit TypedObject(Any&& made) noexcept : any_(std::move(made)) {}
  TypedObject(const TypedObject&) = delete;             // take a.copy(), which is collective
  TypedObject& operator=(const TypedObject&) = delete;  // take a.copy(), which is collective
  TypedObject(TypedObject&&) noexcept = default;
  TypedObject& operator=(TypedObject&&) noexcept = default;
  ~TypedObject() = default;

  Any any_;

 private:
  friend const Any& untyped(const TypedObject& object) { return object.any_; }
  friend std::ostream& operator<<(std::ostream& stream, const TypedObject&) {
    refuse_printing<TypedObject>();
    return stream;
  }
};

}  // namespace detail

}  // namespace ashlar
