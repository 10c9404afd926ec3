// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>

#include <ashlar/layout/block_map.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/replicas.hpp>

namespace ashlar {

/// Placement of a matrix in all generality: a block-cyclic layout or a block map, once or in
/// several replicas. A value without MPI.
class Placement {
 public:
  /// @throws ArgumentError if the layout names more ranks than a group of `replicas` has
  Placement(const Layout& layout,  // NOLINT(google-explicit-constructor): a layout is a placement
            const Replicas& replicas = {});
  Placement(const BlockMap& map,  // NOLINT(google-explicit-constructor): and a block map, too
            const Replicas& replicas = {});

  Shape shape() const;
  /// The layout of one replica; null where a block map deals.
  const Layout* layout() const { return std::get_if<Layout>(&dealt_); }
  /// The layout if that alone says where everything is: a single replica on the ranks that it
  /// names.
  const Layout* plain_layout() const { return replicas_.is_plain() ? layout() : nullptr; }
  /// The block map of one replica; null where a layout deals.
  const BlockMap* block_map() const { return std::get_if<BlockMap>(&dealt_); }
  const Replicas& replicas() const { return replicas_; }

  /// The communicator must have at least this many ranks.
  Index required_size() const;

  /// One line: that of the layout or block map, and ", 3 replicas".
  std::string to_string() const;

  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  Index members() const;

  std::variant<Layout, BlockMap> dealt_;
  Replicas replicas_;
};

}  // namespace ashlar
