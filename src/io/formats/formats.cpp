// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/formats.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/io/files.hpp>

#include "io/file_error.hpp"
#include "io/inflated_source.hpp"
#include "io/posix_file.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {
namespace {

namespace fs = std::filesystem;

std::vector<const FormatTraits*>& format_list() {
  static std::vector<const FormatTraits*> list = {&npy_format(), &raw_format()};
  return list;
}

/// End of an error about missing formats.
std::string_view remedy_for_few() {
  return format_list().size() > 2 ? "" : "; link ashlar::formats for the other formats";
}

/// Suffices for every recognises(): MATLAB has 512 bytes before HDF5's.
constexpr Index first_bytes = 1024;

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() &&
         in_small_letters(name.substr(name.size() - ending.size())) == ending;
}

const FormatTraits* format_of_ending(std::string_view name) {
  for (const FormatTraits* format : formats())
    for (const std::string_view ending : format->endings)
      if (has_ending(name, ending) || (format->is_text && has_ending(without_gz(name), ending)))
        return format;
  return nullptr;
}

/// Names of all formats, or of those that are written.
std::string all_names(bool written = false) {
  std::string names;
  for (const FormatTraits* format : formats())
    if (!written || format->create != nullptr)
      names += concat(names.empty() ? "" : ", ", format->name);
  return names;
}

std::string all_endings() {
  std::string endings;
  for (const FormatTraits* format : formats())
    for (const std::string_view ending : format->endings)
      if (format->create != nullptr) endings += concat(endings.empty() ? "" : ", ", ending);
  return endings;
}

}  // namespace

std::span<const FormatTraits* const> formats() { return format_list(); }

std::size_t add_formats(std::span<const FormatTraits* const> more) {
  auto& list = format_list();
  list.insert(list.begin() + 1, more.begin(), more.end());
  return list.size();
}

FilePath split_path(const std::string& path) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) return {path, {}};
  for (std::size_t at = path.find(':'); at != std::string::npos; at = path.find(':', at + 1)) {
    const std::string file = path.substr(0, at);
    if (fs::exists(file, ignored) || format_of_ending(file) != nullptr)
      return {file, path.substr(at + 1)};
  }
  return {path, {}};
}

FilePath split_new_path(const std::string& path) {
  for (std::size_t at = path.find(':'); at != std::string::npos; at = path.find(':', at + 1))
    if (format_of_ending(std::string_view(path).substr(0, at)) != nullptr)
      return {path.substr(0, at), path.substr(at + 1)};
  return {path, {}};
}

const FormatTraits& format_named(std::string_view name) {
  for (const FormatTraits* format : formats())
    if (format->name == name) return *format;
  throw ArgumentError(
      concat("there is no file format '", name, "'; there are ", all_names(), remedy_for_few()));
}

const FormatTraits& format_of_file(const std::string& path, const FileHints& hints) {
  if (!hints.format.empty()) return format_named(hints.format);
  const std::string file = split_path(path).file;
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    for (const FormatTraits* format : formats())
      if (format->recognises_folder != nullptr && format->recognises_folder(file)) return *format;
    throw file_error(file,
                     "is a folder with neither layout.json nor checkpoint.json: no "
                     "checkpoint, and no pieces of a matrix",
                     remedy_for_few());
  }
  std::string start = InputFile(file).read_prefix(first_bytes);
  const bool is_packed = is_gzip(start);
  if (is_packed) start = inflated_prefix(start, PackedForm::Gzip, first_bytes);
  const auto fits = [&](const FormatTraits& format) { return format.is_text || !is_packed; };
  for (const FormatTraits* format : formats())
    if (fits(*format) && format->recognises != nullptr && format->recognises(start)) return *format;
  if (const FormatTraits* format = format_of_ending(file); format != nullptr && fits(*format))
    return *format;
  if (is_packed)
    throw file_error(path,
                     "is a gzip file, but no text table or Matrix Market file by its name or "
                     "content; unpack it by gunzip, or name its format: csv, txt or mtx");
  throw file_error(path,
                   "neither its ending nor its content identifies its format; "
                   "name it, for ashlar by --in-format: ",
                   all_names(), remedy_for_few());
}

std::string FormatTraits::style_fault(const FileStyle& style) const {
  const auto lacks = [&](const std::string& what, const char* remedy) {
    return concat("files of the format ", name, " have no ", what, "; ", remedy);
  };
  if (!style.stored_as.empty() && !has_bool)
    return lacks("type " + style.stored_as, "write .npy, or leave it out");
  if (style.swapped && !has_byte_order) return lacks("byte order to choose", "leave it out");
  if (style.chunk && !has_chunks) return lacks("chunks", "write HDF5, or leave them out");
  if (style.compression < 0 || style.compression > 9)
    return concat("the compression is ", style.compression, ", but must be from 0 to 9");
  if (style.compression != 0 && !has_compression)
    return lacks("compression",
                 "write HDF5, .npz or a text file that ends in .gz, or leave it out");
  if (style.delimiter != '\0' && !has_delimiter)
    return lacks("delimiter", "write .csv, or leave it out");
  return {};
}

namespace {

const FormatTraits& named_or_by_ending(const std::string& path, const std::string& name) {
  if (!name.empty()) return format_named(name);
  const FilePath where = split_new_path(path);
  if (where.file.ends_with('/')) return format_named("checkpoint");
  if (const FormatTraits* format = format_of_ending(where.file)) {
    if (where.file.size() < path.size() && (!format->has_members || where.inside.empty()))
      throw file_error(path, format->has_members
                                 ? "the name behind its colon is empty; give one, or no colon"
                                 : "such files have no members to name behind a colon");
    return *format;
  }
  if (where.file.ends_with(".png") || where.file.ends_with(".svg"))
    throw file_error(path,
                     "its ending is that of a picture: draw one by ashlar show MATRIX -o FILE, or "
                     "by pictures::matrix_picture and save_picture");
  throw file_error(path, "its ending is that of no format: write one of ", all_endings(),
                   ", a checkpoint (PATH/), or name the format (", all_names(true), ")",
                   remedy_for_few());
}

}  // namespace

bool holds(const std::string& path) {
  const FilePath where = split_path(path);
  std::error_code ignored;
  if (!fs::exists(where.file, ignored)) return false;
  if (where.inside.empty() || fs::is_directory(where.file, ignored)) return true;
  const FormatTraits& format = format_of_file(where.file, {});
  return format.has_dataset == nullptr || format.has_dataset(path);
}

const FormatTraits& format_to_write(const std::string& path, const FileStyle& style) {
  const FormatTraits& format = named_or_by_ending(path, style.format);
  FormatTraits traits = format;
  if (format.is_text && has_gz(path)) traits.has_compression = true;
  if (const std::string fault = traits.style_fault(style); !fault.empty())
    throw file_error(path, fault);
  return format;
}

}  // namespace ashlar::io
