// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/move_cost.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/pictures/plan_picture.hpp>

#include "moves.hpp"

namespace ashlar::python {
namespace {

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
    const auto [from, to] = ends(source, target, alpha, beta);
    without_gil([&] { plan_->run(from, to); });
  }
  PendingMove start(const View& source, const View& target, const c128& alpha, const c128& beta) {
    const auto [from, to] = ends(source, target, alpha, beta);
    return without_gil([&] { return plan_->start(from, to); });
  }

 private:
  static std::pair<ashlar::detail::Operand, ashlar::detail::Target> ends(const View& source,
                                                                         const View& target,
                                                                         const c128& alpha,
                                                                         const c128& beta) {
    expect_movable(source.dtype(), target.dtype());
    target.expect_writable("Plan.run");
    return {source.operand(), {target.operand(), factors_of(target.dtype(), alpha, beta)}};
  }

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
             py::dict result;
             result["elements"] = s.elements;
             result["elements_kept"] = s.elements_kept;
             result["messages"] = s.messages;
             result["max_received"] = s.max_received;
             result["max_sent"] = s.max_sent;
             result["imbalance"] = s.imbalance;
             return result;
           })
      .def("traffic_of",
           [](const Transfers& moves, int rank) {
             const Traffic t = moves.traffic_of(rank);
             return std::array<Index, 5>{t.sent, t.received, t.kept, t.messages_out, t.messages_in};
           })
      .def("cost",
           [](const Transfers& moves, int element_bytes, double latency, double bandwidth) {
             const MoveCost cost = cost_of(moves, element_bytes, {latency, bandwidth});
             return std::tuple(cost.seconds, cost.rank, cost.messages, cost.bytes);
           })
      .def("to_string", &Transfers::to_string)
      .def("svg", [](const Transfers& moves, int element_bytes) {
        return pictures::plan_picture(moves, element_bytes).svg();
      });
  py::class_<Plan>(module, "Plan")
      .def(py::init<py::handle, Transfers, const std::string&, Index>())
      .def_property_readonly("moves", &Plan::moves)
      .def_property_readonly("dtype", [](const Plan& plan) { return name_of(plan.dtype()); })
      .def_property_readonly("buffer_bytes",
                             [](const Plan& plan) { return plan.any().buffer_bytes(); })
      .def_property_readonly("peak_extra_bytes",
                             [](const Plan& plan) { return plan.any().peak_extra_bytes(); })
      .def("statistics",
           [](const Plan& plan) {
             const PlanStatistics s = plan.any().statistics();
             py::dict result;
             result["messages_sent"] = s.messages_sent;
             result["message_bytes_sent"] = s.message_bytes_sent;
             result["pulled_bytes"] = s.pulled_bytes;
             result["node_moves"] = s.node_moves;
             result["overflows"] = s.overflows;
             return result;
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
