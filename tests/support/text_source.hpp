// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <string>
#include <utility>

#include <ashlar/base/error.hpp>

#include "io/byte_source.hpp"

namespace ashlar::test {

/// A file in memory. A read beyond its end is an error of the reader under test.
class TextSource final : public io::ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)) {}

  const std::string& path() const override { return path_; }
  Index size() const override { return static_cast<Index>(text_.size()); }
  void read(Index offset, void* out, Index bytes) const override {
    if (offset < 0 || bytes < 0 || offset > size() || bytes > size() - offset)
      throw ArgumentError("the reader left the file");
    std::memcpy(out, text_.data() + offset, static_cast<std::size_t>(bytes));
  }

 private:
  std::string text_, path_ = "some/file";
};

/// The text of the FileError for a file that `read` refuses.
template <class Read>
std::string refusal_of(Read&& read) {
  try {
    read();
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace ashlar::test
