// SPDX-License-Identifier: BSD-3-Clause
#include "elements.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/matrix/convert.hpp>

#include "base/instantiate.hpp"
#include "file_error.hpp"
#include "formats/lines.hpp"

namespace ashlar::io {
namespace {

template <class U, class Swap>
void swap_each(char* bytes, Index count, Swap swap) {
  for (Index k = 0; k < count; ++k, bytes += sizeof(U)) {
    U number;
    std::memcpy(&number, bytes, sizeof number);
    number = swap(number);
    std::memcpy(bytes, &number, sizeof number);
  }
}

/// Elements per conversion.
constexpr Index chunk = 65536;

/// Calls f(part) for parts of at most `chunk` elements in file order.
template <class F>
void for_each_part(Section box, StorageOrder order, F&& f) {
  const Range lines = lines_of(box, order), within = within_lines(box, order);
  // Short lines, or parts of a long one.
  const Index step = std::max<Index>(1, chunk / std::max<Index>(1, within.size()));
  for (Index line = lines.first; line < lines.last; line += step)
    for (Index at = within.first; at < within.last; at += chunk)
      f(section_of({line, std::min(line + step, lines.last)},
                   {at, std::min(at + chunk, within.last)}, order));
}

}  // namespace

void swap_bytes(void* data, Index count, std::size_t width) {
  char* bytes = static_cast<char*>(data);
  if (width == 2)
    swap_each<std::uint16_t>(bytes, count, [](std::uint16_t x) { return __builtin_bswap16(x); });
  if (width == 4)
    swap_each<std::uint32_t>(bytes, count, [](std::uint32_t x) { return __builtin_bswap32(x); });
  if (width == 8)
    swap_each<std::uint64_t>(bytes, count, [](std::uint64_t x) { return __builtin_bswap64(x); });
}

void swap_elements(void* data, Index count, DType dtype) {
  visit_element(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    swap_bytes(data, count * (is_complex<T> ? 2 : 1), sizeof(RealOf<T>));
  });
}

void refuse_element(const std::string& path, ElementPlace at, const std::string& value,
                    std::string_view type) {
  throw file_error(path, "element (", at.row, ", ", at.col, ") is ", value, ", which no ", type,
                   " can hold");
}

void check_keeps_imaginary_parts(DType from, DType to, const std::string& path) {
  const auto is_complex_type = [](DType t) {
    return t == DType::Complex64 || t == DType::Complex128;
  };
  if (is_complex_type(from) && !is_complex_type(to))
    throw file_error(path, "holds ", to_string(from), ", which as ", to_string(to),
                     " would lose its imaginary parts");
}

template <Element T>
void read_as(const FileReader& reader, const std::string& path, Section box, T* out,
             Overflows& overflows) {
  const StorageOrder order = reader.info().order;
  visit_element(reader.info().dtype, [&](auto tag) {
    using From = typename decltype(tag)::type;
    if constexpr (std::same_as<From, T>) {
      reader.read(box, out);
    } else if constexpr (ashlar::detail::ElementConvertibleTo<From, T>) {
      std::vector<From> buffer;
      for_each_part(box, order, [&](Section part) {
        const Index count = part.rows.size() * part.cols.size();
        buffer.resize(static_cast<std::size_t>(count));
        reader.read(part, buffer.data());
        for (Index k = 0; k < count; ++k) {
          const From x = buffer[static_cast<std::size_t>(k)];
          bool is_lost = !ashlar::detail::fits<T>(x);
          if constexpr (ashlar::detail::can_overflow<From, T>) {
            const bool is_too_large = ashlar::overflows<T>(x);
            overflows.count += is_too_large;
            is_lost = is_too_large && overflows.treatment == Overflow::Refused;
          }
          if (is_lost)
            refuse_element(path, place_of(k, part, order), concat(+x), to_string(dtype_of<T>()));
          *out++ = converted<T>(x);
        }
      });
    } else {
      check_keeps_imaginary_parts(reader.info().dtype, dtype_of<T>(), path);
    }
  });
}

#define ASHLAR_INSTANTIATE(T) \
  template void read_as(const FileReader&, const std::string&, Section, T*, Overflows&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
