// SPDX-License-Identifier: BSD-3-Clause
#include "shrink.hpp"

#include <algorithm>

#include "values.hpp"

namespace ashlar::test {
namespace {

std::size_t at(int number) { return static_cast<std::size_t>(number); }

/// Removes the tiles after `extent` in a dimension.
void cut_tiles(MoveSide& side, std::size_t d, Index extent) {
  const auto old_rows = side.cuts[0].size() - 1;
  std::vector<Index>& cuts = side.cuts[d];
  while (cuts.size() > 1 && cuts.back() > extent) cuts.pop_back();
  if (cuts.back() < extent) cuts.push_back(extent);
  std::vector<int> owners;
  for (std::size_t c = 0; c + 1 < side.cuts[1].size(); ++c)
    for (std::size_t r = 0; r + 1 < side.cuts[0].size(); ++r)
      owners.push_back(side.owners[r + c * old_rows]);
  side.owners = owners;
}

/// Sets the moved part in a dimension of a side, and the number of indices behind it.
void place_part(MoveSide& side, std::size_t d, Index first, Index length, Index behind) {
  side.part[d] = {first, first + length};
  side.dims[d].extent = first + length + behind;
  if (side.form == MoveSide::Form::Tiles) cut_tiles(side, d, side.dims[d].extent);
}

/// The same move of `length` indices along dimension `d` of the target.
void set_length(RandomMove& m, int d, Index length) {
  const auto one = [&](MoveSide& side, std::size_t dim) {
    const Range part = side.part[dim];
    place_part(side, dim, part.first, length, side.dims[dim].extent - part.last);
  };
  one(m.source, at(m.axes[at(d)]));
  one(m.target, at(d));
  if (m.verb == Verb::Copy) return;
  one(m.source, at(m.axes[at(1 - d)]));  // a mirrored matrix is square
  one(m.target, at(1 - d));
}

void drop_margins(MoveSide& side) {
  for (std::size_t d = 0; d < side.dims.size(); ++d) place_part(side, d, 0, side.part[d].size(), 0);
}

/// Stores the whole in one block on the first rank.
void put_on_one_rank(MoveSide& side) {
  for (DistributedDim& dim : side.dims) dim = {dim.extent, std::max<Index>(1, dim.extent), 1, 0};
  if (side.form == MoveSide::Form::Tiles) side.form = MoveSide::Form::Layout;
  side.cuts.clear();
  side.owners.clear();
  side.ranks.clear();
  side.groups.clear();
}

/// Removes a dimension with one index from an array.
void drop_dimension(RandomMove& m, int d) {
  const int s = m.axes[at(d)];
  const auto drop = [](MoveSide& side, int dim) {
    side.dims.erase(side.dims.begin() + dim);
    side.part.erase(side.part.begin() + dim);
  };
  drop(m.target, d);
  drop(m.source, s);
  m.axes.erase(m.axes.begin() + d);
  for (int& axis : m.axes) axis -= axis > s ? 1 : 0;
}

class Candidates {
 public:
  explicit Candidates(const RandomCase& c) : case_(c) {}

  std::vector<RandomCase> all() && {
    several();
    for (std::size_t k = 0; k < case_.moves.size(); ++k) {
      lengths(k);
      spread(k);
      numbers(k);
      memory(k);
    }
    ways();
    return std::move(found_);
  }

 private:
  template <class F>
  void change(F&& f) {
    RandomCase other = case_;
    f(other);
    if (other.describe() != case_.describe()) found_.push_back(std::move(other));
  }
  template <class F>
  void change_move(std::size_t k, F&& f) {
    change([&](RandomCase& c) {
      RandomMove& m = c.moves[k];
      f(m);
      if (is_in_place(m.verb)) m.target = m.source;
    });
  }
  template <class F>
  void change_sides(std::size_t k, F&& f) {
    change_move(k, [&](RandomMove& m) {
      f(m.source);
      f(m.target);
    });
    change_move(k, [&](RandomMove& m) { f(m.source); });
    change_move(k, [&](RandomMove& m) { f(m.target); });
  }

  void several() {
    for (std::size_t k = 0; case_.moves.size() > 1 && k < case_.moves.size(); ++k)
      change([&](RandomCase& c) {
        c.moves.erase(c.moves.begin() + static_cast<std::ptrdiff_t>(k));
        c.together = c.together && c.moves.size() > 1;
      });
    change([](RandomCase& c) { c.together = false; });
  }

  void lengths(std::size_t k) {
    change_sides(k, drop_margins);
    for (int d = 0; d < case_.moves[k].ndims(); ++d) {
      const Index length = case_.moves[k].target.part[at(d)].size();
      for (const Index shorter : {Index{1}, length / 2, length - length / 8, length - 1})
        if (0 < shorter && shorter < length)
          change_move(k, [&](RandomMove& m) { set_length(m, d, shorter); });
      if (length == 1 && case_.moves[k].source.form == MoveSide::Form::Array &&
          case_.moves[k].ndims() > 1)
        change_move(k, [&](RandomMove& m) { drop_dimension(m, d); });
    }
  }

  void spread(std::size_t k) {
    change_sides(k, put_on_one_rank);
    change_sides(k, [](MoveSide& side) {
      side.groups.resize(std::min<std::size_t>(1, side.groups.size()));
    });
    change_sides(k, [](MoveSide& side) { side.ranks.clear(); });
    change_sides(k, [](MoveSide& side) { side.grid_order = GridOrder::Row; });
    for (std::size_t d = 0; d < case_.moves[k].axes.size(); ++d) {
      change_sides(k, [&](MoveSide& side) { side.dims[d].source = 0; });
      change_sides(k, [&](MoveSide& side) {
        if (side.ranks.empty()) side.dims[d].nprocs = 1;
        side.dims[d].source = std::min(side.dims[d].source, side.dims[d].nprocs - 1);
      });
      for (const Index block : {1, 2, 4, 16})
        change_sides(
            k, [&](MoveSide& side) { side.dims[d].block = std::min(side.dims[d].block, block); });
    }
  }

  void numbers(std::size_t k) {
    change_move(k, [](RandomMove& m) { m.alpha = 1; });
    change_move(k, [](RandomMove& m) { m.beta = 0; });
    change_move(k, [](RandomMove& m) { m.from = m.to; });
    if (case_.moves.size() == 1)
      change_move(k, [](RandomMove& m) {
        if (!is_integer_type(m.to) || m.alpha == 1.0) m.from = m.to = DType::Float64;
        m.alpha = m.alpha.real();
        m.beta = m.beta.real();
      });
    change_move(k, [](RandomMove& m) { m.conjugates = false; });
    change_move(k, [](RandomMove& m) { m.rest = Rest::Untouched; });
    change_move(k, [](RandomMove& m) { m.diag = Diag::NonUnit; });
    change_move(k, [](RandomMove& m) { m.diagonal = 0; });
    if (case_.moves[k].verb == Verb::Copy)
      change_move(k, [](RandomMove& m) {
        m.uplo = Uplo::General;
        m.rest = Rest::Untouched;
      });
  }

  void memory(std::size_t k) {
    change_sides(k, [](MoveSide& side) { side.padding = 0; });
    change_sides(k, [](MoveSide& side) {
      if (side.form != MoveSide::Form::Array) side.order = StorageOrder::Fortran;
    });
    change_sides(k, [](MoveSide& side) {
      side.wrapped = false;
      side.padding = 0;
    });
  }

  void ways() {
    change([](RandomCase& c) { c.ranks_per_node = 0; });
    change([](RandomCase& c) { c.max_extra_bytes = 0; });
    change([](RandomCase& c) { c.piece_bytes = Index{256} << 10; });
    change([](RandomCase& c) { c.way = Way::Call; });
    change([](RandomCase& c) { c.way = Way::Plan; });
    change([](RandomCase& c) { c.transport = Transport::Automatic; });
    change([](RandomCase& c) { c.transport = Transport::Messages; });
  }

  const RandomCase& case_;
  std::vector<RandomCase> found_;
};

/// True if the library accepts the case; shrinking may produce invalid ones.
bool is_valid(const RandomCase& c) {
  const bool is_single_call = c.way == Way::Call;
  for (const RandomMove& m : c.moves) {
    const bool are_arrays = m.source.form == MoveSide::Form::Array;
    if (m.from != c.moves.front().from) return false;
    if (!is_single_call && m.verb != Verb::Copy) return false;
    if (!is_single_call && m.rest == Rest::Zero) return false;
    if (!is_single_call && !are_arrays &&
        (!m.source.is_plain_layout() || !m.target.is_plain_layout()))
      return false;
    if (is_symmetrizing(m.verb) && is_integer_type(m.to)) return false;
    if ((is_mirroring(m.verb) || is_symmetrizing(m.verb)) && !m.source.is_plain_layout())
      return false;
    if (is_integer_type(m.to) && (m.alpha != 1.0 || m.beta != 0.0)) return false;
    if (are_arrays && m.uplo != Uplo::General && m.ndims() != 2) return false;
  }
  return true;
}

}  // namespace

std::vector<RandomCase> simpler(const RandomCase& c) {
  std::vector<RandomCase> all = Candidates(c).all();
  std::erase_if(all, [](const RandomCase& other) { return !is_valid(other); });
  return all;
}

RandomCase shrunk(RandomCase c, const std::function<bool(const RandomCase&)>& fails, int tries) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (RandomCase& other : simpler(c)) {
      if (tries-- == 0) return c;
      if (!fails(other)) continue;
      c = std::move(other);
      goes_on = true;
      break;
    }
  }
  return c;
}

}  // namespace ashlar::test
