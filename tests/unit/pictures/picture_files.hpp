// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "io/atomic_file.hpp"
#include "pictures/image.hpp"

namespace ashlar::test {

/// The path of a file in the folder of pictures that check_pictures.py reads.
inline std::string in_pictures(const std::string& name) {
  std::filesystem::create_directories("pictures");
  return "pictures/" + name;
}

/// Writes the image as PNG and, for comparison, as PPM, the simplest format.
inline void write_both(const std::string& name, const pictures::Image& image) {
  io::detail::write_whole_file(in_pictures(name + ".png"), pictures::encode_png(image));
  std::ofstream plain(in_pictures(name + ".ppm"), std::ios::binary);
  plain << "P6\n" << image.cols() << ' ' << image.rows() << "\n255\n";
  for (const pictures::Colour c : image.pixels())
    plain << static_cast<char>(c.red) << static_cast<char>(c.green) << static_cast<char>(c.blue);
}

}  // namespace ashlar::test
