// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/png.hpp>

#include <ashlar/base/expect.hpp>
#include <ashlar/io/whole_file.hpp>
#include <ashlar/mpi/agree.hpp>

#ifdef ASHLAR_HAS_PNG
#include <png.h>

#include <algorithm>
#endif

#include "mpi/collective_call.hpp"

namespace ashlar::io {

#ifdef ASHLAR_HAS_PNG

namespace {

bool is_grey(Colour c) { return c.red == c.green && c.green == c.blue; }

std::string channels(const Image& image, bool one_channel) {
  std::string bytes;
  bytes.reserve(image.pixels().size() * (one_channel ? 1 : 3));
  for (const Colour c : image.pixels()) {
    bytes += static_cast<char>(c.red);
    if (one_channel) continue;
    bytes += static_cast<char>(c.green);
    bytes += static_cast<char>(c.blue);
  }
  return bytes;
}

}  // namespace

bool png_is_available() noexcept { return true; }

std::string encode_png(const Image& image) {
  const bool one_channel = std::all_of(image.pixels().begin(), image.pixels().end(), is_grey);
  const std::string raw = channels(image, one_channel);
  png_image head = {};
  head.version = PNG_IMAGE_VERSION;
  head.width = static_cast<png_uint_32>(image.cols());
  head.height = static_cast<png_uint_32>(image.rows());
  head.format = one_channel ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;

  // The first call only counts.
  png_alloc_size_t bytes = 0;
  const bool counted =
      png_image_write_to_memory(&head, nullptr, &bytes, 0, raw.data(), 0, nullptr) != 0;
  std::string file(bytes, '\0');
  const bool written = counted && png_image_write_to_memory(&head, file.data(), &bytes, 0,
                                                            raw.data(), 0, nullptr) != 0;
  expect(written, "encode_png: libpng refuses ", image.rows(), "x", image.cols(),
         " pixels: ", head.message);
  file.resize(bytes);
  return file;
}

#else

bool png_is_available() noexcept { return false; }

std::string encode_png(const Image&) {
  throw ArgumentError(
      "this library was built without libpng; install it (Debian's libpng-dev) and "
      "configure again, or draw SVG");
}

#endif

void save_png(const std::string& path, const Image& image) {
  write_whole_file(path, encode_png(image));
}

void save_png(mpi::CommunicatorView comm, const std::string& path, const Image& image) {
  const mpi::CollectiveCall call(comm, "save_png", mpi::same("the path", path));
  mpi::together(comm, [&] {
    if (comm.rank() == 0) save_png(path, image);
  });
}

}  // namespace ashlar::io
