// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/stored_object.hpp>

#include <utility>

namespace ashlar {

StoredObject::StoredObject(StoredObject&& other) noexcept { swap(other); }
StoredObject::~StoredObject() = default;

void StoredObject::share(const StoredObject& other) {
  comm_ = other.comm_;
  kind_ = other.kind_;
  number_ = other.number_;
}

void StoredObject::swap(StoredObject& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(storage_, other.storage_);
  std::swap(kind_, other.kind_);
  std::swap(number_, other.number_);
}

}  // namespace ashlar
