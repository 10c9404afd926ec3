// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io {

/// Reader of a .npy file, also within another file.
/// @param format, layout  values of FileInfo
/// @throws FileError as parse_npy_header and check_npy_size
std::unique_ptr<FileReader> open_npy_in(std::unique_ptr<const ByteSource> file,
                                        std::string_view format,
                                        const std::optional<Layout>& layout = {});

/// Header of a new .npy file.
std::string npy_head(const NewMatrix& matrix);

}  // namespace ashlar::io
