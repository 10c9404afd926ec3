// SPDX-License-Identifier: BSD-3-Clause
#include "zip.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view end_mark = "PK\5\6", wide_end_mark = "PK\6\6",
                           wide_locator_mark = "PK\6\7", entry_mark = "PK\1\2",
                           header_mark = "PK\3\4";
constexpr Index end_bytes = 22, wide_end_bytes = 56, wide_locator_bytes = 20, entry_bytes = 46,
                header_bytes = 30;
constexpr std::uint64_t wide16 = 0xffff, wide32 = 0xffff'ffff;  // value is in the zip64 record
constexpr unsigned encrypted = 1U, sizes_follow = 1U << 3, strongly_encrypted = 1U << 6;

/// Little-endian numbers of a record. @pre they lie within it
class Record {
 public:
  explicit Record(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number(std::size_t at, std::size_t width) const {
    std::uint64_t value = 0;
    for (std::size_t k = width; k-- > 0;)
      value = value << 8 | static_cast<unsigned char>(bytes_[at + k]);
    return value;
  }
  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }

 private:
  std::string_view bytes_;
};

std::string bytes_at(const ByteSource& archive, Index offset, Index bytes) {
  std::string text(static_cast<std::size_t>(bytes), '\0');
  archive.read(offset, text.data(), bytes);
  return text;
}

template <class... Parts>
[[noreturn]] void fail(const ByteSource& archive, const Parts&... reason) {
  throw file_error(archive.path(), reason...);
}

/// Checks a number against 0 to `limit`.
Index checked(const ByteSource& archive, std::uint64_t value, Index limit, const char* what) {
  if (value > static_cast<std::uint64_t>(limit))
    fail(archive, "the archive is malformed: ", what, " is ", value, ", but at most ", limit,
         " is possible");
  return static_cast<Index>(value);
}

/// Directory position and number of members.
struct End {
  std::uint64_t disk = 0, directory_disk = 0, entries_here = 0, entries = 0, bytes = 0, at = 0;
  Index directory_end = 0;  // start of the end record
};

/// Finds the end record, which only its comment follows.
Index find_end(const ByteSource& archive) {
  const Index tail = std::min(archive.size(), end_bytes + Index{65535});
  const std::string bytes = bytes_at(archive, archive.size() - tail, tail);
  for (Index at = tail - end_bytes; at >= 0; --at) {
    const auto place = static_cast<std::size_t>(at);
    if (std::string_view(bytes).substr(place, 4) == end_mark &&
        Record(bytes).u16(place + 20) == tail - end_bytes - at)
      return archive.size() - tail + at;
  }
  fail(archive, "not a zip archive, or cut short: it does not end with a directory");
}

/// Reads the zip64 end record, if any, before the end record.
void read_wide_end(const ByteSource& archive, End& end) {
  const Index locator_at = end.directory_end - wide_locator_bytes;
  if (locator_at < wide_end_bytes) return;
  const std::string locator = bytes_at(archive, locator_at, wide_locator_bytes);
  if (!locator.starts_with(wide_locator_mark)) return;
  if (Record(locator).u32(16) > 1) fail(archive, "the archive is split over several disks");
  const Index at = checked(archive, Record(locator).number(8, 8), locator_at - wide_end_bytes,
                           "the place of its zip64 record");
  const std::string bytes = bytes_at(archive, at, wide_end_bytes);
  if (!bytes.starts_with(wide_end_mark))
    fail(archive, "the archive is malformed: its zip64 record is missing");
  const Record record(bytes);
  end = {.disk = record.u32(16),
         .directory_disk = record.u32(20),
         .entries_here = record.number(24, 8),
         .entries = record.number(32, 8),
         .bytes = record.number(40, 8),
         .at = record.number(48, 8),
         .directory_end = at};
}

End read_end(const ByteSource& archive) {
  const Index at = find_end(archive);
  const std::string bytes = bytes_at(archive, at, end_bytes);
  const Record record(bytes);
  End end{.disk = record.u16(4),
          .directory_disk = record.u16(6),
          .entries_here = record.u16(8),
          .entries = record.u16(10),
          .bytes = record.u32(12),
          .at = record.u32(16),
          .directory_end = at};
  const bool is_wide =
      end.disk == wide16 || end.entries == wide16 || end.bytes == wide32 || end.at == wide32;
  if (is_wide) read_wide_end(archive, end);
  if (end.disk != 0 || end.directory_disk != 0 || end.entries_here != end.entries)
    fail(archive, "the archive is split over several disks");
  if (end.bytes > static_cast<std::uint64_t>(zip_max_directory_bytes))
    fail(archive, "its directory claims ", end.bytes, " bytes", "; more than ",
         zip_max_directory_bytes, " are refused");
  const Index directory_at =
      checked(archive, end.at, end.directory_end, "the place of its directory");
  if (directory_at + static_cast<Index>(end.bytes) != end.directory_end)
    fail(archive,
         "the archive is malformed: its directory does not end where its last record begins");
  return end;
}

/// Reads zip64 sizes from a header's extra fields, for values beyond 32 bits in their order. False
/// for malformed or missing fields.
bool read_wide(std::string_view extra, std::initializer_list<std::uint64_t*> values) {
  while (extra.size() >= 4) {
    const Record field(extra);
    const std::size_t length = field.u16(2);
    if (length > extra.size() - 4) return false;
    if (field.u16(0) == 1) {
      std::size_t at = 4;
      for (std::uint64_t* value : values) {
        if (*value != wide32) continue;
        if (at + 8 > length + 4) return false;
        *value = field.number(at, 8);
        at += 8;
      }
      return true;
    }
    extra.remove_prefix(4 + length);
  }
  return std::all_of(values.begin(), values.end(),
                     [](const std::uint64_t* value) { return *value != wide32; });
}

/// Parses the first member of the remaining directory.
ZipMember take_member(const ByteSource& archive, std::string_view& directory, Index directory_at) {
  const Record record(directory);
  if (std::ssize(directory) < entry_bytes || !directory.starts_with(entry_mark))
    fail(archive, "the archive is malformed: its directory lists fewer members than it claims");
  const std::size_t name = record.u16(28), extra = record.u16(30), comment = record.u16(32);
  const std::size_t length = static_cast<std::size_t>(entry_bytes) + name + extra + comment;
  if (length > directory.size())
    fail(archive, "the archive is malformed: an entry exceeds its directory");
  if (record.u16(34) != 0 && record.u16(34) != wide16)
    fail(archive, "the archive is split over several disks");
  std::uint64_t bytes = record.u32(24), stored = record.u32(20), at = record.u32(42);
  if (!read_wide(directory.substr(static_cast<std::size_t>(entry_bytes) + name, extra),
                 {&bytes, &stored, &at}))
    fail(archive, "the archive is malformed: a zip64 size is missing");
  ZipMember member{.name = std::string(directory.substr(entry_bytes, name)),
                   .flags = record.u16(8),
                   .method = record.u16(10),
                   .crc = record.u32(16),
                   .stored_bytes = checked(archive, stored, directory_at, "a member's size"),
                   .bytes = checked(archive, bytes, std::numeric_limits<Index>::max(),
                                    "a member's unpacked size"),
                   .header_at = checked(archive, at, directory_at, "a member's place"),
                   .record = std::string(directory.substr(0, length))};
  directory.remove_prefix(length);
  return member;
}

/// Sorts members by position and refuses overlaps.
void check_places(const ByteSource& archive, std::vector<ZipMember>& members, Index directory_at) {
  std::stable_sort(members.begin(), members.end(), [](const ZipMember& a, const ZipMember& b) {
    return a.header_at < b.header_at;
  });
  for (std::size_t k = 0; k < members.size(); ++k) {
    ZipMember& member = members[k];
    member.end_at = k + 1 < members.size() ? members[k + 1].header_at : directory_at;
    const Index room = member.end_at - member.header_at - header_bytes - std::ssize(member.name);
    if (member.stored_bytes > room)
      fail(archive, "the archive is malformed: its member ", in_quotes(member.name),
           " overlaps the next member or the directory");
  }
}

}  // namespace

std::vector<ZipMember> read_zip_directory(const ByteSource& archive) {
  const End end = read_end(archive);
  const auto directory_at = static_cast<Index>(end.at);
  const std::string bytes = bytes_at(archive, directory_at, static_cast<Index>(end.bytes));
  std::string_view rest = bytes;
  std::vector<ZipMember> members;
  for (std::uint64_t k = 0; k < end.entries; ++k)
    members.push_back(take_member(archive, rest, directory_at));
  if (!rest.empty())
    fail(archive, "the archive is malformed: its directory lists more members than it claims");
  check_places(archive, members, directory_at);
  return members;
}

Index zip_data_at(const ByteSource& archive, const ZipMember& member) {
  const auto fail_member = [&](const auto&... reason) {
    fail(archive, "its member ", in_quotes(member.name), " ", reason...);
  };
  if ((member.flags & (encrypted | strongly_encrypted)) != 0) fail_member("is encrypted");
  if (member.method != 0 && member.method != 8)
    fail_member("is packed by method ", member.method,
                "; Ashlar reads members that are stored or deflated");
  if (!member.is_deflated() && member.stored_bytes != member.bytes)
    fail_member("is stored without compression, but has two sizes, ", member.stored_bytes, " and ",
                member.bytes);
  // Deflate's ratio is at most 1032.
  if (member.is_deflated() && member.bytes / 1032 > member.stored_bytes)
    fail_member("claims ", member.bytes, " bytes, which ", member.stored_bytes,
                " packed bytes cannot become");
  const std::string bytes = bytes_at(archive, member.header_at, header_bytes);
  const Record header(bytes);
  const Index name = header.u16(26), extra = header.u16(28);
  const Index data_at = member.header_at + header_bytes + name + extra;
  if (!bytes.starts_with(header_mark) || data_at + member.stored_bytes > member.end_at)
    fail_member("is not at its recorded offset");
  const std::string text = bytes_at(archive, member.header_at + header_bytes, name + extra);
  std::uint64_t size = header.u32(22), stored = header.u32(18);
  const bool is_read =
      read_wide(std::string_view(text).substr(static_cast<std::size_t>(name)), {&size, &stored});
  const bool has_sizes = (header.u16(6) & sizes_follow) == 0;
  if (text.substr(0, static_cast<std::size_t>(name)) != member.name ||
      header.u16(8) != member.method || (header.u16(6) & encrypted) != 0 ||
      (has_sizes &&
       (!is_read || size != static_cast<std::uint64_t>(member.bytes) ||
        stored != static_cast<std::uint64_t>(member.stored_bytes) || header.u32(14) != member.crc)))
    fail_member("has a header that contradicts the directory");
  return data_at;
}

}  // namespace ashlar::io
