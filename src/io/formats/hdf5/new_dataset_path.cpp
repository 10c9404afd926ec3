// SPDX-License-Identifier: BSD-3-Clause
#include "new_dataset.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <ashlar/mpi/agree.hpp>

#include "io/file_error.hpp"
#include "io/posix_file.hpp"
#include "io/text_source.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr std::size_t longest_dataset_name = 1000, longest_matlab_name = 63;

// Independent of the locale, unlike std::isalpha.
bool is_letter(char c) { return small_letter(c) >= 'a' && small_letter(c) <= 'z'; }
bool is_name_character(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

/// Fault of a new dataset path, in words after "the dataset name ", or empty.
std::string dataset_name_refusal(const std::string& inside) {
  if (inside.size() > longest_dataset_name) return "is longer than 1000 bytes";
  if (inside.empty() || inside.ends_with('/')) return "ends in no name";
  if (inside.find('\0') != std::string::npos) return "holds a zero byte";
  std::size_t first = inside.front() == '/' ? 1 : 0;
  while (first <= inside.size()) {
    const std::size_t end = std::min(inside.find('/', first), inside.size());
    const std::string_view part = std::string_view(inside).substr(first, end - first);
    if (part.empty()) return "has an empty part";
    if (part == "." || part == "..") return "has a part of dots";
    first = end + 1;
  }
  return "";
}

/// MATLAB name: a letter, then letters, digits and underscores, 63 at most.
bool is_matlab_name(const std::string& name) {
  return !name.empty() && name.size() <= longest_matlab_name && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

/// MATLAB name from a file's stem, with underscores for invalid characters.
std::string matlab_name_of(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_name_character(c); }, '_');
  if (name.empty() || !is_letter(name.front())) name.insert(name.begin(), 'x');
  return name.substr(0, longest_matlab_name);
}

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
      throw file_error(path.file, in_quotes(path.inside),
                       " is not a name of a MATLAB variable: a letter, then letters, digits and "
                       "underscores, 63 at most");
  }
  if (const std::string reason = dataset_name_refusal(path.inside); !reason.empty())
    throw file_error(path.file, "the dataset name ", in_quotes(path.inside), " ", reason);
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
