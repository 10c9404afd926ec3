// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <ashlar/mpi/agree.hpp>

#include "attributes.hpp"
#include "dataset.hpp"
#include "io/atomic_file.hpp"
#include "io/file_error.hpp"
#include "io/formats/array_writer.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/packed_lines.hpp"
#include "io/posix_file.hpp"
#include "matlab.hpp"
#include "mpi/collectives.hpp"
#include "new_dataset.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr const char* not_written = "cannot be written";
// MPI counts bytes in 31 bits; conversions double the memory.
constexpr Index largest_write_bytes = Index{1} << 26;

/// Makes a collective HDF5 call under the watchdog.
template <class F>
void on_all_ranks(mpi::CommunicatorView comm, const char* name, F&& f) {
  mpi::together(comm, [&] {
    mpi::wait_in(name, comm, [&] {
      std::forward<F>(f)();
      return MPI_SUCCESS;
    });
  });
}

class Writer : public FileWriter {
 public:
  /// @param adds  keep the other datasets of an existing file
  Writer(mpi::CommunicatorView comm, const FilePath& path, const NewMatrix& matrix, Dialect dialect,
         bool adds)
      : comm_(comm),
        dialect_(dialect),
        adds_(adds),
        order_(matrix.order),
        plan_(plan_dataset(matrix, dialect)),
        stored_(path.file, matrix),
        file_(comm, path.file, 0),
        call_(path.file) {
    if (adds_) {
      copy_old_file();
      on_all_ranks(comm, "H5Fopen", [&] { open_copy(path.inside); });
    } else {
      on_all_ranks(comm, "H5Fcreate", [&] { create_file(); });
    }
    make_room_for({0, plan_.is_packed() ? 0 : plan_.lines()});
    on_all_ranks(comm, "H5Dcreate", [&] {
      dataset_ = create_dataset(call_, h5_, path.inside, plan_, matrix);
      call_(not_written, H5Fflush, h5_.id(), H5F_SCOPE_GLOBAL);
    });
    mpi::together(comm, [&] {
      transfer_ = new_properties(call_, H5P_DATASET_XFER);
      call_(not_written, H5Pset_dxpl_mpio, transfer_.id(), H5FD_MPIO_COLLECTIVE);
      memory_ = type_of(call_, plan_.in_memory());
    });
    if (plan_.holds_shape) write_shape();
    find_data();
  }

  void write(const Lines& lines) override {
    if (plan_.shape.empty()) return;
    if (data_at_) return write_at(*data_at_, lines);
    if (plan_.is_packed()) make_room_for(lines.all);
    const Index width = plan_.width, line_bytes = width * plan_.element_bytes();
    // Long lines are split, short ones merged.
    const Index cuts = std::max<Index>(1, ceiling(line_bytes, largest_write_bytes));
    const Index cut = ceiling(width, cuts);
    const Index lines_a_write =
        std::max<Index>(1, largest_write_bytes / std::max<Index>(1, line_bytes));
    const Index mine = ceiling(lines.mine.size(), lines_a_write);
    const Index most = mpi::all_max(comm_, mine);
    for (Index k = 0; k < most * cuts; ++k) {
      const Index first = lines.mine.first + k / cuts * lines_a_write;
      const Section box = {
          {std::min(first, lines.mine.last), std::min(first + lines_a_write, lines.mine.last)},
          {std::min(k % cuts * cut, width), std::min((k % cuts + 1) * cut, width)}};
      const Index before = (box.rows.first - lines.mine.first) * lines.stride + box.cols.first;
      const char* const data = static_cast<const char*>(lines.data) + before * plan_.given_bytes();
      // An error of one rank must not leave the others in H5Dwrite.
      const void* const elements =
          mpi::together(comm_, [&] { return as_stored(box, data, lines.stride); });
      on_all_ranks(comm_, "H5Dwrite", [&] { write_box(box, elements); });
    }
  }

  void commit() override {
    if (!data_at_) close();
    mpi::together(comm_, [&] {
      if (comm_.rank() != 0) return;
      trim_room(file_.unfinished_path(), call_.path());
      if (dialect_ != Dialect::Matlab || adds_) return;
      const std::string header = matlab_header();
      file_.write(0, header.data(), matlab_header_bytes);
    });
    file_.commit();
    stored_.warn_of_overflows(comm_);
  }

 private:
  /// The old file remains until commit.
  void copy_old_file() {
    mpi::together(comm_, [&] {
      if (comm_.rank() != 0) return;
      const InputFile old(call_.path());
      constexpr Index piece = Index{1} << 22;
      std::vector<char> bytes(static_cast<std::size_t>(std::min(piece, old.size())));
      for (Index at = 0; at < old.size(); at += piece) {
        const Index part = std::min(piece, old.size() - at);
        old.read(at, bytes.data(), part);
        file_.write(at, bytes.data(), part);
      }
    });
  }

  PropertiesHandle parallel_access() {
    PropertiesHandle access = new_properties(call_, H5P_FILE_ACCESS);
    call_(not_written, H5Pset_fapl_mpio, access.id(), comm_.native(), MPI_INFO_NULL);
    call_(not_written, H5Pset_fclose_degree, access.id(), H5F_CLOSE_STRONG);
    return access;
  }

  void open_copy(const std::string& name) {
    const PropertiesHandle access = parallel_access();
    h5_ = FileHandle(call_("cannot be opened as HDF5, so that no dataset can be added", H5Fopen,
                           file_.unfinished_path().c_str(), H5F_ACC_RDWR, access.id()));
    if (!has_object(call_, h5_, name)) return;
    {
      const ObjectHandle old(
          call_(not_written, H5Oopen, h5_.id(), name.c_str(), static_cast<hid_t>(H5P_DEFAULT)));
      if (H5Iget_type(old.id()) != H5I_DATASET)
        throw file_error(call_.path(), in_quotes(name),
                         " exists and is not a dataset, so that no dataset can "
                         "replace it; choose another name");
    }
    call_(not_written, H5Ldelete, h5_.id(), name.c_str(), static_cast<hid_t>(H5P_DEFAULT));
  }

  void create_file() {
    const PropertiesHandle creation = new_properties(call_, H5P_FILE_CREATE);
    if (dialect_ == Dialect::Matlab)
      call_(not_written, H5Pset_userblock, creation.id(),
            static_cast<hsize_t>(matlab_header_bytes));
    const PropertiesHandle access = parallel_access();
    h5_ = FileHandle(call_(not_written, H5Fcreate, file_.unfinished_path().c_str(), H5F_ACC_TRUNC,
                           creation.id(), access.id()));
  }

  void close() {
    on_all_ranks(comm_, "H5Dclose", [&] { dataset_.close(call_, not_written); });
    on_all_ranks(comm_, "H5Fflush",
                 [&] { call_(not_written, H5Fflush, h5_.id(), H5F_SCOPE_GLOBAL); });
    on_all_ranks(comm_, "H5Fclose", [&] { h5_.close(call_, not_written); });
  }

  /// Contiguous, unconverted elements bypass HDF5, which takes three times as long; HDF5 closes the
  /// file first.
  void find_data() {
    if (!plan_.is_plain()) return;
    const Quiet quiet;
    const haddr_t at = H5Dget_offset(dataset_.id());
    if (at == HADDR_UNDEF) return;
    data_at_ = static_cast<Index>(at);
    close();
  }

  void write_at(Index first, const Lines& lines) {
    const Index bytes = plan_.element_bytes(), line_bytes = plan_.width * bytes;
    mpi::together(comm_, [&] {
      for_packed_lines(lines, plan_.width, bytes, [&](Range some, const void* data) {
        file_.write(first + some.first * line_bytes, data, some.size() * line_bytes);
      });
    });
  }

  /// @collective
  void make_room_for(Range lines) {
    mpi::together(comm_, [&] {
      if (comm_.rank() == 0)
        make_room(file_.unfinished_path(), plan_.largest_growth(lines), call_.path());
    });
  }

  /// Elements of this rank's lines, `stride` elements apart, without padding and in the file's
  /// type.
  const void* as_stored(Section box, const void* data, Index stride) {
    const Shape shape = box.shape();
    if (shape.empty()) return &nothing_;
    const bool is_converted = !plan_.stored_as.empty();
    if (!is_converted && (shape.rows == 1 || stride == shape.cols)) return data;
    const Index bytes = plan_.given_bytes();
    packed_.resize(static_cast<std::size_t>(shape.rows * shape.cols * bytes));
    pack_lines(data, shape.rows, shape.cols * bytes, stride * bytes, packed_.data());
    if (is_converted) stored_.convert(section_of(box.rows, box.cols, order_), packed_.data());
    return packed_.data();
  }

  /// Writes a part of this rank's lines, possibly empty.
  void write_box(Section box, const void* elements) {
    const Shape shape = box.shape();
    const SpaceHandle space(call_(not_written, H5Dget_space, dataset_.id()));
    const std::array<hsize_t, 2> first = {static_cast<hsize_t>(box.rows.first),
                                          static_cast<hsize_t>(box.cols.first)};
    const std::array<hsize_t, 2> count = {static_cast<hsize_t>(shape.rows),
                                          static_cast<hsize_t>(shape.cols)};
    const hsize_t total = std::max<hsize_t>(1, count[0] * count[1]);
    const SpaceHandle memory(
        call_(not_written, H5Screate_simple, 1, &total, static_cast<const hsize_t*>(nullptr)));
    if (shape.empty()) {
      call_(not_written, H5Sselect_none, space.id());
      call_(not_written, H5Sselect_none, memory.id());
    } else if (!plan_.extents.empty()) {
      call_(not_written, H5Sselect_hyperslab, space.id(), H5S_SELECT_SET, first.data(),
            static_cast<const hsize_t*>(nullptr), count.data(),
            static_cast<const hsize_t*>(nullptr));
    }
    call_(not_written, H5Dwrite, dataset_.id(), memory_.id(), memory.id(), space.id(),
          transfer_.id(), elements);
  }

  /// Writes the shape of an empty MATLAB matrix.
  void write_shape() {
    on_all_ranks(comm_, "H5Dwrite", [&] {
      const std::array<std::uint64_t, 2> sizes = {static_cast<std::uint64_t>(plan_.shape.rows),
                                                  static_cast<std::uint64_t>(plan_.shape.cols)};
      call_(not_written, H5Dwrite, dataset_.id(), H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL,
            transfer_.id(), static_cast<const void*>(sizes.data()));
    });
  }

  mpi::CommunicatorView comm_;
  Dialect dialect_;
  bool adds_;
  StorageOrder order_;
  DatasetPlan plan_;
  StoredElements stored_;
  detail::AtomicFile file_;  // outlives HDF5's handles
  Calls call_;
  FileHandle h5_;
  DatasetHandle dataset_;
  std::optional<Index> data_at_;  // bytes before the first element, after HDF5 closed the file
  PropertiesHandle transfer_;
  TypeHandle memory_;
  std::vector<char> packed_;
  char nothing_ = 0;  // valid address for empty parts
};

}  // namespace

std::unique_ptr<FileWriter> create_writer(mpi::CommunicatorView comm, const std::string& path,
                                          const NewMatrix& matrix, Dialect dialect) {
  const NewDatasetPath where = new_dataset_path(comm, path, dialect);
  return std::make_unique<Writer>(comm, where.path, matrix, dialect, where.adds);
}

}  // namespace ashlar::io::hdf5
