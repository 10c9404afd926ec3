// SPDX-License-Identifier: BSD-3-Clause
#include "dataset.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <ashlar/base/concat.hpp>

#include "attributes.hpp"
#include "io/file_error.hpp"
#include "io/posix_file.hpp"
#include "matlab.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr const char* not_readable = "its contents cannot be read";
constexpr std::size_t most_listed = 10;
// Limits of a search through the file.
constexpr std::size_t most_entries = 10'000;
constexpr int deepest = 30;
// The cache keeps unpacked chunks for repeated reads.
constexpr std::size_t chunk_cache_slots = 12'421, chunk_cache_bytes = std::size_t{64} << 20;

/// Callback that refuses links to other files.
herr_t refuse_other_file(const char*, const char*, const char*, const char*, unsigned*, hid_t,
                         void*) noexcept {
  return -1;
}

PropertiesHandle within_the_file(const Calls& call) {
  PropertiesHandle properties = new_properties(call, H5P_LINK_ACCESS);
  call(not_readable, H5Pset_elink_cb, properties.id(), &refuse_other_file, nullptr);
  return properties;
}

/// Names of hard links of a group.
struct Entries {
  std::vector<std::string> names;
  bool failed = false;
};

herr_t add_entry(hid_t, const char* name, const H5L_info_t* info, void* data) noexcept {
  auto& entries = *static_cast<Entries*>(data);
  try {
    if (info->type == H5L_TYPE_HARD) entries.names.emplace_back(name);
  } catch (...) {
    entries.failed = true;
  }
  return entries.failed || entries.names.size() > most_entries ? 1 : 0;
}

/// True for a dataset with external or virtual storage.
bool is_stored_elsewhere(const Calls& call, hid_t dataset) {
  const PropertiesHandle made(call(not_readable, H5Dget_create_plist, dataset));
  return H5Pget_layout(made.id()) == H5D_VIRTUAL || H5Pget_external_count(made.id()) > 0;
}

/// Numeric datasets by number of dimensions.
class Search {
 public:
  /// @param dimensions  of requested datasets; 0: two or fewer
  Search(const Calls& call, const FileHandle& file, Dialect dialect, std::size_t dimensions)
      : call_(call), dialect_(dialect), dimensions_(static_cast<int>(dimensions)) {
    look_into(file.id(), "", 0);
  }

  /// The only dataset with the highest number of dimensions.
  std::string only() const {
    for (const auto* names : {&by_dimensions_[2], &by_dimensions_[1], &by_dimensions_[0]}) {
      if (names->size() == 1) return names->front();
      if (!names->empty()) break;
    }
    throw file_error(call_.path(), "holds ", listed(), "; name one behind a colon");
  }

  /// "the datasets '/a', '/b'", at most ten.
  std::string listed() const {
    std::vector<std::string> all;
    for (const auto* names : {&by_dimensions_[2], &by_dimensions_[1], &by_dimensions_[0]})
      all.insert(all.end(), names->begin(), names->end());
    if (all.empty())
      return dimensions_ > 0 ? concat("no dataset of numbers of ", dimensions_, " dimensions")
                             : "no dataset of numbers of two dimensions or fewer";
    std::string text = all.size() == 1 ? "the dataset " : "the datasets ";
    for (std::size_t k = 0; k < std::min(all.size(), most_listed); ++k)
      text += concat(k == 0 ? "" : ", ", in_quotes(all[k]));
    return all.size() <= most_listed ? text : concat(text, " and more");
  }

 private:
  void look_into(hid_t group, const std::string& path, int depth) {
    Entries entries;
    const auto count =
        call_(not_readable, H5Literate, group, H5_INDEX_NAME, H5_ITER_NATIVE,
              static_cast<hsize_t*>(nullptr), &add_entry, static_cast<void*>(&entries));
    seen_ += entries.names.size();
    if (entries.failed || count > 0 || seen_ > most_entries || depth > deepest)
      throw file_error(call_.path(),
                       "holds too much to look through; name a dataset behind a colon");
    std::sort(entries.names.begin(), entries.names.end());
    for (const std::string& name : entries.names) {
      // Groups of objects that MATLAB variables refer to.
      if (dialect_ == Dialect::Matlab && name.starts_with('#')) continue;
      const ObjectHandle object(call_(not_readable, H5Oopen, group, name.c_str(), H5P_DEFAULT));
      look_at(object.id(), concat(path, "/", name), depth);
    }
  }

  void look_at(hid_t object, const std::string& path, int depth) {
    const H5I_type_t kind = H5Iget_type(object);
    // In MATLAB files, members of groups are not variables.
    if (kind == H5I_GROUP && dialect_ == Dialect::Plain) look_into(object, path, depth + 1);
    if (kind != H5I_DATASET || is_stored_elsewhere(call_, object)) return;
    const TypeHandle type(call_(not_readable, H5Dget_type, object));
    const SpaceHandle space(call_(not_readable, H5Dget_space, object));
    const int dimensions = H5Sget_simple_extent_ndims(space.id());
    const bool is_null = H5Sget_simple_extent_type(space.id()) == H5S_NULL;
    if (is_null || dimensions < 0 || !understood(call_, type.id())) return;
    if (dimensions_ > 0 ? dimensions != dimensions_ : dimensions > 2) return;
    if (dialect_ == Dialect::Matlab && !is_matlab_matrix(call_, object)) return;
    by_dimensions_[std::min(dimensions, 2)].push_back(path);
  }

  const Calls& call_;
  Dialect dialect_;
  int dimensions_;
  std::vector<std::string> by_dimensions_[3];  // with `dimensions`: index 2 only
  std::size_t seen_ = 0;
};

[[noreturn]] void throw_missing(const Calls& call, const FileHandle& file, const std::string& name,
                                Dialect dialect, std::size_t dimensions) {
  throw file_error(call.path(), "has no dataset ", in_quotes(name), "; it holds ",
                   Search(call, file, dialect, dimensions).listed());
}

/// True if the object is reachable within the file.
bool exists(const Calls& call, const FileHandle& file, const std::string& name,
            const PropertiesHandle& access) {
  const auto has_link = [&](const std::string& path) {
    return call(not_readable, H5Lexists, file.id(), path.c_str(), access.id()) > 0;
  };
  for (std::size_t end = name.find('/', 1); end != std::string::npos;
       end = name.find('/', end + 1)) {
    const std::string above = name.substr(0, end);
    if (!has_link(above)) return false;
    const ObjectHandle object(call(concat(in_quotes(above), " cannot be opened"), H5Oopen,
                                   file.id(), above.c_str(), access.id()));
    if (H5Iget_type(object.id()) != H5I_GROUP) return false;
  }
  return name == "/" || has_link(name);
}

/// Refuses external storage and unavailable filters.
void check_storage(const Calls& call, const Dataset& dataset) {
  const std::string subject = concat("the dataset ", in_quotes(dataset.name));
  if (is_stored_elsewhere(call, dataset.handle.id()))
    throw file_error(call.path(), subject, " has its data in other files, which are not read");
  const PropertiesHandle made(call(not_readable, H5Dget_create_plist, dataset.handle.id()));
  const int filters = call(not_readable, H5Pget_nfilters, made.id());
  for (int k = 0; k < filters; ++k) {
    unsigned flags = 0, settings = 0;
    std::size_t values = 0;
    char name[40] = "";
    const H5Z_filter_t filter =
        call(not_readable, H5Pget_filter2, made.id(), static_cast<unsigned>(k), &flags, &values,
             static_cast<unsigned*>(nullptr), sizeof name, static_cast<char*>(name), &settings);
    if (call(not_readable, H5Zfilter_avail, filter) > 0) continue;
    name[sizeof name - 1] = '\0';
    throw file_error(call.path(), subject, " is packed with the filter ", in_quotes(name),
                     " (number ", filter, "), which HDF5 lacks here");
  }
}

}  // namespace

bool has_object(const Calls& call, const FileHandle& file, const std::string& name) {
  return exists(call, file, name.starts_with('/') ? name : "/" + name, within_the_file(call));
}

FileHandle open_file(const Calls& call) {
  const PropertiesHandle access = new_properties(call, H5P_FILE_ACCESS);
  call(not_readable, H5Pset_cache, access.id(), 0, chunk_cache_slots, chunk_cache_bytes, 0.75);
#if H5_VERSION_GE(1, 10, 7)
  // Read-only access needs no locks, which some file systems lack.
  call(not_readable, H5Pset_file_locking, access.id(), false, true);
#endif
  {
    const Quiet quiet;
    if (H5Fis_hdf5(call.path().c_str()) == 0)
      throw file_error(call.path(), "is not an HDF5 file: it has no signature of one");
  }
  return FileHandle(
      call("cannot be opened as HDF5", H5Fopen, call.path().c_str(), H5F_ACC_RDONLY, access.id()));
}

Dataset open_dataset(const Calls& call, const FileHandle& file, const std::string& name,
                     Dialect dialect, std::size_t dimensions) {
  std::string full = name.empty() ? Search(call, file, dialect, dimensions).only() : name;
  if (!full.starts_with('/')) full.insert(0, "/");
  const PropertiesHandle access = within_the_file(call);
  if (!exists(call, file, full, access)) throw_missing(call, file, full, dialect, dimensions);
  const std::string subject = concat("the dataset ", in_quotes(full));
  H5L_info_t link = {};
  if (full != "/") call(not_readable, H5Lget_info, file.id(), full.c_str(), &link, access.id());
  if (link.type == H5L_TYPE_EXTERNAL)
    throw file_error(call.path(), subject, " is a link to another file, which is not read");
  ObjectHandle object(
      call(concat(subject, " cannot be opened"), H5Oopen, file.id(), full.c_str(), access.id()));
  if (H5Iget_type(object.id()) != H5I_DATASET) {
    if (dialect == Dialect::Matlab) refuse_matlab_group(call, object.id(), full);
    throw file_error(call.path(), in_quotes(full),
                     " is a group, but a dataset is needed; the file holds ",
                     Search(call, file, dialect, dimensions).listed());
  }
  Dataset dataset{DatasetHandle(object.release()), full};
  check_storage(call, dataset);
  return dataset;
}

}  // namespace ashlar::io::hdf5
