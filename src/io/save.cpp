// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/files.hpp>
#include <ashlar/io/pieces.hpp>

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
  if (&format_to_write(path, options.file.format) == &pieces_format()) save_pieces(path, a);
  else save_file(path, a, options);
}

template void save(const std::string&, const DistMatrix<float>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<double>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<c64>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<c128>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int8_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int16_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int32_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int64_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint8_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint16_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint32_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint64_t>&, const SaveOptions&);

}  // namespace ashlar::io
