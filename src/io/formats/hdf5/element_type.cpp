// SPDX-License-Identifier: BSD-3-Clause
#include "element_type.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include <ashlar/base/concat.hpp>

namespace ashlar::io::hdf5 {
namespace {

constexpr const char* unknown_type = "its element type cannot be made out";
constexpr H5T_order_t native_order =
    std::endian::native == std::endian::little ? H5T_ORDER_LE : H5T_ORDER_BE;
constexpr H5T_order_t other_order = native_order == H5T_ORDER_LE ? H5T_ORDER_BE : H5T_ORDER_LE;

constexpr std::array real_dtypes = {DType::Float32, DType::Float64, DType::Int8,  DType::Int16,
                                    DType::Int32,   DType::Int64,   DType::UInt8, DType::UInt16,
                                    DType::UInt32,  DType::UInt64};

bool is_complex_dtype(DType dtype) {
  return dtype == DType::Complex64 || dtype == DType::Complex128;
}

hid_t native_type(DType dtype) {
  switch (dtype) {
    case DType::Float32:
    case DType::Complex64: return H5T_NATIVE_FLOAT;
    case DType::Float64:
    case DType::Complex128: return H5T_NATIVE_DOUBLE;
    case DType::Int8: return H5T_NATIVE_INT8;
    case DType::Int16: return H5T_NATIVE_INT16;
    case DType::Int32: return H5T_NATIVE_INT32;
    case DType::Int64: return H5T_NATIVE_INT64;
    case DType::UInt8: return H5T_NATIVE_UINT8;
    case DType::UInt16: return H5T_NATIVE_UINT16;
    case DType::UInt32: return H5T_NATIVE_UINT32;
    case DType::UInt64: break;
  }
  return H5T_NATIVE_UINT64;
}

TypeHandle float16_type(const Calls& call) {
  TypeHandle type(call(unknown_type, H5Tcopy, H5T_NATIVE_FLOAT));
  call(unknown_type, H5Tset_fields, type.id(), 15, 10, 5, 0, 10);
  call(unknown_type, H5Tset_size, type.id(), 2);
  call(unknown_type, H5Tset_ebias, type.id(), 15);
  return type;
}

/// h5py's enumeration type for bool.
TypeHandle bool_type(const Calls& call) {
  TypeHandle type(call(unknown_type, H5Tenum_create, H5T_NATIVE_INT8));
  for (std::int8_t value = 0; value <= 1; ++value)
    call(unknown_type, H5Tenum_insert, type.id(), value == 0 ? "FALSE" : "TRUE", &value);
  return type;
}

TypeHandle pair_of(const Calls& call, const TypeHandle& part, Dialect dialect) {
  const std::size_t bytes = H5Tget_size(part.id());
  TypeHandle type(call(unknown_type, H5Tcreate, H5T_COMPOUND, 2 * bytes));
  const bool is_matlab = dialect == Dialect::Matlab;
  call(unknown_type, H5Tinsert, type.id(), is_matlab ? "real" : "r", 0, part.id());
  call(unknown_type, H5Tinsert, type.id(), is_matlab ? "imag" : "i", bytes, part.id());
  return type;
}

std::string member_name(hid_t id, unsigned k) {
  const std::unique_ptr<char, decltype(&H5free_memory)> name(H5Tget_member_name(id, k),
                                                             &H5free_memory);
  return name == nullptr ? "" : name.get();
}

bool equal(const Calls& call, const TypeHandle& type, hid_t id) {
  return call(unknown_type, H5Tequal, type.id(), id) > 0;
}

/// True for a compound of two `part` members with names of complex parts. Padding is ignored.
bool is_pair_of(const Calls& call, hid_t id, const TypeHandle& part, Dialect dialect) {
  if (H5Tget_nmembers(id) != 2) return false;
  const TypeHandle pair = pair_of(call, part, dialect);
  for (unsigned k = 0; k < 2; ++k) {
    const TypeHandle member(call(unknown_type, H5Tget_member_type, id, k));
    if (member_name(id, k) != member_name(pair.id(), k) || !equal(call, part, member.id()))
      return false;
  }
  return true;
}

std::optional<ElementType> understood_pair(const Calls& call, hid_t id, bool swapped) {
  for (const DType dtype : {DType::Complex64, DType::Complex128}) {
    const DType real = dtype == DType::Complex64 ? DType::Float32 : DType::Float64;
    const TypeHandle part = type_of(call, {.dtype = real, .swapped = swapped});
    for (const Dialect parts : {Dialect::Plain, Dialect::Matlab})
      if (is_pair_of(call, id, part, parts))
        return ElementType{.dtype = dtype, .swapped = swapped, .parts = parts};
  }
  return std::nullopt;
}

std::optional<ElementType> understood_number(const Calls& call, hid_t id, bool swapped) {
  for (const DType dtype : real_dtypes)
    if (equal(call, type_of(call, {.dtype = dtype, .swapped = swapped}), id))
      // HDF5 has a byte order even for single bytes.
      return ElementType{.dtype = dtype, .swapped = swapped && size_of(dtype) > 1};
  const ElementType half{.dtype = DType::Float32, .stored_as = "float16", .swapped = swapped};
  if (equal(call, type_of(call, half), id)) return half;
  return std::nullopt;
}

/// True for h5py's bool in any byte order.
bool is_bool(const Calls& call, hid_t id) {
  if (H5Tget_class(id) != H5T_ENUM || H5Tget_size(id) != 1 || H5Tget_nmembers(id) != 2)
    return false;
  for (unsigned k = 0; k < 2; ++k) {
    std::int8_t value = -1;
    call(unknown_type, H5Tget_member_value, id, k, static_cast<void*>(&value));
    if (value != static_cast<std::int8_t>(k) || member_name(id, k) != (k == 0 ? "FALSE" : "TRUE"))
      return false;
  }
  return true;
}

}  // namespace

TypeHandle type_of(const Calls& call, const ElementType& type) {
  if (type.stored_as == "bool") return bool_type(call);
  TypeHandle part = type.stored_as == "float16"
                        ? float16_type(call)
                        : TypeHandle(call(unknown_type, H5Tcopy, native_type(type.dtype)));
  if (type.swapped) call(unknown_type, H5Tset_order, part.id(), other_order);
  return is_complex_dtype(type.dtype) ? pair_of(call, part, type.parts) : std::move(part);
}

std::optional<ElementType> understood(const Calls& call, hid_t id) {
  if (is_bool(call, id)) return ElementType{.dtype = DType::UInt8, .stored_as = "bool"};
  const auto understand = H5Tget_class(id) == H5T_COMPOUND ? understood_pair : understood_number;
  auto type = understand(call, id, false);
  return type ? type : understand(call, id, true);
}

std::string described(hid_t id) {
  const std::size_t bits = 8 * H5Tget_size(id);
  switch (H5Tget_class(id)) {
    case H5T_INTEGER: return concat("integers of an unusual kind (", bits, " bits)");
    case H5T_FLOAT: return concat("floating-point numbers of an unusual kind (", bits, " bits)");
    case H5T_STRING: return "text";
    case H5T_BITFIELD: return "bit fields";
    case H5T_OPAQUE: return "opaque bytes";
    case H5T_COMPOUND: return "records";
    case H5T_REFERENCE: return "references";
    case H5T_ENUM: return "an enumeration's values";
    case H5T_VLEN: return "lists of varying length";
    case H5T_ARRAY: return "arrays";
    default: return "elements of an unknown type";
  }
}

}  // namespace ashlar::io::hdf5
