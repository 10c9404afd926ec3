// SPDX-License-Identifier: BSD-3-Clause
#include "attributes.hpp"

#include <algorithm>
#include <cstring>

namespace ashlar::io::hdf5 {
namespace {

constexpr const char* what_reading = "its attributes cannot be read";
constexpr const char* what_writing = "its attributes cannot be written";
constexpr std::size_t longest_text = 256;

/// Owner of a variable-length string of HDF5.
class VaryingText {
 public:
  VaryingText() = default;
  VaryingText(const VaryingText&) = delete;
  VaryingText& operator=(const VaryingText&) = delete;
  ~VaryingText() { H5free_memory(text_); }
  char** address() { return &text_; }
  std::string short_text() const {
    return text_ == nullptr ? "" : std::string(text_, ::strnlen(text_, longest_text));
  }

 private:
  char* text_ = nullptr;
};

void add(const Calls& call, hid_t object, const char* name, hid_t type, const SpaceHandle& space,
         const void* value) {
  const AttributeHandle attribute(
      call(what_writing, H5Acreate2, object, name, type, space.id(), H5P_DEFAULT, H5P_DEFAULT));
  call(what_writing, H5Awrite, attribute.id(), type, value);
}

SpaceHandle one_value(const Calls& call) {
  return SpaceHandle(call(what_writing, H5Screate, H5S_SCALAR));
}

}  // namespace

bool has_attribute(const Calls& call, hid_t object, const char* name) {
  return call(what_reading, H5Aexists, object, name) > 0;
}

std::optional<std::string> text_attribute(const Calls& call, hid_t object, const char* name) {
  if (!has_attribute(call, object, name)) return std::nullopt;
  const AttributeHandle attribute(call(what_reading, H5Aopen, object, name, H5P_DEFAULT));
  const TypeHandle type(call(what_reading, H5Aget_type, attribute.id()));
  const SpaceHandle space(call(what_reading, H5Aget_space, attribute.id()));
  if (H5Tget_class(type.id()) != H5T_STRING || H5Sget_simple_extent_npoints(space.id()) != 1)
    return std::nullopt;
  if (call(what_reading, H5Tis_variable_str, type.id()) > 0) {
    VaryingText text;
    call(what_reading, H5Aread, attribute.id(), type.id(), text.address());
    return text.short_text();
  }
  const std::size_t size = H5Tget_size(type.id());
  if (size > longest_text) return std::nullopt;
  std::string text(size, '\0');
  call(what_reading, H5Aread, attribute.id(), type.id(), text.data());
  text.resize(std::min(text.find('\0'), size));
  return text;
}

void add_text(const Calls& call, hid_t object, const char* name, const std::string& text) {
  const TypeHandle type(call(what_writing, H5Tcopy, H5T_C_S1));
  call(what_writing, H5Tset_size, type.id(), text.size());
  add(call, object, name, type.id(), one_value(call), text.data());
}

void add_number(const Calls& call, hid_t object, const char* name, hid_t type, const void* value) {
  add(call, object, name, type, one_value(call), value);
}

void add_numbers(const Calls& call, hid_t object, const char* name,
                 std::span<const Index> numbers) {
  const hsize_t count = numbers.size();
  const SpaceHandle space(call(what_writing, H5Screate_simple, 1, &count, nullptr));
  add(call, object, name, H5T_NATIVE_INT64, space, numbers.data());
}

}  // namespace ashlar::io::hdf5
