// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <ashlar/mpi/check.hpp>

namespace ashlar::mpi::detail {

/// Owner of one MPI object.
///
/// Move-only. Null and predefined handles are never freed; no handle is freed after MPI_Finalize.
///
/// Traits: `Native`, `static Native null()`, `static bool is_predefined(Native)`, `static int
/// free(Native*)`, `static constexpr const char* free_call`.
template <class Traits>
class Handle {
 public:
  using Native = typename Traits::Native;

  Handle() noexcept : native_(Traits::null()) {}
  /// Takes ownership of `native`.
  explicit Handle(Native native) noexcept : native_(native) {}

  Handle(Handle&& other) noexcept : native_(std::exchange(other.native_, Traits::null())) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      free_silently();
      native_ = std::exchange(other.native_, Traits::null());
    }
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { free_silently(); }

  Native native() const noexcept { return native_; }
  bool is_null() const noexcept { return native_ == Traits::null(); }

  /// Frees the object; resets null and predefined handles.
  /// @throws MpiError; the handle is null nevertheless
  void free() {
    const bool must_free = is_freeable();
    Native native = release();
    if (must_free) check(Traits::free(&native), Traits::free_call);
  }

  /// Releases ownership without freeing.
  Native release() noexcept { return std::exchange(native_, Traits::null()); }

 private:
  // is_predefined may call MPI: last.
  bool is_freeable() const noexcept {
    return !is_null() && is_active() && !Traits::is_predefined(native_);
  }

  void free_silently() noexcept {
    const bool must_free = is_freeable();
    Native native = release();
    if (must_free) Traits::free(&native);
  }

  Native native_;
};

}  // namespace ashlar::mpi::detail
