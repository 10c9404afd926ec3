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
  Palette,  ///< nearest of the 256 of xterm
  True,     ///< 24 bits
};

/// Result of layout_picture, plan_picture or matrix_picture. Copies share the content. All members
/// are pure and independent of the locale.
class Picture {
 public:
  /// Text of an SVG file.
  std::string svg() const;

  /// Bytes of a PNG file, two pixels per unit of the SVG file.
  /// @throws ArgumentError  without libpng, with the package name
  std::string png() const;

  /// Text of a self-contained HTML page, which describes the element or pair of ranks under the
  /// pointer, under a mark moved by arrow keys, or at given indices.
  std::string page() const;

  /// Text for a terminal without a final line break: owners of a layout, figures of a plan, or
  /// cells of a matrix with a legend.
  std::string text(TerminalColours colours = TerminalColours::None) const;

  /// Content; private to the library.
  struct Parts;
  explicit Picture(Parts parts);

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Version of libpng; null without libpng.
const char* libpng_version() noexcept;

/// Writes a .svg, .png or .html file and replaces it atomically. [local]
/// @throws FileError
/// @throws ArgumentError  for another extension, and as Picture::png
void save_picture(const std::string& path, const Picture& picture);

/// Writes the picture of rank 0 and ignores the others.
/// @throws errors of rank 0, on all ranks
/// @collective
/// @example save_picture(comm, "layout.svg", layout_picture(a.layout()));
void save_picture(mpi::CommunicatorView comm, const std::string& path, const Picture& picture);

}  // namespace ashlar::pictures
