// SPDX-License-Identifier: BSD-3-Clause
#include "reader.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include <ashlar/base/concat.hpp>

#include "dataset.hpp"
#include "io/file_error.hpp"
#include "io/formats/array_reader.hpp"
#include "io/formats/formats.hpp"
#include "io/half.hpp"
#include "io/in_quotes.hpp"
#include "io/posix_file.hpp"
#include "matlab.hpp"

namespace ashlar::io::hdf5 {
namespace {

/// Makes float32 of `count` float16, in place: these fill the second half of the memory.
void widen_halves(void* memory, Index count) {
  char* const bytes = static_cast<char*>(memory);
  for (Index k = 0; k < count; ++k) {
    std::uint16_t half = 0;
    std::memcpy(&half, bytes + 2 * (count + k), sizeof half);
    const float number = float_from_half(half);
    std::memcpy(bytes + 4 * k, &number, sizeof number);
  }
}

class Reader : public FileReader {
 public:
  Reader(const FilePath& path, Dialect dialect) : call_(path.file) {
    info_.format = dialect == Dialect::Matlab ? "mat" : "hdf5";
    info_.bytes = InputFile(path.file).size();
    file_ = open_file(call_);
    dataset_ = open_dataset(call_, file_, path.inside, dialect);
    subject_ = concat("the dataset ", in_quotes(dataset_.name));
    find_shape();
    if (dialect == Dialect::Matlab) apply_matlab();
    else find_type();
    check_bytes();
    info_.dtype = type_.dtype;
    info_.stored_as = is_logical_ ? "bool" : type_.stored_as;
    info_.swapped = type_.swapped;
    ElementType as_delivered = type_;
    as_delivered.swapped = false;
    memory_ = type_of(call_, as_delivered);
    find_data();
  }

  void read(Section box, void* out) const override {
    const bool by_columns = info_.order == StorageOrder::Fortran;
    const Section lines = by_columns ? box.transposed() : box;
    const Shape shape = lines.shape();
    if (shape.empty()) return;
    if (data_) return read_array(*data_, place_, box, out);
    const bool is_half = type_.stored_as == "float16";
    const Index count = shape.rows * shape.cols;
    char* to = static_cast<char*>(out) + (is_half ? 2 * count : 0);
    read_lines(lines, to);
    if (is_half) widen_halves(out, count);
    if (info_.stored_as == "bool")
      for (Index k = 0; k < count; ++k) to[k] = to[k] != 0 ? 1 : 0;
  }

  void will_read(Section box) const noexcept override {
    if (data_) will_read_array(*data_, place_, box);
  }

 private:
  /// Elements that stand in one piece, as they are in memory, are read without HDF5.
  void find_data() {
    const TypeHandle type(call_(subject_, H5Dget_type, dataset_.handle.id()));
    const PropertiesHandle made(call_(subject_, H5Dget_create_plist, dataset_.handle.id()));
    const Quiet quiet;
    const haddr_t at = H5Dget_offset(dataset_.handle.id());
    if (info_.shape.empty() || !info_.stored_as.empty() || at == HADDR_UNDEF ||
        H5Pget_layout(made.id()) != H5D_CONTIGUOUS ||
        call_(subject_, H5Tequal, type.id(), memory_.id()) == 0)
      return;
    auto data = std::make_unique<InputFile>(call_.path());
    const Index bytes =
        info_.shape.rows * info_.shape.cols * static_cast<Index>(size_of(info_.dtype));
    if (at > static_cast<haddr_t>(data->size()) || bytes > data->size() - static_cast<Index>(at))
      return;
    place_ = {.dtype = info_.dtype,
              .order = info_.order,
              .shape = info_.shape,
              .offset = static_cast<Index>(at)};
    data_ = std::move(data);
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw file_error(call_.path(), concat(subject_, " ", reason));
  }

  void read_lines(Section lines, void* out) const {
    const std::string what = concat(subject_, " cannot be read");
    const Shape shape = lines.shape();
    const std::array<hsize_t, 2> first = {static_cast<hsize_t>(lines.rows.first),
                                          static_cast<hsize_t>(lines.cols.first)};
    const std::array<hsize_t, 2> count = {static_cast<hsize_t>(shape.rows),
                                          static_cast<hsize_t>(shape.cols)};
    const SpaceHandle space(call_(what, H5Dget_space, dataset_.handle.id()));
    if (info_.dimensions > 0)
      call_(what, H5Sselect_hyperslab, space.id(), H5S_SELECT_SET, first.data(),
            static_cast<const hsize_t*>(nullptr), count.data(),
            static_cast<const hsize_t*>(nullptr));
    const hsize_t total = count[0] * count[1];
    const SpaceHandle memory(
        call_(what, H5Screate_simple, 1, &total, static_cast<const hsize_t*>(nullptr)));
    call_(what, H5Dread, dataset_.handle.id(), memory_.id(), memory.id(), space.id(), H5P_DEFAULT,
          out);
  }

  void find_shape() {
    const SpaceHandle space(call_(subject_, H5Dget_space, dataset_.handle.id()));
    if (H5Sget_simple_extent_type(space.id()) == H5S_NULL) fail("holds no elements at all");
    const int dimensions = call_(subject_, H5Sget_simple_extent_ndims, space.id());
    if (dimensions > 2)
      fail(concat("has ", dimensions, " dimensions, but a matrix has two at most"));
    std::array<hsize_t, 2> extents = {1, 1};
    call_(subject_, H5Sget_simple_extent_dims, space.id(), extents.data(),
          static_cast<hsize_t*>(nullptr));
    for (const hsize_t extent : extents)
      if (extent > static_cast<hsize_t>(std::numeric_limits<Index>::max()))
        fail("is larger than what 64-bit sizes can hold");
    info_.dimensions = dimensions;
    info_.shape = {static_cast<Index>(extents[0]), static_cast<Index>(extents[1])};
  }

  void find_type() {
    const TypeHandle type(call_(subject_, H5Dget_type, dataset_.handle.id()));
    const auto found = understood(call_, type.id());
    if (!found)
      fail(concat("holds ", described(type.id()),
                  "; Ashlar holds numbers (float, complex and integer types)"));
    type_ = *found;
  }

  void apply_matlab() {
    const MatlabVariable variable = matlab_variable(call_, dataset_.handle.id(), dataset_.name);
    if (variable.is_empty) {
      read_empty_shape();
      type_ = {.dtype = variable.class_dtype};
    } else {
      if (info_.dimensions != 2) fail("has one dimension, but MATLAB's matrices have two");
      info_.shape = info_.shape.transposed();
      find_type();
    }
    info_.order = StorageOrder::Fortran;
    info_.dimensions = 2;
    is_logical_ = variable.is_logical && type_.dtype == DType::UInt8;
  }

  /// The shape stands where the elements would.
  void read_empty_shape() {
    if (info_.dimensions != 1 || info_.shape.rows != 2)
      fail("is marked as empty, but does not hold two sizes");
    std::array<std::uint64_t, 2> sizes = {};
    call_(concat(subject_, " cannot be read"), H5Dread, dataset_.handle.id(), H5T_NATIVE_UINT64,
          H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<void*>(sizes.data()));
    const auto largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    if ((sizes[0] != 0 && sizes[1] != 0) || sizes[0] > largest || sizes[1] > largest)
      fail("is marked as empty, but its sizes are not those of an empty matrix");
    info_.shape = {static_cast<Index>(sizes[0]), static_cast<Index>(sizes[1])};
  }

  void check_bytes() const {
    Index elements = 0, bytes = 0;
    if (__builtin_mul_overflow(info_.shape.rows, info_.shape.cols, &elements) ||
        __builtin_mul_overflow(elements, static_cast<Index>(size_of(type_.dtype)), &bytes))
      fail("is larger than what 64-bit sizes can hold");
  }

  Calls call_;
  FileHandle file_;
  Dataset dataset_;
  std::string subject_;
  ElementType type_;
  TypeHandle memory_;
  bool is_logical_ = false;
  std::unique_ptr<const InputFile> data_;  // none: HDF5 reads the elements
  ArrayPlace place_;
};

}  // namespace

std::unique_ptr<FileReader> open_reader(const std::string& path, Dialect dialect) {
  return std::make_unique<Reader>(split_path(path), dialect);
}

}  // namespace ashlar::io::hdf5
