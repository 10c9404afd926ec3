// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/move_cost.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/pictures/plan_picture.hpp>

#include "moves.hpp"

namespace ashlar::python {
namespace {

using namespace py::literals;
using AnyPlan = ashlar::detail::AnyPlan;

Transfers make_transfers(const Layout& source, const Layout& target, char op, char uplo,
                         Index diagonal) {
  return Transfers(source, target, {.op = op_of(op), .uplo = uplo_of(uplo), .diagonal = diagonal});
}

/// Plan of a single move of whole matrices.
class Plan {
 public:
  Plan(py::handle comm, Transfers moves, const std::string& dtype, Index max_extra_bytes)
      : moves_(std::move(moves)), dtype_(dtype_of_name(dtype)) {
    const mpi::CommunicatorView own = comm_of(comm);
    const Moves all(moves_);
    plan_ = without_gil([&] {
      return std::make_shared<AnyPlan>(own, std::span(&all, 1), dtype_,
                                       PlanOptions{.max_extra_bytes = max_extra_bytes});
    });
  }

  const Transfers& moves() const { return moves_; }
  DType dtype() const { return dtype_; }
  const AnyPlan& any() const { return *plan_; }

  void run(const View& source, const View& target, const c128& alpha, const c128& beta) {
    const End from = end_of(source);
    const auto to = checked_target("Plan.run", from, end_of(target), alpha, beta);
    without_gil([&] { plan_->run(from.operand, to); });
  }
  PendingMove start(const View& source, const View& target, const c128& alpha, const c128& beta) {
    const End from = end_of(source);
    const auto to = checked_target("Plan.start", from, end_of(target), alpha, beta);
    return without_gil([&] { return plan_->start(from.operand, to); });
  }

 private:
  Transfers moves_;
  DType dtype_;
  std::shared_ptr<AnyPlan> plan_;
};

}  // namespace

void add_plans(py::module_& module) {
  py::class_<Transfers>(module, "Transfers")
      .def(py::init(&make_transfers))
      .def("summary",
           [](const Transfers& moves, int element_bytes) {
             const TransferSummary s = moves.summary(element_bytes);
             return py::dict("elements"_a = s.elements, "elements_kept"_a = s.elements_kept,
                             "messages"_a = s.messages, "max_received"_a = s.max_received,
                             "max_sent"_a = s.max_sent, "imbalance"_a = s.imbalance);
           })
      .def("cost",
           [](const Transfers& moves, int element_bytes, double latency, double bandwidth) {
             return cost_of(moves, element_bytes, {latency, bandwidth}).seconds;
           })
      .def("svg", [](const Transfers& moves, int element_bytes) {
        return pictures::plan_picture(moves, element_bytes).svg();
      });
  py::class_<Plan>(module, "Plan")
      .def(py::init<py::handle, Transfers, const std::string&, Index>())
      .def_property_readonly("moves", &Plan::moves)
      .def_property_readonly("dtype", [](const Plan& plan) { return name_of(plan.dtype()); })
      .def_property_readonly("peak_extra_bytes",
                             [](const Plan& plan) { return plan.any().peak_extra_bytes(); })
      .def("statistics",
           [](const Plan& plan) {
             const PlanStatistics s = plan.any().statistics();
             return py::dict("messages_sent"_a = s.messages_sent,
                             "message_bytes_sent"_a = s.message_bytes_sent,
                             "pulled_bytes"_a = s.pulled_bytes, "node_moves"_a = s.node_moves,
                             "overflows"_a = s.overflows);
           })
      .def("to_string", [](const Plan& plan) { return plan.any().to_string(); })
      .def("run", &Plan::run)
      .def("start", &Plan::start);
  py::class_<PendingMove>(module, "PendingMove")
      .def("test", [](PendingMove& move) { return without_gil([&] { return move.test(); }); })
      .def("wait", [](PendingMove& move) { without_gil([&] { move.wait(); }); })
      .def_property_readonly("is_over", &PendingMove::is_over);
}

}  // namespace ashlar::python
