// SPDX-License-Identifier: BSD-3-Clause
#include "random_case.hpp"

#include <algorithm>
#include <set>

#include <ashlar/base/concat.hpp>

namespace ashlar::test {
namespace {

bool any_move(const RandomCase& c, bool (*test)(const RandomMove&)) {
  return std::any_of(c.moves.begin(), c.moves.end(), test);
}

bool any_side(const RandomCase& c, bool (*test)(const MoveSide&)) {
  return std::any_of(c.moves.begin(), c.moves.end(),
                     [&](const RandomMove& m) { return test(m.source) || test(m.target); });
}

bool is_offset(const MoveSide& side) {
  return std::any_of(side.part.begin(), side.part.end(),
                     [](const Range& range) { return range.first > 0; });
}

bool is_empty(const MoveSide& side) {
  return std::any_of(side.part.begin(), side.part.end(),
                     [](const Range& range) { return range.empty(); });
}

/// The ranks that store a part of the side.
std::set<int> ranks_of(const MoveSide& side, int ranks) {
  std::set<int> found;
  for (int rank = 0; rank < ranks; ++rank)
    if (!own_blocks(side, rank).empty()) found.insert(rank);
  return found;
}

bool are_disjoint(const RandomMove& m, int ranks) {
  const std::set<int> source = ranks_of(m.source, ranks), target = ranks_of(m.target, ranks);
  return std::none_of(source.begin(), source.end(),
                      [&](int rank) { return target.contains(rank); });
}

bool any_dim(const MoveSide& side, bool (*test)(const DistributedDim&)) {
  return side.form != MoveSide::Form::Tiles &&
         std::any_of(side.dims.begin(), side.dims.end(), test);
}

}  // namespace

std::string RandomMove::describe() const {
  static constexpr const char* verbs[] = {"copy",
                                          "mirror",
                                          "symmetrize",
                                          "mirror in place",
                                          "symmetrize in place",
                                          "transpose in place"};
  std::string text =
      concat(verbs[static_cast<int>(verb)], " ", to_string(from), " to ", to_string(to), "\n    ",
             source.describe(), "\n -> ", target.describe(), "\n    axes");
  for (int axis : axes) text += concat(" ", axis);
  return concat(text, conjugates ? " conjugated" : "", ", ", to_string(uplo), " ", diagonal, " ",
                to_string(diag), rest == Rest::Zero ? " zero" : "", ", alpha ", alpha, ", beta ",
                beta, ", seed ", seed);
}

std::string RandomCase::describe() const {
  static constexpr const char* ways[] = {"one call", "plan", "plan run twice", "plans started"};
  static constexpr const char* transports[] = {"automatic", "shared memory", "peer memory",
                                               "staged",    "messages",      "datatypes"};
  std::string text =
      concat(ways[static_cast<int>(way)], together ? ", together" : "", ", ",
             transports[static_cast<int>(transport)], ", pieces of ", piece_bytes,
             " bytes, at most ", max_extra_bytes, ", ranks per node ", ranks_per_node);
  for (const RandomMove& move : moves) text += "\n  " + move.describe();
  return text;
}

const std::vector<Feature>& features() {
  using Case = const RandomCase&;
  using Move = const RandomMove&;
  static const std::vector<Feature> all = {
      {"layouts",
       [](Case c, int) {
         return c.moves[0].source.is_plain_layout() && c.moves[0].target.is_plain_layout();
       }},
      {"tiles",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) { return s.form == MoveSide::Form::Tiles; });
       }},
      {"copies",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) { return s.groups.size() > 1; });
       },
       2},
      {"arrays",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) { return s.form == MoveSide::Form::Array; });
       }},
      {"4 or 5 dimensions", [](Case c, int) { return c.moves[0].ndims() >= 4; }},
      {"transposed in place",
       [](Case c, int) { return c.moves[0].verb == Verb::TransposeInPlace; }},
      {"mirrored", [](Case c, int) { return is_mirroring(c.moves[0].verb); }},
      {"symmetrized", [](Case c, int) { return is_symmetrizing(c.moves[0].verb); }},
      {"several together", [](Case c, int) { return c.moves.size() > 1 && c.together; }},
      {"several under way",
       [](Case c, int) { return c.moves.size() > 1 && c.way == Way::Started; }},
      {"started", [](Case c, int) { return c.way == Way::Started; }},
      {"plan run twice", [](Case c, int) { return c.way == Way::Twice; }},
      {"messages", [](Case c, int) { return c.transport == Transport::Messages; }},
      {"datatypes", [](Case c, int) { return c.transport == Transport::Datatypes; }},
      {"staged", [](Case c, int) { return c.transport == Transport::Staged; }},
      {"peer memory", [](Case c, int) { return c.transport == Transport::PeerMemory; }},
      {"small pieces", [](Case c, int) { return c.piece_bytes < 1000; }},
      {"bounded memory", [](Case c, int) { return c.max_extra_bytes > 0; }},
      {"small nodes", [](Case c, int) { return c.ranks_per_node > 0; }, 2},
      {"disjoint ranks", [](Case c, int ranks) { return are_disjoint(c.moves[0], ranks); }, 2},
      {"idle ranks",
       [](Case c, int ranks) { return std::ssize(ranks_of(c.moves[0].target, ranks)) < ranks; }, 2},
      {"offsets on both sides",
       [](Case c, int) {
         return any_move(c, [](Move m) { return is_offset(m.source) && is_offset(m.target); });
       }},
      {"empty", [](Case c, int) { return any_side(c, is_empty); }},
      {"non-zero source",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) {
           return any_dim(s, [](const DistributedDim& d) { return d.source > 0; });
         });
       },
       2},
      {"block > extent",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) {
           return any_dim(s, [](const DistributedDim& d) { return d.block > d.extent; });
         });
       }},
      {"column-major grid",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) {
           return s.form == MoveSide::Form::Layout && s.grid_order == GridOrder::Column &&
                  s.dims[0].nprocs > 1 && s.dims[1].nprocs > 1;
         });
       },
       4},
      {"rank table",
       [](Case c, int) { return any_side(c, [](const MoveSide& s) { return !s.ranks.empty(); }); },
       2},
      {"row-major memory",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) { return s.order == StorageOrder::C; });
       }},
      {"row-major tiles",
       [](Case c, int) {
         return any_side(c, [](const MoveSide& s) {
           return s.form == MoveSide::Form::Tiles && s.order == StorageOrder::C;
         });
       }},
      {"padding",
       [](Case c, int) { return any_side(c, [](const MoveSide& s) { return s.padding > 0; }); }},
      {"permuted",
       [](Case c, int) {
         return any_move(c, [](Move m) { return !std::is_sorted(m.axes.begin(), m.axes.end()); });
       }},
      {"conjugated", [](Case c, int) { return any_move(c, [](Move m) { return m.conjugates; }); }},
      {"triangle",
       [](Case c, int) { return any_move(c, [](Move m) { return m.uplo != Uplo::General; }); }},
      {"unit diagonal",
       [](Case c, int) {
         return any_move(c, [](Move m) { return m.uplo != Uplo::General && m.diag == Diag::Unit; });
       }},
      {"rest becomes zero",
       [](Case c, int) { return any_move(c, [](Move m) { return m.rest == Rest::Zero; }); }},
      {"converting",
       [](Case c, int) { return any_move(c, [](Move m) { return m.from != m.to; }); }},
      {"scaling", [](Case c, int) { return any_move(c, [](Move m) { return m.alpha != 1.0; }); }},
      {"alpha = 0", [](Case c, int) { return any_move(c, [](Move m) { return m.alpha == 0.0; }); }},
      {"adding", [](Case c, int) { return any_move(c, [](Move m) { return m.beta != 0.0; }); }},
  };
  return all;
}

}  // namespace ashlar::test
