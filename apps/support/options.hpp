// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/mpi/process_grid.hpp>

namespace ashlar::apps {

/// Parses a 64-bit integer; nullopt for other text.
std::optional<Index> parse_index(std::string_view text);

/// Parses a number, infinities included; nullopt for other text.
std::optional<double> parse_number(std::string_view text);

/// Parses a finite number; nullopt for other text.
std::optional<double> parse_finite(std::string_view text);

/// Parses a positive number, possibly infinite; nullopt for other text.
std::optional<double> parse_positive(std::string_view text);

/// Parses two numbers separated by a comma: "-1,2.5". Nullopt for other text.
std::optional<std::pair<double, double>> parse_numbers(std::string_view text);

/// Parses two integers in [least, most], separated by `mark`: "2x3", "0,1". Nullopt for other text.
std::optional<std::pair<Index, Index>> parse_pair(const std::string& text, std::string_view mark,
                                                  Index least, Index most);
inline std::optional<std::pair<Index, Index>> parse_pair(const std::string& text, char mark,
                                                         Index least, Index most) {
  return parse_pair(text, std::string_view(&mark, 1), least, most);
}

/// Parses rows and columns: "9x9", "9X9", "9×9" or "9,9". Nullopt for other text.
std::optional<Shape> parse_shape(const std::string& text);

/// Parses "upper", "lower", or its first letter, in any case. Nullopt for other text.
std::optional<Uplo> parse_triangle(const std::string& text);

/// Parses "C" or "F", also "row", "col" and "fortran", in any case. Nullopt for other text.
std::optional<StorageOrder> parse_storage_order(const std::string& text);

/// Parses a name of an element type: "float64", "f8", "double", "float", in any case. Nullopt for
/// other text.
std::optional<DType> parse_dtype(const std::string& text);

/// Parses bytes in units of 1024: "500M", "1G", "4096". Nullopt for other text and for values below
/// 1.
std::optional<Index> parse_bytes(const std::string& text);

/// Parses a half-open range: "2:5", "2:", ":5", ":", "-10:" or ":-1". Omitted ends are 0 or
/// `open_end`, negative ones count from the end. Nullopt for other text.
inline constexpr Index open_end = INT64_MAX;
std::optional<Range> parse_range(const std::string& text);

/// Range within `extent` elements, both ends counted from the start.
/// @throws ArgumentError naming `option`, if it is reversed or leaves the matrix
Range resolve_range(Range range, Index extent, const char* option);

/// Layout options of one prefix: --grid, --block, --source, --grid-order.
struct LayoutOptions {
  std::optional<GridShape> grid;  ///< default: balanced over the ranks
  Block block{64, 64};
  Coord source{0, 0};
  GridOrder order = GridOrder::Row;
  bool idle = false;  ///< the grid may have fewer processes than ranks

  /// @throws ArgumentError unless the grid has as many processes as `comm` has ranks, or fewer if
  /// idle ranks are allowed
  ProcessGrid grid_of(mpi::CommunicatorView comm) const;
};

/// Optional grid and block; by default the grid is balanced and blocks are 64x64.
enum class LayoutDefaults { GridAndBlock, None };

/// Adds --PREFIXgrid, --PREFIXblock, --PREFIXsource and --PREFIXgrid-order to `app`, in the group
/// `group`.
void add_layout_options(CLI::App& app, LayoutOptions& options, const std::string& prefix,
                        const std::string& group,
                        LayoutDefaults defaults = LayoutDefaults::GridAndBlock);

/// Adds an option whose text is converted by `parse`; nullopt is an error that quotes `form` and
/// `description`.
template <class T, class Parse>
CLI::Option* add_parsed_option(CLI::App& app, const std::string& name, T& target,
                               const std::string& form, const std::string& description,
                               Parse parse) {
  return app
      .add_option_function<std::string>(
          name,
          [&target, name, form, description, parse](const std::string& text) {
            const auto value = parse(text);
            if (!value)
              throw CLI::ValidationError(
                  name, "'" + text + "' is not of the form " + form + " (" + description + ")");
            target = *value;
          },
          description)
      ->type_name(form);
}

}  // namespace ashlar::apps
