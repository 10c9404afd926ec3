// SPDX-License-Identifier: BSD-3-Clause
#include "elements.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/matrix/convert_element.hpp>

#include "file_error.hpp"

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

template <Element From>
void read_raw(const InputFile& file, const NpyHeader& header, Range elements, From* out) {
  constexpr Index width = sizeof(From);
  file.read(header.data_offset + elements.first * width, out, elements.size() * width);
  if (header.swapped)
    swap_bytes(out, elements.size() * (is_complex<From> ? 2 : 1), sizeof(RealOf<From>));
}

[[noreturn]] void refuse_element(const InputFile& file, const NpyHeader& header, Index k,
                                 const std::string& value, DType wanted) {
  const bool by_columns = header.order == StorageOrder::Fortran;
  const Index inner = by_columns ? header.shape.rows : header.shape.cols;
  const Index row = by_columns ? k % inner : k / inner;
  const Index col = by_columns ? k / inner : k % inner;
  throw file_error(file.path(), concat("element (", row, ", ", col, ") is ", value, ", which no ",
                                       to_string(wanted), " can hold"));
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

template <Element T>
void read_elements(const InputFile& file, const NpyHeader& header, Range elements, T* out,
                   Overflows& overflows) {
  visit_element(header.dtype, [&](auto tag) {
    using From = typename decltype(tag)::type;
    if constexpr (std::same_as<From, T>) {
      read_raw(file, header, elements, out);
    } else if constexpr (ElementConvertibleTo<From, T>) {
      constexpr Index chunk = 65536;
      std::vector<From> buffer(static_cast<std::size_t>(std::min(chunk, elements.size())));
      for (Index at = elements.first; at < elements.last; at += chunk) {
        const Range part{at, std::min(at + chunk, elements.last)};
        read_raw(file, header, part, buffer.data());
        for (Index k = 0; k < part.size(); ++k) {
          const From x = buffer[static_cast<std::size_t>(k)];
          bool is_lost = !fits<T>(x);
          if constexpr (can_overflow<From, T>) {
            const bool is_too_large = ashlar::overflows<T>(x);
            overflows.count += is_too_large;
            is_lost = is_too_large && overflows.treatment == Overflow::Refused;
          }
          if (is_lost) refuse_element(file, header, at + k, concat(+x), dtype_of<T>());
          *out++ = converted<T>(x);
        }
      }
    } else {
      throw file_error(file.path(), concat("it is complex; as ", to_string(dtype_of<T>()),
                                           " its imaginary parts would be lost"));
    }
  });
}

template void read_elements(const InputFile&, const NpyHeader&, Range, float*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, double*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, c64*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, c128*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::int8_t*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::int16_t*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::int32_t*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::int64_t*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::uint8_t*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::uint16_t*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::uint32_t*, Overflows&);
template void read_elements(const InputFile&, const NpyHeader&, Range, std::uint64_t*, Overflows&);

}  // namespace ashlar::io
