// SPDX-License-Identifier: BSD-3-Clause

#include <ashlar/base/error.hpp>
#include <ashlar/pictures/picture.hpp>

#ifdef ASHLAR_HAS_PNG
#include <png.h>

#include <algorithm>

#include "image.hpp"
#endif

namespace ashlar::pictures {

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

const char* libpng_version() noexcept { return png_get_libpng_ver(nullptr); }

std::string encode_png(const Image& image) {
  const bool one_channel = std::all_of(image.pixels().begin(), image.pixels().end(), is_grey);
  const std::string raw = channels(image, one_channel);
  png_image head = {};
  head.version = PNG_IMAGE_VERSION;
  head.width = static_cast<png_uint_32>(image.cols());
  head.height = static_cast<png_uint_32>(image.rows());
  head.format = one_channel ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;

  // The first call only computes the size.
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

const char* libpng_version() noexcept { return nullptr; }

std::string encode_png(const Image&) {
  throw ArgumentError(
      "this library was built without libpng; install it (Debian's libpng-dev) and "
      "configure again, or draw SVG");
}

#endif

}  // namespace ashlar::pictures
