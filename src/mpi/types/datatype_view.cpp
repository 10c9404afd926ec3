// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi {
namespace {

struct Bounds {
  MPI_Count lb = 0;
  MPI_Count extent = 0;
};

void expect_type(DatatypeView type) {
  expect(!type.is_null(),
         "datatype: the null type has no size or extent; it was freed or never made");
}

/// MPI_UNDEFINED denotes overflow; no size or extent of ours has this negative value.
Index known(MPI_Count value, const char* what) {
  if (value == MPI_UNDEFINED)
    throw OverflowError(
        concat("datatype: MPI cannot count its ", what, " in 64 bits; make it of fewer elements"));
  return value;
}

Bounds bounds_of(DatatypeView type) {
  expect_type(type);
  Bounds bounds;
  check(MPI_Type_get_extent_x(type.native(), &bounds.lb, &bounds.extent), "MPI_Type_get_extent_x");
  return bounds;
}

Bounds true_bounds_of(DatatypeView type) {
  expect_type(type);
  Bounds bounds;
  check(MPI_Type_get_true_extent_x(type.native(), &bounds.lb, &bounds.extent),
        "MPI_Type_get_true_extent_x");
  return bounds;
}

}  // namespace

namespace detail {

bool DatatypeTraits::is_predefined(Native type) noexcept {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_INTEGER ||
         combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX;
}

}  // namespace detail

bool DatatypeView::is_predefined() const {
  expect_type(*this);
  return detail::DatatypeTraits::is_predefined(native_);
}

Index DatatypeView::size() const {
  expect_type(*this);
  MPI_Count size = 0;
  check(MPI_Type_size_x(native_, &size), "MPI_Type_size_x");
  return known(size, "size");
}

Index DatatypeView::lb() const { return bounds_of(*this).lb; }
Index DatatypeView::extent() const { return bounds_of(*this).extent; }
Index DatatypeView::true_lb() const { return true_bounds_of(*this).lb; }
Index DatatypeView::true_extent() const { return true_bounds_of(*this).extent; }

}  // namespace ashlar::mpi
