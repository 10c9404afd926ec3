// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

#include <algorithm>
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
#include "io/formats/section_reader.hpp"
#include "io/half.hpp"
#include "io/posix_file.hpp"
#include "matlab.hpp"

namespace ashlar::io::hdf5 {
namespace {

class Reader : public FileReader {
 public:
  Reader(const FilePath& path, Dialect dialect, const ArrayIndex& index)
      : call_(path.file), is_matlab_(dialect == Dialect::Matlab) {
    info_.format = is_matlab_ ? "mat" : "hdf5";
    info_.bytes = InputFile(path.file).size();
    file_ = open_file(call_);
    dataset_ = open_dataset(call_, file_, path.inside, dialect, index.size());
    subject_ = concat("the dataset ", in_quotes(dataset_.name));
    find_extents();
    if (is_matlab_) apply_matlab();
    else find_type();
    if (!is_empty_) choose_section(index);
    check_bytes();
    info_.dtype = type_.dtype;
    info_.stored_as = is_logical_ ? "bool" : type_.stored_as;
    info_.swapped = type_.swapped;
    ElementType as_delivered = type_;
    as_delivered.swapped = false;
    memory_ = type_of(call_, as_delivered);
    if (index.empty()) find_data();
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
  /// Contiguous, unconverted elements are read without HDF5.
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

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... reason) const {
    throw file_error(call_.path(), subject_, " ", reason...);
  }

  void read_lines(Section lines, void* out) const {
    const std::string what = concat(subject_, " cannot be read");
    // Per dimension of the dataset: an index or a range.
    std::vector<hsize_t> first(extents_.size(), 0), count(extents_.size(), 1);
    for (std::size_t k = 0; k < extents_.size(); ++k)
      first[in_dataset(k)] = static_cast<hsize_t>(section_.first[k]);
    const auto take = [&](std::size_t dimension, Range range) {
      first[in_dataset(dimension)] = static_cast<hsize_t>(range.first);
      count[in_dataset(dimension)] = static_cast<hsize_t>(range.size());
    };
    const std::vector<std::size_t>& free = section_.free;
    if (free.size() == 2) {
      take(free[is_matlab_ ? 1 : 0], lines.rows);
      take(free[is_matlab_ ? 0 : 1], lines.cols);
    } else if (free.size() == 1) {
      take(free[0], is_matlab_ ? lines.cols : lines.rows);
    }
    const SpaceHandle space(call_(what, H5Dget_space, dataset_.handle.id()));
    if (!extents_.empty())
      call_(what, H5Sselect_hyperslab, space.id(), H5S_SELECT_SET, first.data(),
            static_cast<const hsize_t*>(nullptr), count.data(),
            static_cast<const hsize_t*>(nullptr));
    const Shape shape = lines.shape();
    const auto total = static_cast<hsize_t>(shape.rows * shape.cols);
    const SpaceHandle memory(
        call_(what, H5Screate_simple, 1, &total, static_cast<const hsize_t*>(nullptr)));
    call_(what, H5Dread, dataset_.handle.id(), memory_.id(), memory.id(), space.id(), H5P_DEFAULT,
          out);
  }

  void find_extents() {
    const SpaceHandle space(call_(subject_, H5Dget_space, dataset_.handle.id()));
    if (H5Sget_simple_extent_type(space.id()) == H5S_NULL) fail("holds no elements at all");
    const int dimensions = call_(subject_, H5Sget_simple_extent_ndims, space.id());
    std::vector<hsize_t> extents(static_cast<std::size_t>(dimensions));
    call_(subject_, H5Sget_simple_extent_dims, space.id(), extents.data(),
          static_cast<hsize_t*>(nullptr));
    for (const hsize_t extent : extents) {
      if (extent > static_cast<hsize_t>(std::numeric_limits<Index>::max()))
        fail("exceeds the range of 64-bit sizes");
      extents_.push_back(static_cast<Index>(extent));
    }
    // MATLAB's first dimension is the dataset's last one.
    if (is_matlab_) std::reverse(extents_.begin(), extents_.end());
  }

  std::size_t in_dataset(std::size_t dimension) const {
    return is_matlab_ ? extents_.size() - 1 - dimension : dimension;
  }

  void choose_section(const ArrayIndex& index) {
    if (index.empty() && extents_.size() > 2)
      fail("has ", extents_.size(),
           " dimensions, but a matrix has two at most; --index (FileHints::index) chooses a "
           "section of two dimensions");
    section_ =
        index.empty() ? whole_section(extents_) : resolved_section(index, extents_, call_.path());
    info_.dimensions = static_cast<int>(section_.free.size());
    info_.shape = section_.shape(extents_);
  }

  void find_type() {
    const TypeHandle type(call_(subject_, H5Dget_type, dataset_.handle.id()));
    const auto found = understood(call_, type.id());
    if (!found)
      fail("holds ", described(type.id()),
           "; Ashlar holds numbers (float, complex and integer types)");
    type_ = *found;
  }

  void apply_matlab() {
    const MatlabVariable variable = matlab_variable(call_, dataset_.handle.id(), dataset_.name);
    if (variable.is_empty) {
      is_empty_ = true;
      read_empty_shape();
      type_ = {.dtype = variable.class_dtype};
    } else {
      if (extents_.size() < 2) fail("has one dimension, but MATLAB's matrices have two");
      find_type();
    }
    info_.order = StorageOrder::Fortran;
    is_logical_ = variable.is_logical && type_.dtype == DType::UInt8;
  }

  void read_empty_shape() {
    if (extents_ != std::vector<Index>{2}) fail("is marked as empty, but does not hold two sizes");
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
      fail("exceeds the range of 64-bit sizes");
  }

  Calls call_;
  FileHandle file_;
  Dataset dataset_;
  std::string subject_;
  ElementType type_;
  TypeHandle memory_;
  bool is_matlab_, is_logical_ = false;
  bool is_empty_ = false;       // MATLAB variable without elements
  std::vector<Index> extents_;  // of the array, MATLAB's rows first
  ArraySection section_;
  std::unique_ptr<const InputFile> data_;  // null: HDF5 reads the elements
  ArrayPlace place_;
};

}  // namespace

std::unique_ptr<FileReader> open_reader(const std::string& path, const FileHints& hints,
                                        Dialect dialect) {
  return std::make_unique<Reader>(split_path(path), dialect, hints.index);
}

bool has_dataset(const std::string& path) {
  const FilePath where = split_path(path);
  const Calls call(where.file);
  return has_object(call, open_file(call), where.inside);
}

}  // namespace ashlar::io::hdf5
