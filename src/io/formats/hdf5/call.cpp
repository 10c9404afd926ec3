// SPDX-License-Identifier: BSD-3-Clause
#include "call.hpp"

#include "io/file_error.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr std::size_t longest_reason = 200;

struct Reason {
  char text[longest_reason + 1] = "no reason is given";
};

/// Callback per level of HDF5's error stack; level 0 is the origin.
herr_t keep_first(unsigned level, const H5E_error2_t* error, void* data) noexcept {
  if (level != 0 || error->desc == nullptr || *error->desc == '\0') return 0;
  char* to = static_cast<Reason*>(data)->text;
  std::size_t length = 0;
  // Filters non-printable characters of the file from terminals.
  for (const char* c = error->desc; *c != '\0' && length < longest_reason; ++c)
    to[length++] = *c >= ' ' && *c <= '~' ? *c : '?';
  to[length] = '\0';
  return 0;
}

}  // namespace

Quiet::Quiet() noexcept {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

void throw_last_error(const std::string& path, const std::string& what) {
  Reason reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);
  throw file_error(path, what, ": ", reason.text);
}

}  // namespace ashlar::io::hdf5
