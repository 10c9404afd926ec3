// SPDX-License-Identifier: BSD-3-Clause
// Registers these formats in ashlar::files when linked.
#include <array>
#include <cstddef>

#include "io/formats/formats.hpp"

namespace {

std::size_t register_formats() {
  using namespace ashlar::io;
  // MATLAB files precede HDF5, which they contain.
  const std::array<const FormatTraits*, 8> all = {
      &npz_format(), &matlab_format(), &hdf5_format(),       &matrix_market_format(),
      &csv_format(), &txt_format(),    &checkpoint_format(), &pieces_format()};
  return add_formats(all);
}

}  // namespace

// The linker includes this source by this symbol (cmake/AshlarTargets.cmake).
extern "C" {
extern const std::size_t ashlar_all_formats;
const std::size_t ashlar_all_formats = register_formats();
}
