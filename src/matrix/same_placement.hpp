// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/placement.hpp>

#include "mpi/collective_call.hpp"

// Block maps, replication and distributions as [same] arguments of collective calls.

namespace ashlar {

inline void add_same(Fingerprint& print, const Axis& axis) {
  for (const Index field : {axis.extent, axis.block, Index{axis.nprocs}, Index{axis.source}})
    add_same(print, field);
}
inline void add_same(Fingerprint& print, const Distribution& array) {
  add_same(print, array.storage_order());
  add_same(print, array.axes());
}
inline void add_same(Fingerprint& print, const BlockMap& map) {
  add_same(print, map.row_cuts());
  add_same(print, map.col_cuts());
  for (Index col = 0; col < map.block_cols(); ++col)
    for (Index row = 0; row < map.block_rows(); ++row) add_same(print, map.owner({row, col}));
}
inline void add_same(Fingerprint& print, const Replicas& replicas) {
  add_same(print, replicas.count());
  add_same(print, replicas.group_size());
  for (int copy = 0; copy < replicas.count(); ++copy)
    for (int member = 0; member < replicas.group_size(); ++member)
      add_same(print, replicas.rank_of(copy, member));
}
namespace detail {
/// Layout or block map of a placement.
struct OneReplica {
  static const char* name_in(const Placement& placement) {
    return placement.layout() != nullptr ? "the layout" : "the block map";
  }

  const Placement& placement;
};
inline void add_same(Fingerprint& print, const OneReplica& part) {
  if (const Layout* layout = part.placement.layout()) add_same(print, *layout);
  else add_same(print, *part.placement.block_map());
}
inline std::string same_text(const OneReplica& part) {
  const Layout* const layout = part.placement.layout();
  return layout != nullptr ? layout->to_string() : part.placement.block_map()->to_string();
}
}  // namespace detail
inline void add_same(Fingerprint& print, const Placement& placement) {
  add_same(print, placement.replicas());
  add_same(print, detail::OneReplica{placement});
}

inline std::string same_text(const Distribution& array) {
  std::string text;
  for (const Axis& axis : array.axes())
    text += concat(text.empty() ? "" : " x ", axis.extent, " in blocks of ", axis.block, " on ",
                   axis.nprocs);
  return concat(text, " (", to_string(array.storage_order()), " order)");
}
inline std::string same_text(const BlockMap& map) { return map.to_string(); }
inline std::string same_text(const Replicas& replicas) {
  return concat(replicas.count(), " on groups of ", detail::counted(replicas.group_size(), "rank"));
}
inline std::string same_text(const Placement& placement) { return placement.to_string(); }

}  // namespace ashlar
