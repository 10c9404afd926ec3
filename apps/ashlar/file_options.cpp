// SPDX-License-Identifier: BSD-3-Clause
#include "file_options.hpp"

#include <bit>
#include <limits>
#include <optional>
#include <sstream>
#include <vector>

#include "support/options.hpp"

namespace ashlar::apps {
namespace {

/// "tab", "blank" or one character.
std::optional<char> parse_delimiter(const std::string& text) {
  if (text == "tab") return '\t';
  if (text == "blank") return ' ';
  return text.size() == 1 ? std::optional(text[0]) : std::nullopt;
}

/// True if the named byte order differs from the machine's.
std::optional<bool> parse_endian(const std::string& text) {
  if (text != "little" && text != "big") return std::nullopt;
  return (text == "little") != (std::endian::native == std::endian::little);
}

/// "3,:,:"
std::optional<std::vector<std::optional<Index>>> parse_array_index(const std::string& text) {
  std::vector<std::optional<Index>> index;
  std::istringstream entries(text + ",");
  for (std::string entry; std::getline(entries, entry, ',');) {
    const std::optional<Index> at = parse_index(entry);
    if (!at && entry != ":") return std::nullopt;
    index.push_back(at);
  }
  return index;
}

std::optional<std::optional<bool>> parse_header(const std::string& text) {
  if (text != "0" && text != "1") return std::nullopt;
  return std::optional(text == "1");
}

std::optional<io::Missing> parse_missing(const std::string& text) {
  return text == "nan" ? std::optional(io::Missing::Nan) : std::nullopt;
}

}  // namespace

void add_file_hints(CLI::App& app, io::FileHints& hints) {
  const char* group = "Parameters of IN that are not in the file";
  app.add_option("--in-format", hints.format,
                 "its format, if neither content nor ending identifies it: npy, raw, csv, ...")
      ->type_name("NAME")
      ->group(group);
  add_parsed_option(app, "--in-dtype", hints.dtype, "T",
                    "element type of raw binary and of text; float64 if not given", parse_dtype)
      ->group(group);
  add_parsed_option(app, "--in-shape", hints.shape, "MxN", "rows and columns of raw binary",
                    parse_shape)
      ->group(group);
  add_parsed_option(app, "--in-order", hints.order, "C|F",
                    "rows (C) or columns (F) of raw binary contiguous; C if not given",
                    parse_storage_order)
      ->group(group);
  add_parsed_option(app, "--in-offset", hints.offset, "BYTES",
                    "bytes before the first element of raw binary",
                    [](const std::string& text) -> std::optional<Index> {
                      const auto offset = parse_index(text);
                      return offset && *offset >= 0 ? offset : std::nullopt;
                    })
      ->group(group);
  add_parsed_option(app, "--in-endian", hints.swapped, "little|big",
                    "byte order of raw binary; this machine's if not given", parse_endian)
      ->group(group);
  add_parsed_option(app, "--in-delimiter", hints.delimiter, "CHAR",
                    "between the numbers of a text table: a character, tab or blank",
                    parse_delimiter)
      ->group(group);
  add_parsed_option(app, "--header", hints.header, "0|1",
                    "1: the first line of a text table holds column names, 0: it holds numbers; if "
                    "not given, a line of words holds names",
                    parse_header)
      ->group(group);
  add_parsed_option(app, "--missing", hints.missing, "nan",
                    "read missing values of a text table (empty, NA, N/A, null, none) as NaN; an "
                    "error if not given",
                    parse_missing)
      ->group(group);
  add_parsed_option(app, "--index", hints.index, "I,:,:",
                    "section of an array of more dimensions: an index, or a colon for rows and "
                    "columns, for each dimension",
                    parse_array_index)
      ->group(group);
}

void add_file_style(CLI::App& app, io::FileStyle& style) {
  const char* group = "Form of the output";
  app.add_option("--format", style.format, "format of OUT; by its ending if not given")
      ->type_name("NAME")
      ->group(group);
  add_parsed_option(app, "--endian", style.swapped, "little|big",
                    "byte order, where the format has both; this machine's if not given",
                    parse_endian)
      ->group(group);
  app.add_option("--stored-as", style.stored_as,
                 "a type that .npy has and C++ has not: bool (of uint8), float16 (of float32, "
                 "float64)")
      ->type_name("T")
      ->check(CLI::IsMember({"bool", "float16"}))
      ->group(group);
  add_parsed_option(app, "--delimiter", style.delimiter, "CHAR",
                    "between the numbers of a text table: a character, tab or blank",
                    parse_delimiter)
      ->group(group);
  app.add_option("--compression", style.compression,
                 "of formats that have it: 0 none, 1 fast to 9 small")
      ->check(CLI::Range(0, 9))
      ->group(group);
  add_parsed_option(app, "--chunk", style.chunk, "MBxNB", "rows and columns of a chunk of HDF5",
                    [](const std::string& text) -> std::optional<Block> {
                      const auto pair = parse_pair(text, 'x', 1, std::numeric_limits<Index>::max());
                      return pair ? std::optional(Block{pair->first, pair->second}) : std::nullopt;
                    })
      ->group(group);
}

}  // namespace ashlar::apps
