// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/detail/npy_header.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ashlar/base/error.hpp>

using namespace ashlar;

// An accepted header must be written as an equal header.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), count);
  try {
    io::detail::NpyHeader header = io::detail::parse_npy_header(text, "x.npy");
    io::detail::NpyHeader again =
        io::detail::parse_npy_header(io::detail::format_npy_header(header), "y.npy");
    again.data_offset = header.data_offset;
    if (again != header) std::abort();
    io::detail::check_npy_size(header, static_cast<Index>(count), "x.npy");
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
