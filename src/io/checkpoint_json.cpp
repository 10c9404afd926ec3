// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>
#include <set>

#include <ashlar/base/error.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/io/detail/npy_header.hpp>

#include "checkpoint_files.hpp"
#include "crc32.hpp"
#include "json_fields.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view format_name = "ashlar-checkpoint";
constexpr int format_version = 1;
constexpr const char* own_checksum = "json_crc32";
constexpr std::string_view no_checksum = "00000000";
constexpr Index most_members = 10'000, least_chunk = 4096;
constexpr std::size_t longest_name = 100;

/// Checksum of the text with zeros in its checksum field.
std::string checksum_of(std::string text, std::string_view recorded) {
  const std::size_t key = text.find(concat('"', own_checksum, '"'));
  const std::size_t place = key == std::string::npos ? key : text.find(recorded, key);
  if (place != std::string::npos && recorded.size() == no_checksum.size())
    text.replace(place, no_checksum.size(), no_checksum);
  return crc32_text(crc32(text.data(), static_cast<Index>(text.size())));
}

void check_own_checksum(const JsonFields& fields, std::string_view text) {
  // Optional in checkpoints of other programs.
  if (!fields.has(own_checksum)) return;
  const std::string recorded = fields.text(own_checksum);
  if (recorded != checksum_of(std::string(text), recorded))
    fields.fail("was changed after it was written; if that was meant, take its field '",
                own_checksum, "' out");
}

Json to_json(const CheckpointInfo::Member& member) {
  const auto [rows, cols] = member.layout.shape();
  Json layout = Json::object();
  add_layout_fields(layout, member.layout);
  return {{"name", member.name},
          {"file", member.file},
          {"shape", {rows, cols}},
          {"dtype", to_string(member.dtype)},
          {"order", member.order == StorageOrder::C ? "C" : "F"},
          {"layout", layout},
          {"bytes", member.bytes},
          {"chunk_bytes", member.chunk_bytes},
          {"crc32", checksums_json(member.checksums)}};
}

/// Checks that "file" names a visible .npy file of the folder.
std::string file_of(const JsonFields& fields) {
  std::string file = fields.text("file");
  const std::string_view stem =
      std::string_view(file).substr(0, file.size() - std::min<std::size_t>(4, file.size()));
  if (!file.ends_with(".npy") || !name_fault(stem).empty())
    fields.fail("its 'file' is ", in_quotes(file), ", which is not a .npy file of the folder");
  return file;
}

CheckpointInfo::Member member_from(const JsonFields& fields) {
  CheckpointInfo::Member member;
  member.name = fields.text("name");
  if (const std::string fault = name_fault(member.name); !fault.empty())
    fields.fail("has a member ", in_quotes(member.name), ", but a name ", fault);
  member.file = file_of(fields);
  member.dtype = dtype_field(fields);
  member.order = fields.is_first("order", "C", "F") ? StorageOrder::C : StorageOrder::Fortran;
  const Shape shape = shape_field(fields, member.dtype);
  member.layout = layout_fields(JsonFields(fields.at("layout"), fields.path()), shape);
  const Index data_bytes = shape.rows * shape.cols * static_cast<Index>(size_of(member.dtype));
  member.bytes = fields.number(fields.at("bytes"), "bytes", INT64_MAX);
  if (member.bytes <= data_bytes || member.bytes - data_bytes > detail::npy_max_prefix_bytes)
    fields.fail("its 'bytes' are ", member.bytes, ", but the elements of ", in_quotes(member.name),
                " need ", data_bytes, " and a header");
  member.chunk_bytes = fields.number(fields.at("chunk_bytes"), "chunk_bytes", INT64_MAX);
  if (member.chunk_bytes < least_chunk)
    fields.fail("its 'chunk_bytes' are less than ", least_chunk);
  member.checksums = checksums_field(fields, "crc32", chunk_count(member));
  return member;
}

std::vector<CheckpointInfo::Member> members_from(const JsonFields& fields) {
  const Json& list = fields.at("members");
  if (!list.is_array()) fields.fail("its field 'members' is not a list");
  if (static_cast<Index>(list.size()) > most_members)
    fields.fail("has more than ", most_members, " members");
  std::vector<CheckpointInfo::Member> members;
  std::set<std::string> names, files;
  for (const Json& item : list) {
    members.push_back(member_from(JsonFields(item, fields.path())));
    if (!names.insert(members.back().name).second)
      fields.fail("has two members ", in_quotes(members.back().name));
    if (!files.insert(members.back().file).second)
      fields.fail("has two members in the file ", in_quotes(members.back().file));
  }
  return members;
}

std::map<std::string, std::string> notes_from(const JsonFields& fields) {
  const Json& object = fields.at("notes");
  if (!object.is_object()) fields.fail("its field 'notes' is not a JSON object");
  std::map<std::string, std::string> notes;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_string()) fields.fail("its note ", in_quotes(key), " is not a string");
    notes[key] = value.get<std::string>();
  }
  return notes;
}

CheckpointInfo read_fields(const JsonFields& fields, std::string_view text) {
  if (fields.text("format") != format_name) fields.fail("does not describe a checkpoint");
  if (fields.number(fields.at("version"), "version", INT32_MAX) != format_version)
    fields.fail("is of another version than ", format_version);
  check_own_checksum(fields, text);
  return {.members = members_from(fields),
          .notes = notes_from(fields),
          .library = fields.text("library"),
          .time = fields.text("time"),
          .ranks = static_cast<int>(fields.number(fields.at("ranks"), "ranks", INT32_MAX))};
}

}  // namespace

std::string name_fault(std::string_view name) {
  if (name.empty() || name.size() > longest_name)
    return concat("must have 1 to ", longest_name, " bytes");
  if (name.front() == '.') return "must not begin with a dot";
  const auto is_odd = [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f' || c == '/' || c == '\\' || c == ':';
  };
  return std::any_of(name.begin(), name.end(), is_odd)
             ? "must not contain a slash, a colon or a control character"
             : "";
}

bool is_checkpoint(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(checkpoint_json_path(path), ignored);
}

std::string checkpoint_json_path(const std::string& folder) {
  return (std::filesystem::path(folder) / checkpoint_json_name).string();
}

std::string member_path(const std::string& folder, const CheckpointInfo::Member& member) {
  return (std::filesystem::path(folder) / member.file).string();
}

std::string detail::format_checkpoint_json(const CheckpointInfo& info) {
  Json members = Json::array();
  for (const CheckpointInfo::Member& member : info.members) members.push_back(to_json(member));
  const Json json = {{"format", format_name},     {"version", format_version},
                     {own_checksum, no_checksum}, {"library", info.library},
                     {"time", info.time},         {"ranks", info.ranks},
                     {"notes", Json(info.notes)}, {"members", std::move(members)}};
  std::string text;
  try {
    text = json.dump() + "\n";
  } catch (const Json::exception&) {
    throw ArgumentError("checkpoint: a name or a note is not UTF-8 text");
  }
  expect(static_cast<Index>(text.size()) <= largest_checkpoint_json,
         "checkpoint: names and notes need ", ashlar::detail::counted(text.size(), "byte"),
         ", but at most ", largest_checkpoint_json, " are read again");
  const std::string checksum = checksum_of(text, no_checksum);
  return text.replace(text.find(no_checksum, text.find(own_checksum)), checksum.size(), checksum);
}

CheckpointInfo detail::parse_checkpoint_json(std::string_view text, const std::string& path) {
  const Json json = parse_json(text, path);
  try {
    return read_fields(JsonFields(json, path), text);
  } catch (const ArgumentError& error) {
    throw file_error(path, error.what());
  }
}

const CheckpointInfo::Member& detail::member_of(const CheckpointInfo& info, const std::string& name,
                                                const std::string& path) {
  std::string names;
  for (const CheckpointInfo::Member& member : info.members) {
    if (member.name == name) return member;
    if (names.size() < 200) names += (names.empty() ? "" : ", ") + member.name;
  }
  throw file_error(path, "has no matrix ", in_quotes(name), "; it has ",
                   names.empty() ? "none" : names);
}

}  // namespace ashlar::io
