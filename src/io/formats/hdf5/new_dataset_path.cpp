// SPDX-License-Identifier: BSD-3-Clause
#include "new_dataset_path.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/agree.hpp>

#include "io/file_error.hpp"
#include "io/in_quotes.hpp"
#include "io/posix_file.hpp"
#include "mpi/collectives.hpp"
#include "names.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr std::string_view matlab_7_3_mark = "MATLAB 7.3 MAT-file";

/// True if the file exists.
/// @throws FileError for a file of another kind
bool can_add(const std::string& file, Dialect dialect) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return false;
  const std::string head = InputFile(file).read_prefix(std::ssize(matlab_7_3_mark));
  if (dialect == Dialect::Matlab && head != matlab_7_3_mark)
    throw file_error(
        file,
        "is not a MATLAB file of version 7.3, so that no variable can be added; give the "
        "new file another name, or remove this one");
  const Quiet quiet;
  if (H5Fis_hdf5(file.c_str()) <= 0)
    throw file_error(
        file,
        "is not an HDF5 file, so that no dataset can be added; give the new file another "
        "name, or remove this one");
  return true;
}

FilePath complete(FilePath path, Dialect dialect) {
  const bool is_matlab = dialect == Dialect::Matlab;
  if (path.inside.empty()) path.inside = is_matlab ? matlab_name_of(path.file) : "matrix";
  if (is_matlab) {
    if (path.inside.starts_with('/')) path.inside.erase(0, 1);
    if (!is_matlab_name(path.inside))
      throw file_error(
          path.file,
          concat(in_quotes(path.inside),
                 " is not a name of a MATLAB variable: a letter, then letters, digits and "
                 "underscores, 63 at most"));
  }
  if (const std::string reason = dataset_name_refusal(path.inside); !reason.empty())
    throw file_error(path.file, concat("the dataset name ", in_quotes(path.inside), " ", reason));
  return path;
}

}  // namespace

NewDatasetPath new_dataset_path(mpi::CommunicatorView comm, const std::string& path,
                                Dialect dialect) {
  const FilePath where = split_new_path(path);
  bool adds = false;
  mpi::together(comm, [&] {
    if (comm.rank() == 0) adds = !where.inside.empty() && can_add(where.file, dialect);
  });
  adds = mpi::broadcast(comm, adds, 0);
  return {complete(where, dialect), adds};
}

}  // namespace ashlar::io::hdf5
