// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <ashlar/mpi/communicator.hpp>

/// Pictures of layouts, plans and matrices: the component ashlar::pictures.
namespace ashlar::pictures {

/// Colours of a terminal.
enum class TerminalColours {
  None,
  Palette,  ///< the 256 of xterm; the nearest is taken
  True,     ///< 24 bits
};

/// Picture made by layout_picture, plan_picture or matrix_picture. Copies share its content. All
/// members are pure: the same picture gives the same bytes, whatever the locale.
class Picture {
 public:
  /// The text of an SVG file.
  std::string svg() const;

  /// The bytes of a PNG file, two pixels for each unit of the SVG file.
  /// @throws ArgumentError  if the library was built without libpng; the message names the package
  std::string png() const;

  /// The text of an HTML page without external parts, which describes the element, or the pair of
  /// ranks, under the pointer, at the mark that the arrow keys move, or of any given indices.
  std::string page() const;

  /// Lines of text for a terminal, without a line break at the end: the numbers of the owners of a
  /// layout, the figures of a plan, the cells of a matrix with a legend.
  std::string text(TerminalColours colours = TerminalColours::None) const;

  /// Content of a picture; private to the library.
  struct Parts;
  explicit Picture(Parts parts);

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Version of libpng; null if the library was built without it.
const char* libpng_version() noexcept;

/// Writes a picture to a file that ends in .svg, .png or .html, which appears whole or not at all.
/// [local]
/// @throws FileError
/// @throws ArgumentError  if the path has another ending, and as Picture::png
void save_picture(const std::string& path, const Picture& picture);

/// Writes rank 0's picture; those of the other ranks do not matter.
/// @throws what rank 0 met, on all ranks
/// @collective over `comm`
/// @example save_picture(comm, "layout.svg", layout_picture(a.layout()));
void save_picture(mpi::CommunicatorView comm, const std::string& path, const Picture& picture);

}  // namespace ashlar::pictures
