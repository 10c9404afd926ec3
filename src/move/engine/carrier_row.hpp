// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "move/pack/transport.hpp"

namespace ashlar::detail {

/// Several moves, each with a carrier of its own.
template <class T>
class CarrierRow final : public Carrier<T> {
 public:
  using Carriers = std::vector<std::unique_ptr<Carrier<T>>>;

  explicit CarrierRow(Carriers carriers) : carriers_(std::move(carriers)) {}

  Index buffer_bytes() const override {
    Index bytes = 0;
    for (const auto& carrier : carriers_) bytes += carrier->buffer_bytes();
    return bytes;
  }

  PlanStatistics statistics() const override {
    PlanStatistics sum;
    for (const auto& carrier : carriers_) sum = sum + carrier->statistics();
    return sum;
  }

  void start(std::span<const Operands<T>> operands) override {
    for (std::size_t k = 0; k < carriers_.size(); ++k) carriers_[k]->start(operands.subspan(k, 1));
  }

  bool progress() override {
    bool are_over = true;
    for (const auto& carrier : carriers_) are_over = carrier->progress() && are_over;
    return are_over;
  }

  void finish() override {
    for (const auto& carrier : carriers_) carrier->finish();
  }

 private:
  Carriers carriers_;
};

}  // namespace ashlar::detail
