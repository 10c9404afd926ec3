// SPDX-License-Identifier: BSD-3-Clause
#include "text_source.hpp"

#include <utility>

#include "inflated_source.hpp"
#include "posix_file.hpp"

namespace ashlar::io {

bool is_gzip(std::string_view first_bytes) { return first_bytes.starts_with("\x1f\x8b"); }

std::string_view without_gz(std::string_view path) {
  const std::size_t size = path.size();
  if (size <= 3) return path;
  const std::string_view ending = path.substr(size - 3);
  return ending == ".gz" || ending == ".GZ" ? path.substr(0, size - 3) : path;
}

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = small_letter(c);
  return result;
}

std::unique_ptr<const ByteSource> open_text(const std::string& path) {
  auto file = std::make_unique<InputFile>(path);
  if (!is_gzip(file->read_prefix(2))) return file;
  const Index size = file->size();
  return std::make_unique<InflatedSource>(
      std::move(file), PackedBytes{.first = 0, .bytes = size, .form = PackedForm::Gzip}, path);
}

Index file_bytes(const std::string& path) { return InputFile(path).size(); }

}  // namespace ashlar::io
