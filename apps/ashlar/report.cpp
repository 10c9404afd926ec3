// SPDX-License-Identifier: BSD-3-Clause
#include "report.hpp"

#include <fmt/format.h>

#include "standard_input.hpp"

namespace ashlar::apps {

void print(const std::string& text) { fmt::print("{}\n", with_input_named(text)); }

void print(const Json& json) { print(json.dump(2, ' ', false, Json::error_handler_t::replace)); }

void print(mpi::CommunicatorView world, const std::string& text) {
  if (world.rank() == 0) print(text);
}

void print(mpi::CommunicatorView world, const Json& json) {
  if (world.rank() == 0) print(json);
}

std::string describe(Shape shape, DType dtype) {
  return fmt::format("{}x{} {}", shape.rows, shape.cols, to_string(dtype));
}

Json to_json(Shape shape) { return {shape.rows, shape.cols}; }

Json to_json(const Layout& layout) {
  return {{"shape", to_json(layout.shape())},
          {"block", {layout.block().rows, layout.block().cols}},
          {"grid", {layout.grid().rows, layout.grid().cols}},
          {"source", {layout.source().row, layout.source().col}},
          {"order", layout.grid_order() == GridOrder::Row ? "row" : "col"}};
}

Json to_json(const TransferSummary& summary) {
  return {{"elements", summary.elements},         {"elements_kept", summary.elements_kept},
          {"messages", summary.messages},         {"max_sent", summary.max_sent},
          {"max_received", summary.max_received}, {"max_buffered", summary.max_buffered},
          {"imbalance", summary.imbalance},       {"element_bytes", summary.element_bytes}};
}

int fitting_dimensions(const io::FileInfo& info, Shape shape) {
  const bool fits = info.dimensions == 1 ? shape.cols == 1 : shape == Shape{1, 1};
  return fits ? info.dimensions : 2;
}

Steps::Steps(mpi::CommunicatorView world, bool quiet)
    : world_(world), line_(!quiet && world.rank() == 0) {}

void Steps::begin(const std::string& what) {
  line_.begin(with_input_named(what));
  world_.barrier();
  start_ = MPI_Wtime();
}

double Steps::end() {
  world_.barrier();
  line_.end();
  return MPI_Wtime() - start_;
}

}  // namespace ashlar::apps
