// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <ashlar/io/files.hpp>

// Options for properties of files that names and contents do not define.

namespace ashlar::apps {

/// Adds --in-format, --in-dtype, --in-shape, --in-order, --in-offset, --in-endian, --in-delimiter,
/// --header, --missing and --index.
void add_file_hints(CLI::App& app, io::FileHints& hints);

/// Adds --format, --compression, --chunk, --delimiter, --endian, --stored-as.
void add_file_style(CLI::App& app, io::FileStyle& style);

}  // namespace ashlar::apps
