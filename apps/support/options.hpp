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

/// A whole number of 64 bits, and nothing but that.
std::optional<Index> parse_index(std::string_view text);

/// A number, infinities included, and nothing but that.
std::optional<double> parse_number(std::string_view text);

/// A number that is finite, and nothing but that.
std::optional<double> parse_finite(std::string_view text);

/// A number above zero, and nothing but that; it may be infinite.
std::optional<double> parse_positive(std::string_view text);

/// Two numbers separated by a comma: "-1,2.5". Nothing if it is not that.
std::optional<std::pair<double, double>> parse_numbers(std::string_view text);

/// Two integers of at least `least` and at most `most`, separated by `mark`: "2x3", "0,1". Nothing
/// if it is not that.
std::optional<std::pair<Index, Index>> parse_pair(const std::string& text, std::string_view mark,
                                                  Index least, Index most);
inline std::optional<std::pair<Index, Index>> parse_pair(const std::string& text, char mark,
                                                         Index least, Index most) {
  return parse_pair(text, std::string_view(&mark, 1), least, most);
}

/// "9x9", "9X9", "9×9" or "9,9": rows and columns of a matrix. Nothing if it is not that.
std::optional<Shape> parse_shape(const std::string& text);

/// "upper", "lower", or the first letter of it, in any case. Nothing if it is not that.
std::optional<Uplo> parse_triangle(const std::string& text);

/// "C" or "F", in any case, also "row", "col" and "fortran". Nothing if it is not that.
std::optional<StorageOrder> parse_storage_order(const std::string& text);

/// "float64", or another name of an element type: "f8", "double", "float"; in any case. Nothing if
/// it is not that.
std::optional<DType> parse_dtype(const std::string& text);

/// "500M", "1G", "4096": bytes, in units of 1024. Nothing if it is not that, or not positive.
std::optional<Index> parse_bytes(const std::string& text);

/// "2:5", "2:", ":5", ":", "-10:" or ":-1": a half-open range; an end that is left out is 0 or
/// `open_end`, a negative one counts from the end. Nothing if it is not that.
inline constexpr Index open_end = INT64_MAX;
std::optional<Range> parse_range(const std::string& text);

/// The range within `extent` elements, both ends counted from the start.
/// @throws ArgumentError naming `option`, if it is backwards or leaves the matrix
Range resolve_range(Range range, Index extent, const char* option);

/// The layout that options of one prefix describe: --grid, --block, --source, --grid-order.
struct LayoutOptions {
  std::optional<GridShape> grid;  ///< balanced over the ranks if not given
  Block block{64, 64};
  Coord source{0, 0};
  GridOrder order = GridOrder::Row;
  bool idle = false;  ///< the grid may have fewer processes than there are ranks

  /// @throws ArgumentError unless the grid has as many processes as `comm` has ranks, or fewer
  /// where idle ranks are
  ///         allowed
  ProcessGrid grid_of(mpi::CommunicatorView comm) const;
};

/// Whether grid and block may be left out: then the grid is balanced and blocks are 64x64.
enum class LayoutDefaults { GridAndBlock, None };

/// Adds --PREFIXgrid, --PREFIXblock, --PREFIXsource and --PREFIXgrid-order to `app`, in the group
/// `group`.
void add_layout_options(CLI::App& app, LayoutOptions& options, const std::string& prefix,
                        const std::string& group,
                        LayoutDefaults defaults = LayoutDefaults::GridAndBlock);

/// Adds an option whose text `parse` turns into an optional value; nothing is an error that quotes
/// `form` and `description`.
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
