// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>

#include <ashlar/layout/block_map.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/replicas.hpp>

namespace ashlar {

/// Distribution of a matrix: a block-cyclic layout or a block map, once or in several replicas.
/// Value without MPI.
class Placement {
 public:
  /// @throws ArgumentError if the layout or map has more ranks than a group of `replicas`
  Placement(const Layout& layout,  // NOLINT(google-explicit-constructor): a layout is a placement
            const Replicas& replicas = {});
  Placement(const BlockMap& map,  // NOLINT(google-explicit-constructor): and a block map, too
            const Replicas& replicas = {});

  Shape shape() const { return layout() != nullptr ? layout()->shape() : block_map()->shape(); }
  /// Layout of one replica; null for a block map.
  const Layout* layout() const { return std::get_if<Layout>(&distribution_); }
  /// The layout, if it describes the placement completely: a single replica on its ranks. Else
  /// null.
  const Layout* plain_layout() const { return replicas_.is_plain() ? layout() : nullptr; }
  /// Block map of one replica; null for a layout.
  const BlockMap* block_map() const { return std::get_if<BlockMap>(&distribution_); }
  const Replicas& replicas() const { return replicas_; }

  /// Smallest size of the communicator.
  Index required_size() const;

  /// Text of the layout or block map, and ", 3 replicas".
  std::string to_string() const;

  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  Index members() const;

  std::variant<Layout, BlockMap> distribution_;
  Replicas replicas_;
};

}  // namespace ashlar
