// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/files.hpp>
#include <ashlar/io/pieces.hpp>

#include "base/instantiate.hpp"
#include "formats/formats.hpp"
#include "new_file.hpp"
#include "same_options.hpp"
#include "write_panels.hpp"

namespace ashlar::io {
namespace {

template <Element T>
void save_file(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options) {
  NewFile file(a.comm(), path,
               {.dtype = dtype_of<T>(),
                .shape = a.shape(),
                .order = options.order,
                .dimensions = options.dimensions,
                .style = options.file});
  write_in_panels(a, file);
  file.commit();
}

}  // namespace

template <Element T>
void save(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "save", mpi::same("the path", path),
                                 mpi::same("the matrix", a), mpi::same("the options", options));
  if (&format_to_write(path, options.file) == &pieces_format()) save_pieces(path, a);
  else save_file(path, a, options);
}

#define ASHLAR_INSTANTIATE(T) \
  template void save(const std::string&, const DistMatrix<T>&, const SaveOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
