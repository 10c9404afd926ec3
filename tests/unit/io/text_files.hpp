// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "io/formats/formats.hpp"

// Shared parts of the tests of text formats: files in a temporary folder, and boxes read from them.

namespace ashlar::test {

/// A folder for one test, removed at its end.
class Folder {
 public:
  Folder() {
    static int count = 0;
    path_ =
        std::filesystem::temp_directory_path() / concat("ashlar-text-", ::getpid(), "-", ++count);
    std::filesystem::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  /// Writes a file and returns its path.
  std::string put(const std::string& name, const std::string& text) const {
    const std::string path = (path_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  std::filesystem::path path_;
};

/// The elements of a box, line by line in the file's order.
template <class T>
std::vector<T> read_box(const io::FileReader& reader, Section box) {
  REQUIRE(reader.info().dtype == dtype_of<T>());
  const Shape shape = box.shape();
  std::vector<T> elements(static_cast<std::size_t>(shape.rows * shape.cols));
  reader.read(box, elements.data());
  return elements;
}
template <class T>
std::vector<T> read_all(const io::FileReader& reader) {
  return read_box<T>(reader, Section::all(reader.info().shape));
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// The error text, without the path, of opening a file and reading all of it.
inline std::string refusal_of(const io::FormatTraits& format, const std::string& path,
                              const io::FileHints& hints = {}) {
  try {
    const std::unique_ptr<io::FileReader> reader = format.open(path, hints);
    const auto [rows, cols] = reader->info().shape;
    REQUIRE(rows * cols < 1000);
    std::vector<c128> room(static_cast<std::size_t>(rows * cols));
    reader->read(Section::all(reader->info().shape), room.data());
  } catch (const FileError& error) {
    const std::string message = error.what();
    CHECK(message.rfind(path + ": ", 0) == 0);
    CHECK(message.size() < path.size() + 300);
    CHECK(message.find('\n') == std::string::npos);
    return message.substr(path.size() + 2);
  }
  return "accepted";
}

/// A malformed file and a part of its error text.
struct Malformed {
  std::string text;
  std::string reason;
  std::optional<DType> dtype = {};
};

inline void check_refused(const io::FormatTraits& format, const std::string& name,
                          const std::vector<Malformed>& rows) {
  const Folder folder;
  for (const Malformed& row : rows) {
    CAPTURE(row.text);
    const std::string message =
        refusal_of(format, folder.put(name, row.text), {.dtype = row.dtype});
    CAPTURE(row.reason);
    CAPTURE(message);
    CHECK(message.find(row.reason) != std::string::npos);
  }
}

}  // namespace ashlar::test
