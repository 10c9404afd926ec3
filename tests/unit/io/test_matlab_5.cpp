// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matlab_5.hpp"

#include <zlib.h>

#include <cstdint>
#include <utility>

#include "text_files.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// Bytes of a number in one of the two byte orders.
template <class T>
std::string bytes_of(T number, bool is_big) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return is_big ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

/// A data element: type, size, data, padding.
std::string element(std::uint32_t type, const std::string& data, bool is_big) {
  return bytes_of(type, is_big) + bytes_of(static_cast<std::uint32_t>(data.size()), is_big) + data +
         std::string((8 - data.size() % 8) % 8, '\0');
}

/// The same with at most four bytes of data in the tag.
std::string small_element(std::uint32_t type, std::string data, bool is_big) {
  const auto tag = static_cast<std::uint32_t>(data.size() << 16 | type);
  data.resize(4, '\0');
  return bytes_of(tag, is_big) + data;
}

template <class T>
std::string numbers(std::uint32_t type, const std::vector<T>& list, bool is_big) {
  std::string data;
  for (const T x : list) data += bytes_of(x, is_big);
  return element(type, data, is_big);
}

struct Variable {
  std::uint32_t flags = 6;  // double
  std::vector<std::int32_t> extents = {2, 2};
  std::string name = "A";
  std::string numbers;
};

std::string matrix(const Variable& v, bool is_big) {
  return element(
      14,
      numbers<std::uint32_t>(6, {v.flags, 0}, is_big) +
          numbers<std::int32_t>(5, v.extents, is_big) +
          (v.name.size() <= 4 ? small_element(1, v.name, is_big) : element(1, v.name, is_big)) +
          v.numbers,
      is_big);
}

std::string packed(const std::string& data, bool is_big) {
  std::string result(compressBound(data.size()), '\0');
  uLongf size = result.size();
  compress(reinterpret_cast<Bytef*>(result.data()), &size,
           reinterpret_cast<const Bytef*>(data.data()), data.size());
  result.resize(size);
  return bytes_of(std::uint32_t{15}, is_big) +
         bytes_of(static_cast<std::uint32_t>(result.size()), is_big) + result;
}

std::string file(const std::string& elements, bool is_big = false) {
  return std::string("MATLAB 5.0 MAT-file, made by a test").append(124 - 35, ' ') +
         (is_big ? std::string("\1\0MI", 4) : std::string("\0\1IM", 4)) + elements;
}

std::unique_ptr<io::FileReader> open(const std::string& path, const std::string& name = {}) {
  return io::open_matlab_5({path, name});
}

std::string refused(const Folder& folder, const std::string& bytes, const std::string& name = {}) {
  const std::string path = folder.put("a.mat", bytes);
  try {
    const auto reader = open(path, name);
    std::vector<c128> room(1000);
    reader->read(Section::all(reader->info().shape), room.data());
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE(
    "matlab 5: a matrix in both byte orders, stored as its class or narrower, packed or not") {
  const Folder folder;
  for (const bool is_big : {false, true})
    for (const bool is_packed : {false, true})
      for (const std::string& stored : {numbers<double>(9, {1, 2, 3, 4, 5, 6}, is_big),
                                        numbers<std::uint8_t>(2, {1, 2, 3, 4, 5, 6}, is_big),
                                        numbers<std::int16_t>(3, {1, 2, 3, 4, 5, 6}, is_big)}) {
        const std::string bytes =
            matrix({.extents = {2, 3}, .name = "matrix", .numbers = stored}, is_big);
        const auto reader =
            open(folder.put("a.mat", file(is_packed ? packed(bytes, is_big) : bytes, is_big)));
        CHECK(reader->info().format == "mat");
        CHECK(reader->info().dtype == DType::Float64);
        CHECK(reader->info().shape == Shape{2, 3});
        CHECK(reader->info().order == StorageOrder::Fortran);
        CHECK(read_all<double>(*reader) == std::vector<double>{1, 2, 3, 4, 5, 6});
        CHECK(read_box<double>(*reader, {{1, 2}, {1, 3}}) == std::vector<double>{4, 6});
      }
}

TEST_CASE("matlab 5: complex and logical matrices, all classes, arrays of three dimensions") {
  const Folder folder;
  const auto complex =
      open(folder.put("a.mat", file(matrix({.flags = 0x800 | 7,
                                            .extents = {1, 2},
                                            .numbers = numbers<float>(7, {1, 2}, false) +
                                                       numbers<std::int8_t>(1, {-3, 4}, false)},
                                           false))));
  CHECK(read_all<c64>(*complex) == std::vector<c64>{c64(1, -3), c64(2, 4)});
  const auto logical = open(
      folder.put("a.mat", file(matrix({.flags = 0x200 | 9,
                                       .extents = {2, 1},
                                       .numbers = small_element(2, std::string("\1\0", 2), false)},
                                      false))));
  CHECK(logical->info().stored_as == "bool");
  CHECK(read_all<std::uint8_t>(*logical) == std::vector<std::uint8_t>{1, 0});
  const std::int64_t large = INT64_MIN;
  const auto wide = open(folder.put(
      "a.mat",
      file(matrix(
          {.flags = 14, .extents = {1, 1}, .numbers = numbers<std::int64_t>(12, {large}, false)},
          false))));
  CHECK(read_all<std::int64_t>(*wide) == std::vector<std::int64_t>{large});
  const auto array = open(folder.put(
      "a.mat",
      file(matrix({.extents = {2, 1, 3}, .numbers = numbers<double>(9, {1, 2, 3, 4, 5, 6}, false)},
                  false))));
  CHECK(array->info().extents == std::vector<Index>{2, 1, 3});
  const auto empty = open(folder.put(
      "a.mat", file(matrix({.extents = {0, 3}, .numbers = numbers<double>(9, {}, false)}, false))));
  CHECK(empty->info().shape == Shape{0, 3});
}

TEST_CASE("matlab 5: a variable is chosen by name, or is the only one of numbers") {
  const Folder folder;
  const std::string text = matrix(
      {.flags = 4, .extents = {1, 1}, .name = "text", .numbers = small_element(4, "x", false)},
      false);
  const std::string number = numbers<double>(9, {7}, false);
  const std::string a = matrix({.extents = {1, 1}, .name = "a", .numbers = number}, false);
  const std::string b = matrix({.extents = {1, 1}, .name = "b", .numbers = number}, false);
  const std::string one = folder.put("one.mat", file(text + packed(a, false)));
  const std::string two = folder.put("two.mat", file(a + text + packed(b, false)));
  CHECK(read_all<double>(*open(one)) == std::vector<double>{7});
  CHECK(read_all<double>(*open(two, "b")) == std::vector<double>{7});
  CHECK(io::has_matlab_5_variable({two, "b"}));
  CHECK(!io::has_matlab_5_variable({two, "c"}));
  CHECK(refused(folder, file(a + b)).find("holds 2 variables of numbers ('a', 'b'); name one") !=
        std::string::npos);
  CHECK(refused(folder, file(text)).find("holds no variable of numbers") != std::string::npos);
  CHECK(refused(folder, file(text), "text").find("'text' is text") != std::string::npos);
  CHECK(refused(folder, file(a), "c").find("has no variable 'c', but 'a'") != std::string::npos);
}

TEST_CASE("matlab 5: truncated and inconsistent files are refused") {
  const Folder folder;
  const std::string stored = numbers<double>(9, {1, 2, 3, 4}, false);
  const std::string bytes = matrix({.name = "matrix", .numbers = stored}, false);
  for (const std::string& whole : {file(bytes), file(packed(bytes, false))})
    for (std::size_t length = 128; length < whole.size(); ++length) {
      CAPTURE(length);
      CHECK(refused(folder, whole.substr(0, length)) != "accepted");
    }
  CHECK(refused(folder, file(matrix({.extents = {3, 2}, .numbers = stored}, false)))
            .find("take 32 bytes, but its dimensions need 48") != std::string::npos);
  CHECK(refused(folder, file(matrix({.extents = {-1, 2}, .numbers = stored}, false)))
            .find("extent -1") != std::string::npos);
  CHECK(refused(folder, file(matrix({.flags = 8, .numbers = stored}, false)), {}) == "accepted");
  CHECK(refused(folder,
                file(matrix(
                    {.flags = 8, .extents = {1, 1}, .numbers = numbers<double>(9, {1000}, false)},
                    false)))
            .find("it holds 1000, which no int8 of its class can hold") != std::string::npos);
  CHECK(refused(folder, file(element(9, "12345678", false))).find("is not a variable") !=
        std::string::npos);
  CHECK(refused(folder, "MATLAB 5.0 MAT-file").find("is not a MATLAB file of version 5") !=
        std::string::npos);
}
