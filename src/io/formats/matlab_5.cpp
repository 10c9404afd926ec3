// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matlab_5.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/matrix/convert.hpp>

#include "io/extents.hpp"
#include "io/file_error.hpp"
#include "io/formats/array_reader.hpp"
#include "io/formats/lines.hpp"
#include "io/posix_file.hpp"

namespace ashlar::io {
namespace {

/// True if the byte order differs from the machine's.
bool is_swapped(std::string_view header) {
  return (header.substr(126, 2) == "IM") != (std::endian::native == std::endian::little);
}

std::string names_of(const std::vector<Matlab5Entry>& entries) {
  return listed(entries, [](const Matlab5Entry& entry) { return entry.variable.name; });
}

const char* class_name(int array_class) {
  constexpr const char* names[] = {"an unknown class", "a cell array", "a struct",
                                   "an object",        "text",         "a sparse matrix"};
  return array_class >= 1 && array_class <= 5 ? names[array_class] : names[0];
}

Matlab5Entry choose(std::vector<Matlab5Entry> entries, const FilePath& path) {
  if (!path.inside.empty()) {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Matlab5Entry& e) {
      return e.variable.name == path.inside;
    });
    if (found == entries.end())
      throw file_error(path.file, "has no variable ", in_quotes(path.inside), ", but ",
                       entries.empty() ? "none at all" : names_of(entries));
    if (!found->variable.is_numeric())
      throw file_error(path.file, "the variable ", in_quotes(path.inside), " is ",
                       class_name(found->variable.array_class),
                       "; Ashlar reads full matrices of numbers and logical values");
    return *found;
  }
  std::erase_if(entries, [](const Matlab5Entry& e) {
    return !e.variable.is_numeric() || e.variable.name.empty();
  });
  if (entries.empty()) throw file_error(path.file, "holds no variable of numbers");
  if (entries.size() > 1)
    throw file_error(path.file, "holds ", entries.size(), " variables of numbers (",
                     names_of(entries), "); name one behind a colon: ", path.file, ":",
                     entries.front().variable.name);
  return entries.front();
}

/// Variable in column-major order: real, then imaginary parts. Stored types may be narrower than
/// the class.
class Matlab5Reader final : public FileReader {
 public:
  Matlab5Reader(std::unique_ptr<const ByteSource> bytes, const Matlab5Variable& variable,
                bool swapped, const std::string& name, Index file_bytes)
      : bytes_(std::move(bytes)), name_(name), is_logical_(variable.is_logical) {
    const DType dtype = variable.class_dtype();
    const std::vector<Index>& extents = variable.extents;
    const bool is_array = extents.size() > 2;
    info_.format = "mat";
    info_.dtype = !variable.is_complex      ? dtype
                  : dtype == DType::Float32 ? DType::Complex64
                                            : DType::Complex128;
    if (is_logical_ && dtype == DType::UInt8 && !variable.is_complex) info_.stored_as = "bool";
    const std::optional<Shape> shape =
        is_array ? flattened(extents, StorageOrder::Fortran) : Shape{extents[0], extents[1]};
    if (!shape) throw file_error(name_, "exceeds the range of 64-bit sizes");
    check_countable(*shape, DType::Complex128, name_);
    info_.shape = *shape;
    info_.order = StorageOrder::Fortran;
    info_.dimensions = static_cast<int>(extents.size());
    if (is_array) info_.extents = extents;
    info_.swapped = swapped;
    info_.bytes = file_bytes;
    Index place = variable.numbers_at;
    real_ = place_of_numbers(place, swapped);
    if (variable.is_complex) imaginary_ = place_of_numbers(place, swapped);
  }

  void read(Section box, void* out) const override {
    visit_element(info_.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      T* const to = static_cast<T*>(out);
      if constexpr (is_complex<T>) {
        read_part<RealOf<T>>(real_, box, [&](Index k, RealOf<T> x) { to[k] = x; });
        read_part<RealOf<T>>(*imaginary_, box, [&](Index k, RealOf<T> x) { to[k].imag(x); });
      } else {
        read_part<T>(real_, box,
                     [&](Index k, T x) { to[k] = is_logical_ && x != T(0) ? T(1) : x; });
      }
    });
  }

  void will_read(Section box) const noexcept override {
    will_read_array(*bytes_, real_, box);
    if (imaginary_) will_read_array(*bytes_, *imaginary_, box);
  }

 private:
  ArrayPlace place_of_numbers(Index& place, bool swapped) const {
    const Matlab5Numbers numbers = read_matlab_5_numbers(*bytes_, swapped, place);
    const Index wanted =
        info_.shape.rows * info_.shape.cols * static_cast<Index>(size_of(numbers.dtype));
    if (numbers.bytes != wanted)
      throw file_error(name_, "is malformed: its numbers take ", numbers.bytes,
                       " bytes, but its dimensions need ", wanted);
    return {.dtype = numbers.dtype,
            .swapped = swapped,
            .order = StorageOrder::Fortran,
            .shape = info_.shape,
            .offset = numbers.first};
  }

  /// Calls put(k, number) for the numbers of the box in order.
  template <class T, class Put>
  void read_part(const ArrayPlace& place, Section box, Put&& put) const {
    constexpr Index at_once = 65536;
    visit_element(place.dtype, [&](auto tag) {
      using Stored = typename decltype(tag)::type;
      if constexpr (!is_complex<Stored>) {
        std::vector<Stored> stored;
        Index k = 0;
        for (Index col = box.cols.first; col < box.cols.last; ++col)
          for (Range rows{box.rows.first, 0}; rows.first < box.rows.last; rows.first = rows.last) {
            rows.last = std::min(rows.first + at_once, box.rows.last);
            stored.resize(static_cast<std::size_t>(rows.size()));
            read_array(*bytes_, place, {rows, {col, col + 1}}, stored.data());
            for (const Stored x : stored) put(k++, converted_number<T>(x));
          }
      }
    });
  }

  template <class T, class Stored>
  T converted_number(Stored x) const {
    if (!ashlar::detail::fits<T>(x))
      throw file_error(name_, "is malformed: it holds ", +x, ", which no ",
                       to_string(dtype_of<T>()), " of its class can hold");
    return converted<T>(x);
  }

  std::unique_ptr<const ByteSource> bytes_;
  std::string name_;  // in errors: "A.mat:x"
  bool is_logical_;
  ArrayPlace real_;
  std::optional<ArrayPlace> imaginary_;
};

struct Opened {
  std::shared_ptr<const ByteSource> file;
  bool swapped = false;
  std::vector<Matlab5Entry> entries;
};

Opened open_and_list(const std::string& path) {
  auto file = std::make_shared<InputFile>(path);
  const std::string header = file->read_prefix(matlab_5_header_bytes);
  if (!is_matlab_5(header)) throw file_error(path, "is not a MATLAB file of version 5");
  const bool swapped = is_swapped(header);
  std::vector<Matlab5Entry> entries = matlab_5_variables(*file, swapped);
  return {std::move(file), swapped, std::move(entries)};
}

}  // namespace

bool is_matlab_5(std::string_view first_bytes) {
  if (std::ssize(first_bytes) < matlab_5_header_bytes) return false;
  const std::string_view mark = first_bytes.substr(124, 4);
  return mark == std::string_view("\0\1IM", 4) || mark == std::string_view("\1\0MI", 4);
}

std::unique_ptr<FileReader> open_matlab_5(const FilePath& path) {
  Opened opened = open_and_list(path.file);
  const Matlab5Entry entry = choose(std::move(opened.entries), path);
  auto bytes = matlab_5_bytes(opened.file, entry.place, opened.swapped);
  // The head of a packed variable was parsed from a prefix.
  const Matlab5Variable variable = read_matlab_5_variable(*bytes, opened.swapped);
  return std::make_unique<Matlab5Reader>(std::move(bytes), variable, opened.swapped,
                                         concat(path.file, ":", variable.name),
                                         opened.file->size());
}

bool has_matlab_5_variable(const FilePath& path) {
  const Opened opened = open_and_list(path.file);
  return std::any_of(opened.entries.begin(), opened.entries.end(),
                     [&](const Matlab5Entry& e) { return e.variable.name == path.inside; });
}

}  // namespace ashlar::io
