// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/detail/stored_object.hpp>

#include <utility>

namespace ashlar {

detail::StoredObject::StoredObject(detail::StoredObject&& other) noexcept { swap(other); }
detail::StoredObject::~StoredObject() = default;

void detail::StoredObject::share(const detail::StoredObject& other) {
  comm_ = other.comm_;
  kind_ = other.kind_;
  number_ = other.number_;
}

void detail::StoredObject::swap(detail::StoredObject& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(storage_, other.storage_);
  std::swap(kind_, other.kind_);
  std::swap(number_, other.number_);
}

}  // namespace ashlar
