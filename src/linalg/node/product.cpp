// SPDX-License-Identifier: BSD-3-Clause
#include "product.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "linalg/local/blas.hpp"
#include "linalg/operand.hpp"
#include "reading.hpp"
#include "room.hpp"
#include "split_product.hpp"

namespace ashlar::node {
namespace {

// The most k that a slab has: enough for the kernel's full rate, little enough memory.
constexpr Index widest_slab = 1024;

// A slab of a factor in memory that all ranks read: rows of C x k, or k x columns of C.
template <class T>
DistMatrix<T> make_slab(mpi::CommunicatorView comm, const Layout& c, Index k, bool is_left) {
  const auto dealt = [&](int nprocs) {
    return Axis{k, std::max<Index>(1, (k + nprocs - 1) / nprocs), nprocs, 0};
  };
  const Layout layout = is_left ? Layout(c.rows(), dealt(c.grid().cols), c.ranks())
                                : Layout(dealt(c.grid().rows), c.cols(), c.ranks());
  return DistMatrix<T>(comm, layout, {.init = Init::Uninitialized});
}

// A factor and where it is read: in its own memory, or in slabs that are brought one by one.
template <Scalar T>
class SlabFactor {
 public:
  SlabFactor(const SlabSource<T>& source, const Layout& c, bool is_left, Room& room)
      : source_(&source), is_left_(is_left), c_(&c) {
    if (source.structure != Structure::General) return;
    Reading<T> reading(source.stored.matrix(), source.stored.section(), source.op, 0, is_left);
    const bool is_own = c.grid().size() == 1 && reading.lies_on(c.ranks().rank_of({0, 0}));
    const bool can_read =
        is_own ? reading.is_column_major() : room.is_available() && reading.is_shared();
    if (!can_read || !reading.suits(is_left ? c.rows() : c.cols())) return;
    in_place_ = reading;
    is_read_by_others_ = !is_own;
  }

  bool is_moved() const { return !in_place_; }
  bool is_read_by_others() const { return is_read_by_others_; }

  void make_slab_of(Index k) {
    if (is_moved()) slab_.emplace(make_slab<T>(source_->stored.comm(), *c_, k, is_left_));
  }
  void bring(Range k, std::vector<CopyTask<T>>& tasks) {
    if (is_moved()) source_->bring(part(k), target(k), tasks);
  }
  void finish(Range k) {
    if (is_moved()) source_->finish(part(k), target(k));
  }
  std::vector<typename Reading<T>::Piece> pieces(Range k, Coord me) const {
    const Axis& axis = is_left_ ? c_->rows() : c_->cols();
    const int p = is_left_ ? me.row : me.col;
    if (in_place_) return in_place_->pieces(k, axis, p);
    const Reading<T> slab(*slab_, Section::all(slab_->shape()), Op::None, k.first, is_left_);
    return slab.pieces(k, axis, p);
  }

 private:
  Section part(Range k) const {
    return is_left_ ? Section{{0, c_->shape().rows}, k} : Section{k, {0, c_->shape().cols}};
  }
  MatrixView<T> target(Range k) {
    return is_left_ ? slab_->view({0, slab_->rows()}, {0, k.size()})
                    : slab_->view({0, k.size()}, {0, slab_->cols()});
  }

  const SlabSource<T>* source_;
  bool is_left_;
  const Layout* c_;
  std::optional<Reading<T>> in_place_;
  std::optional<DistMatrix<T>> slab_;
  bool is_read_by_others_ = false;
};

// This rank's part of C, to which slab after slab is added.
template <class T>
struct Sum {
  Coord me;
  local::Tile<T> c;
  T alpha;
  T beta;  // what becomes of C when the first product is added

  void add(const local::Factor<T>& a, const local::Factor<T>& b) {
    local::gemm(alpha, a, b, beta, c);
    beta = T(1);
  }
};

// C += the products of all pieces of A with the pieces of B of the same k. Ranks begin with
// different ones, so as not to read the same memory at once.
template <Scalar T>
void add_slab(const SlabFactor<T>& a, const SlabFactor<T>& b, Range k, Sum<T>& sum) {
  const auto left = a.pieces(k, sum.me), right = b.pieces(k, sum.me);
  std::vector<std::pair<local::Factor<T>, local::Factor<T>>> products;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const Range ka = left[i].k, kb = right[j].k;
    const Range both{std::max(ka.first, kb.first), std::min(ka.last, kb.last)};
    products.emplace_back(left[i].factor.part(0, both.first - ka.first, sum.c.rows, both.size()),
                          right[j].factor.part(both.first - kb.first, 0, both.size(), sum.c.cols));
    if (ka.last == both.last) ++i;
    if (kb.last == both.last) ++j;
  }
  const std::size_t start = static_cast<std::size_t>(sum.me.row + sum.me.col);
  for (std::size_t n = 0; n < products.size(); ++n) {
    const auto& [x, y] = products[(start + n) % products.size()];
    sum.add(x, y);
  }
}

template <Scalar T>
local::Tile<T> tile_of(const MatrixView<T>& view) {
  const LocalView<T> part = local_part(view);
  return {part.data, part.rows, part.cols, part.col_stride};
}

template <Scalar T>
void sum_slabs(Room& room, SlabFactor<T>& a, SlabFactor<T>& b, Index depth, bool is_shared,
               std::optional<Sum<T>>& sum) {
  const bool is_moved = a.is_moved() || b.is_moved();
  const bool others_read = a.is_read_by_others() || b.is_read_by_others();
  const Index slabs = is_moved ? (depth + widest_slab - 1) / widest_slab : 1;
  const Index width = (depth + slabs - 1) / slabs;
  a.make_slab_of(width);
  b.make_slab_of(width);
  if (others_read) room.meet();
  for (Index first = 0; first < depth; first += width) {
    const Range k{first, std::min(depth, first + width)};
    std::vector<CopyTask<T>> tasks;
    a.bring(k, tasks);
    b.bring(k, tasks);
    copy_all(std::span<const CopyTask<T>>(tasks));
    a.finish(k);
    b.finish(k);
    if (is_moved && is_shared) room.meet();
    if (sum) guarded(room, [&] { add_slab(a, b, k, *sum); });
    if (k.last < depth && is_shared) room.meet();  // before slabs are written again
  }
  if (others_read) room.meet();
}

// Whether the section is dealt as a matrix of its own would be.
bool starts_blocks(const Layout& layout, const Section& section) {
  const auto starts = [](const Axis& axis, Range range) {
    return axis.nprocs == 1 || range.first % axis.block == 0;
  };
  return starts(layout.rows(), section.rows) && starts(layout.cols(), section.cols);
}

template <Scalar T>
bool is_computed_in_place(const MatrixView<T>& c, const Layout& own, Index depth,
                          const ProductShare& share) {
  if (c.matrix().storage_order() != StorageOrder::Fortran) return false;
  if (!starts_blocks(c.layout(), c.section())) return false;
  if (share.grid.size() == 1)
    return own.ranks().grid().size() == 1 && own.ranks().rank_of({0, 0}) == 0;
  return is_even_enough(own, depth, static_cast<int>(share.grid.size()));
}

}  // namespace

template <Scalar T>
std::string multiply(const Product<T>& p, const ProductShare& share) {
  if (share.k_parts > 0) return multiply_split(p, share.k_parts);
  Room& room = Room::of(p.c.comm());
  room.begin(room.ranks());
  const Index depth = p.a.shape().cols;
  const Layout own = ashlar::detail::section_layout(p.c.layout(), p.c.section());
  const bool in_place = is_computed_in_place(p.c, own, depth, share);
  const Layout layout = in_place ? own : block_layout(p.c.shape(), share.grid);
  std::optional<DistMatrix<T>> blocks;
  if (!in_place) blocks.emplace(p.c.comm(), layout, StorageOptions{.init = Init::Uninitialized});

  SlabFactor<T> a(p.a, layout, true, room), b(p.b, layout, false, room);
  std::optional<Sum<T>> sum;
  if (const auto me = layout.ranks().coord_of(room.rank()))
    sum = in_place ? Sum<T>{*me, tile_of(p.c), p.alpha, p.beta}
                   : Sum<T>{*me, tile_of(MatrixView<T>(*blocks)), T(1), T(0)};
  sum_slabs(room, a, b, depth, layout.grid().size() > 1, sum);
  if (!in_place) copy_into(*blocks, p.c, {}, {.alpha = p.alpha, .beta = p.beta});

  const auto where = [](bool is_moved) {
    return is_moved ? "moved in slabs" : "read where it lies";
  };
  return concat("A ", where(a.is_moved()), ", B ", where(b.is_moved()), ", C computed ",
                in_place ? "in its own memory" : concat("as ", layout.to_string()), ".\n");
}

template std::string multiply(const Product<float>&, const ProductShare&);
template std::string multiply(const Product<double>&, const ProductShare&);
template std::string multiply(const Product<c64>&, const ProductShare&);
template std::string multiply(const Product<c128>&, const ProductShare&);

}  // namespace ashlar::node
