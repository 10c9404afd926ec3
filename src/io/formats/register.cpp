// SPDX-License-Identifier: BSD-3-Clause
// Adds the formats of this library to those of ashlar::files, in programs that link it.
#include <array>
#include <cstddef>

#include "io/formats/formats.hpp"

namespace {

std::size_t register_formats() {
  using namespace ashlar::io;
  // MATLAB's files are HDF5 behind a header: they come first.
  const std::array<const FormatTraits*, 7> all = {
      &npz_format(), &matlab_format(), &hdf5_format(),      &matrix_market_format(),
      &csv_format(), &txt_format(),    &checkpoint_format()};
  return add_formats(all);
}

}  // namespace

// The linker takes this source for the sake of this name (cmake/AshlarTargets.cmake).
extern "C" {
extern const std::size_t ashlar_all_formats;
const std::size_t ashlar_all_formats = register_formats();
}
