// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/joint_plan.hpp>

#include <utility>

#include <ashlar/mpi/context.hpp>

#include "move/engine/move_engine.hpp"
#include "move/engine/operand_checks.hpp"

namespace ashlar {

template <Element T>
class JointPlan<T>::Engine final : public detail::MoveEngine<T> {
 public:
  Engine(mpi::Context& context, std::vector<Transfers> moves, const PlanOptions& options)
      : detail::MoveEngine<T>(context, moves, options), moves_(std::move(moves)) {}

  const std::vector<Transfers>& moves() const { return moves_; }

  std::vector<detail::Operands<T>> all_operands(std::span<const MovePair<T>> pairs) const {
    expect(pairs.size() == moves_.size(), "joint plan: made for ", moves_.size(), " moves, but ",
           pairs.size(), " pairs of matrices were given");
    std::vector<detail::Operands<T>> result;
    result.reserve(pairs.size());
    for (const MovePair<T>& pair : pairs)
      result.push_back(this->operands(result.size(), *pair.source, pair.target));
    for (std::size_t k = 0; k < pairs.size(); ++k) check_alone(k, pairs);
    return result;
  }

 private:
  /// What move `writer` writes, no other may read or write.
  void check_alone(std::size_t writer, std::span<const MovePair<T>> pairs) const {
    const void* const written = pairs[writer].target.matrix;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (k == writer) continue;
      const bool is_read =
          pairs[k].source == written &&
          detail::meet(moves_[k].source_section(), moves_[writer].target_section());
      const bool is_written =
          pairs[k].target.matrix == written && detail::write_the_same(moves_[k], moves_[writer]);
      expect(!is_read && !is_written, "joint plan: move ", k, " reads or writes what move ", writer,
             " writes; make them one after the other");
    }
  }

  std::vector<Transfers> moves_;
};

template <Element T>
JointPlan<T>::JointPlan(mpi::CommunicatorView comm, std::vector<Transfers> moves,
                        const PlanOptions& options)
    : engine_(std::make_shared<Engine>(mpi::Context::of(comm), std::move(moves), options)) {}

template <Element T>
JointPlan<T>::JointPlan(JointPlan&&) noexcept = default;
template <Element T>
JointPlan<T>& JointPlan<T>::operator=(JointPlan&&) noexcept = default;
template <Element T>
JointPlan<T>::~JointPlan() = default;

template <Element T>
const std::vector<Transfers>& JointPlan<T>::transfers() const {
  return engine_->moves();
}

template <Element T>
const PlanOptions& JointPlan<T>::options() const {
  return engine_->options();
}

template <Element T>
Index JointPlan<T>::buffer_bytes() const {
  return engine_->buffer_bytes();
}

template <Element T>
Index JointPlan<T>::peak_extra_bytes() const {
  return engine_->peak_extra_bytes();
}

template <Element T>
PlanStatistics JointPlan<T>::statistics() const {
  return engine_->statistics();
}

template <Element T>
void JointPlan<T>::run(std::span<const MovePair<T>> pairs) {
  expect(engine_ != nullptr, "joint plan: it was moved from; use the one that it was moved to");
  engine_->start(engine_->all_operands(pairs));
  engine_->finish();
}

template <Element T>
PendingMove JointPlan<T>::start(std::span<const MovePair<T>> pairs) {
  expect(engine_ != nullptr, "joint plan: it was moved from; use the one that it was moved to");
  return {engine_, engine_->start(engine_->all_operands(pairs))};
}

template class JointPlan<float>;
template class JointPlan<double>;
template class JointPlan<c64>;
template class JointPlan<c128>;
template class JointPlan<std::int8_t>;
template class JointPlan<std::int16_t>;
template class JointPlan<std::int32_t>;
template class JointPlan<std::int64_t>;
template class JointPlan<std::uint8_t>;
template class JointPlan<std::uint16_t>;
template class JointPlan<std::uint32_t>;
template class JointPlan<std::uint64_t>;

}  // namespace ashlar
