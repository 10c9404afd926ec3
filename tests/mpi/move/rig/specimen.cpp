// SPDX-License-Identifier: BSD-3-Clause
#include "specimen.hpp"

#include <algorithm>

namespace ashlar::test {
namespace {

std::unique_ptr<Specimen> make(mpi::CommunicatorView comm, const RandomMove& move, bool is_target) {
  return visit_element(is_target ? move.to : move.from, [&](auto tag) -> std::unique_ptr<Specimen> {
    return std::make_unique<TypedSpecimen<typename decltype(tag)::type>>(comm, move, is_target);
  });
}

}  // namespace

Specimen::Specimen(const RandomMove& move, bool is_target, int rank)
    : move_(move), is_target_(is_target), rank_(rank), extents_(own_blocks(side(), rank)) {}

std::byte* Specimen::take_memory(Index elements) {
  memory_.resize(static_cast<std::size_t>(elements) * size_of(dtype()));
  return memory_.data();
}

std::byte* Specimen::address(const OwnElement& element) const {
  const Block& block = blocks_.at(static_cast<std::size_t>(element.block));
  Index offset = 0;
  for (std::size_t d = 0; d < element.local.size(); ++d)
    offset += element.local[d] * block.strides[d];
  return block.data + offset * static_cast<Index>(size_of(dtype()));
}

void Specimen::fill() {
  const std::size_t size = size_of(dtype());
  for (std::size_t k = 0; k < memory_.size() / size; ++k)
    std::copy_n(padding_value(move_, is_target_, static_cast<Index>(k)).begin(), size,
                memory_.begin() + static_cast<std::ptrdiff_t>(k * size));
  for_each_own(side(), rank_, [&](const OwnElement& element) {
    const Bytes value =
        is_target_ ? target_value(move_, element.global) : source_value(move_, element.global);
    std::copy_n(value.begin(), size, address(element));
  });
}

Index Specimen::count_wrong(const std::function<Expected(const Place&)>& expected) const {
  const std::size_t size = size_of(dtype());
  std::vector<bool> is_element(memory_.size() / size);
  Index wrong = 0;
  for_each_own(side(), rank_, [&](const OwnElement& element) {
    const std::byte* const found = address(element);
    const Expected wanted = expected(element.global);
    Bytes value{};
    std::copy_n(found, size, value.begin());
    const bool is_right =
        value == wanted.bytes ||
        (!wanted.in_bits && number_of(dtype(), value) == number_of(dtype(), wanted.bytes));
    wrong += is_right ? 0 : 1;
    if (!memory_.empty())
      is_element[static_cast<std::size_t>(found - memory_.data()) / size] = true;
  });
  for (std::size_t k = 0; k < is_element.size(); ++k) {
    if (is_element[k]) continue;
    const Bytes padding = padding_value(move_, is_target_, static_cast<Index>(k));
    wrong += std::equal(padding.begin(), padding.begin() + static_cast<std::ptrdiff_t>(size),
                        memory_.begin() + static_cast<std::ptrdiff_t>(k * size))
                 ? 0
                 : 1;
  }
  return wrong;
}

Specimens::Specimens(mpi::CommunicatorView comm, const RandomMove& move) {
  if (!is_in_place(move.verb)) source = make(comm, move, false);
  target = make(comm, move, true);
  fill();
}

void Specimens::fill() const {
  if (source) source->fill();
  target->fill();
}

}  // namespace ashlar::test
