// SPDX-License-Identifier: BSD-3-Clause
#include "npy_descr.hpp"

#include <array>
#include <bit>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "in_quotes.hpp"

namespace ashlar::io {
namespace {

constexpr bool little_endian = std::endian::native == std::endian::little;

struct Code {
  std::string_view text;
  DType dtype;
  std::string_view stored_as = {};
  std::size_t bytes() const { return stored_as == "float16" ? 2 : size_of(dtype); }
};
constexpr std::array codes = {
    Code{"f4", DType::Float32},       Code{"f8", DType::Float64},
    Code{"c8", DType::Complex64},     Code{"c16", DType::Complex128},
    Code{"i1", DType::Int8},          Code{"i2", DType::Int16},
    Code{"i4", DType::Int32},         Code{"i8", DType::Int64},
    Code{"u1", DType::UInt8},         Code{"u2", DType::UInt16},
    Code{"u4", DType::UInt32},        Code{"u8", DType::UInt64},
    Code{"b1", DType::UInt8, "bool"}, Code{"f2", DType::Float32, "float16"}};

}  // namespace

bool take_npy_descr(detail::NpyHeader& header, std::string_view descr) {
  const bool has_mark =
      !descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos;
  const char mark = has_mark ? descr.front() : '=';
  const std::string_view name = has_mark ? descr.substr(1) : descr;
  for (const Code& code : codes) {
    if (code.text != name) continue;
    header.dtype = code.dtype;
    header.stored_as = code.stored_as;
    header.swapped = code.bytes() > 1 && mark == (little_endian ? '>' : '<');
    return true;
  }
  return false;
}

std::string detail::npy_descr(const detail::NpyHeader& header) {
  for (const Code& code : codes) {
    if (code.dtype != header.dtype || code.stored_as != header.stored_as) continue;
    const char mark = code.bytes() == 1 ? '|' : little_endian != header.swapped ? '<' : '>';
    return concat(mark, code.text);
  }
  throw ArgumentError(concat("npy header: ", to_string(header.dtype), " cannot be stored as ",
                             in_quotes(header.stored_as),
                             "; give 'bool' for uint8 or 'float16' for float32"));
}

std::string detail::npy_descr(DType dtype) {
  return detail::npy_descr(detail::NpyHeader{.dtype = dtype, .shape = {}});
}

}  // namespace ashlar::io
