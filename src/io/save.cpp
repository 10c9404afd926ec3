// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/files.hpp>

#include "base/instantiate.hpp"
#include "new_file.hpp"
#include "same_options.hpp"
#include "write_panels.hpp"

namespace ashlar::io {

template <Element T>
void save(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "save", mpi::same("the path", path),
                                 mpi::same("the matrix", a), mpi::same("the options", options));
  FileStyle style = options.file;
  if (!style.layout) style.layout = a.layout();
  NewFile file(a.comm(), path,
               {.dtype = dtype_of<T>(),
                .shape = a.shape(),
                .order = options.order,
                .dimensions = options.dimensions,
                .style = style});
  write_in_panels(a, file);
  file.commit();
}

#define ASHLAR_INSTANTIATE(T) \
  template void save(const std::string&, const DistMatrix<T>&, const SaveOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
