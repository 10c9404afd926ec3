// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/array_transfers.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <ashlar/base/checked_int.hpp>

#include "checked_section.hpp"
#include "share_builder.hpp"

namespace ashlar {
namespace {

std::size_t place(int dimension) { return static_cast<std::size_t>(dimension); }

std::vector<int> checked_axes(std::vector<int> axes, int ndims) {
  if (axes.empty())
    for (int d = 0; d < ndims; ++d) axes.push_back(d);
  expect(static_cast<int>(axes.size()) == ndims, "move: axes has ",
         detail::counted(axes.size(), "number"), ", but the arrays have ",
         detail::counted(ndims, "dimension"), "; give each dimension one");
  std::vector<bool> seen(axes.size(), false);
  for (std::size_t d = 0; d < axes.size(); ++d) {
    expect(axes[d] >= 0 && axes[d] < ndims && !seen[place(axes[d])], "move: axis ", axes[d],
           " of dimension ", d, " is not one of 0 to ", ndims - 1,
           " or stands twice; axes are a permutation of the source's dimensions");
    seen[place(axes[d])] = true;
  }
  return axes;
}

std::vector<Range> checked_box(std::vector<Range> box, const Distribution& array,
                               const char* whose) {
  const auto& axes = array.axes();
  if (box.empty())
    for (const Axis& axis : axes) box.push_back({0, axis.extent});
  expect(box.size() == axes.size(), "move: the box of the ", whose, " has ",
         detail::counted(box.size(), "range"), ", but the array has ",
         detail::counted(axes.size(), "dimension"), "; give each dimension one");
  for (std::size_t d = 0; d < box.size(); ++d)
    expect(0 <= box[d].first && box[d].first <= box[d].last && box[d].last <= axes[d].extent,
           "move: ", box[d].first, ":", box[d].last, " along dimension ", d, " of the ", whose,
           " is not a range inside 0:", axes[d].extent);
  return box;
}

/// Triangle of moved elements in a two-dimensional box.
detail::Triangle checked_triangle(const ArrayTransferOptions& options,
                                  const std::vector<Range>& box) {
  detail::check_letters(Op::None, options.uplo, options.diag);
  if (options.uplo == Uplo::General) return {};
  expect(box.size() == 2, "move: a triangle was asked for of arrays of ",
         detail::counted(box.size(), "dimension"), "; only those of two have triangles");
  // Diagonals beyond the corners are equivalent; the bound excludes overflow of index sums.
  const detail::Triangle triangle{options.uplo,
                                  std::clamp(options.diagonal, -box[0].size(), box[1].size())};
  return options.diag == Diag::Unit ? triangle.strict() : triangle;
}

}  // namespace

detail::DimList detail::wire_order(std::span<const int> axes, StorageOrder source,
                                   StorageOrder target) {
  const int n = static_cast<int>(axes.size());
  DimList order;
  for (int k = 0; k < n; ++k) {
    const int source_dim = source == StorageOrder::Fortran ? k : n - 1 - k;
    order.push_back(static_cast<int>(std::ranges::find(axes, source_dim) - axes.begin()));
  }
  const int fastest = target == StorageOrder::Fortran ? 0 : n - 1;
  int* const turned = std::find(order.begin(), order.end(), fastest);
  if (turned > order.begin() + 1) std::rotate(order.begin() + 1, turned, turned + 1);
  return order;
}

ArrayTransfers::ArrayTransfers(Distribution source, Distribution target,
                               const ArrayTransferOptions& options)
    : source_(std::move(source)), target_(std::move(target)) {
  expect(source_.ndims() == target_.ndims(), "move: the source has ",
         detail::counted(source_.ndims(), "dimension"), ", but the target has ", target_.ndims());
  axes_ = checked_axes(options.axes, target_.ndims());
  source_box_ = checked_box(options.source, source_, "source");
  target_box_ = checked_box(options.target, target_, "target");
  bool is_empty = false;
  for (std::size_t d = 0; d < axes_.size(); ++d) {
    const Index from = source_box_[place(axes_[d])].size(), to = target_box_[d].size();
    expect(from == to, "move: dimension ", d, " of the target takes ",
           detail::counted(to, "index", "indices"), ", but dimension ", axes_[d],
           " of the source, which moves there, gives ", from);
    is_empty = is_empty || to == 0;
  }
  elements_ = is_empty ? 0 : 1;
  // A box has no more elements than its array, whose count fits.
  for (std::size_t d = 0; d < axes_.size() && !is_empty; ++d) elements_ *= target_box_[d].size();
  moved_ = checked_triangle(options, target_box_);
  if (moved_.uplo != Uplo::General)
    elements_ = moved_.count({0, target_box_[0].size()}, {0, target_box_[1].size()});
}

bool ArrayTransfers::is_between(const Distribution& source, const Distribution& target,
                                const ArrayTransferOptions& options) const {
  return source_ == source && target_ == target &&
         axes_ == checked_axes(options.axes, target.ndims()) &&
         source_box_ == checked_box(options.source, source, "source") &&
         target_box_ == checked_box(options.target, target, "target") &&
         moved_ == checked_triangle(options, target_box_);
}

detail::AxisPairing ArrayTransfers::pairing(std::size_t d) const {
  const std::size_t s = place(axes_[d]);
  Index length = target_box_[d].size();
  if (moved_.uplo != Uplo::General) {
    const Shape part = moved_.leading_part({target_box_[0].size(), target_box_[1].size()});
    length = d == 0 ? part.rows : part.cols;
  }
  // An empty move needs no runs, despite long dimensions.
  return {source_.axes()[s], source_box_[s].first, target_.axes()[d], target_box_[d].first,
          elements_ == 0 ? 0 : length};
}

detail::Share ArrayTransfers::sent_by(int rank) const {
  if (rank < 0 || rank >= source_.nprocs() || elements_ == 0) return {};
  return share_of(source_.coords_of(rank), true);
}

detail::Share ArrayTransfers::received_by(int rank) const {
  if (rank < 0 || rank >= target_.nprocs() || elements_ == 0) return {};
  return share_of(target_.coords_of(rank), false);
}

detail::Share ArrayTransfers::share_of(const std::vector<int>& coords, bool sending) const {
  detail::ShareBuilder builder(sending, moved_);
  detail::InlineVector<detail::Cell::Shares, 4> shares;
  for (std::size_t d = 0; d < axes_.size(); ++d)
    shares.push_back(builder.keep(sending ? pairing(d).from_source(coords[place(axes_[d])])
                                          : pairing(d).into_target(coords[d])));
  std::vector<int> other(axes_.size());
  builder.add(0, shares, 1, [&](const detail::DimList& at, int /*copy*/) {
    for (std::size_t d = 0; d < axes_.size(); ++d)
      other[sending ? d : place(axes_[d])] = at[static_cast<int>(d)];
    return std::optional(
        detail::ShareBuilder::Place{(sending ? target_ : source_).rank_of(other), 0});
  });
  return std::move(builder).finish();
}

std::vector<detail::BoxDim> ArrayTransfers::wire_dims(const detail::Box& box, int sender,
                                                      int receiver) const {
  const auto source_extents = source_.local_extents(sender),
             target_extents = target_.local_extents(receiver);
  const auto source_strides = source_.local_strides(sender),
             target_strides = target_.local_strides(receiver);
  std::vector<detail::BoxDim> dims;
  for (const int on_wire :
       detail::wire_order(axes_, source_.storage_order(), target_.storage_order())) {
    const std::size_t d = place(on_wire), s = place(axes_[d]);
    const detail::RunList& runs = box.runs(on_wire);
    detail::BoxDim dim{&runs, 1, runs.count(), source_strides[s], target_strides[d]};
    // Complete dimensions need no runs: local order is global order.
    if (dim.count == source_extents[s] && dim.count == target_extents[d]) {
      dim.runs = nullptr;
      dim.scale = dim.count;
    }
    if (!dims.empty()) {
      detail::BoxDim& last = dims.back();
      if (last.runs == nullptr && dim.source_stride == last.scale * last.source_stride &&
          dim.target_stride == last.scale * last.target_stride) {
        last.runs = dim.runs;
        last.scale *= dim.scale;
        last.count *= dim.count;
        continue;
      }
    }
    dims.push_back(dim);
  }
  return dims;
}

Traffic ArrayTransfers::traffic_of(int rank) const { return detail::traffic_of(*this, rank); }

TransferSummary ArrayTransfers::summary(int element_bytes) const {
  TransferSummary sum;
  sum.elements = elements_;
  sum.element_bytes = element_bytes;
  for (int rank = 0; rank < std::max(source_.nprocs(), target_.nprocs()); ++rank) {
    const Traffic traffic = traffic_of(rank);
    sum.elements_kept += traffic.kept;
    sum.messages += traffic.messages_in;
    sum.max_received = std::max(sum.max_received, traffic.received + traffic.kept);
    sum.max_sent = std::max(sum.max_sent, traffic.sent);
    sum.max_buffered = std::max(sum.max_buffered, traffic.sent + traffic.received);
  }
  if (sum.elements > 0)
    sum.imbalance = static_cast<double>(sum.max_received) * static_cast<double>(target_.nprocs()) /
                    static_cast<double>(sum.elements);
  return sum;
}

}  // namespace ashlar
