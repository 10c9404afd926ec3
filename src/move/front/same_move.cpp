// SPDX-License-Identifier: BSD-3-Clause
#include "same_move.hpp"

#include <cstddef>
#include <cstring>

#include <ashlar/base/concat.hpp>

namespace ashlar {
namespace {

/// Adds an op and sections, or axes and boxes for arrays.
void add_move(Fingerprint& print, const auto& moves) {
  add_same(print, moves.source());
  add_same(print, moves.target());
  if constexpr (requires { moves.op(); }) {
    add_same(print, moves.op());
    add_same(print, moves.source_section());
    add_same(print, moves.target_section());
  } else {
    add_same(print, moves.axes());
    add_same(print, moves.source_box());
    add_same(print, moves.target_box());
  }
  add_same(print, moves.moved().uplo);
  add_same(print, moves.moved().diagonal);
}

std::string text_of_move(const auto& moves) {
  const std::string from = same_text(moves.source()), to = same_text(moves.target());
  const std::string triangle =
      concat(", triangle ", to_string(moves.moved().uplo), " from ", moves.moved().diagonal);
  if constexpr (requires { moves.op(); })
    return concat(from, ", ", same_text(moves.source_section()), " -> ", to, ", ",
                  same_text(moves.target_section()), ", op ", to_string(moves.op()), triangle);
  else
    return concat(from, ", box ", same_text(moves.source_box()), " -> ", to, ", box ",
                  same_text(moves.target_box()), ", axes ", same_text(moves.axes()), triangle);
}

}  // namespace

std::string same_text(Transport transport) {
  switch (transport) {
    case Transport::Automatic: return "automatic";
    case Transport::SharedMemory: return "shared memory";
    case Transport::PeerMemory: return "peer memory";
    case Transport::Staged: return "staged";
    case Transport::Messages: return "messages";
    case Transport::Datatypes: return "datatypes";
  }
  return same_number(transport);
}

void add_same(Fingerprint& print, const Moves& moves) {
  add_same(print, moves.is_of_arrays());
  add_same(print, moves.has_placements());
  moves.visit([&](const auto& one) { add_move(print, one); });
}

std::string same_text(const Moves& moves) {
  return moves.visit([](const auto& one) { return text_of_move(one); });
}

namespace detail {

void add_same(Fingerprint& print, const Operand& operand) {
  add_same(print, operand.element);
  add_same(print, operand.number);
  add_same(print, operand.section);
  add_same(print, operand.order);
  if (operand.layout != nullptr) add_same(print, *operand.layout);
  else if (operand.placement != nullptr) add_same(print, *operand.placement);
  else if (operand.array != nullptr) add_same(print, *operand.array);
}
std::string same_text(const Operand& operand) {
  const auto text = [&](const char* kind, const std::string& where) {
    return concat(operand.element.to_string(), kind, operand.number, " (", where, ")");
  };
  if (operand.array != nullptr) return text(" array no. ", same_text(*operand.array));
  if (operand.layout == nullptr && operand.placement == nullptr)
    return text(" matrix no. ", "nowhere");
  return text(" matrix no. ", concat(operand.layout != nullptr ? same_text(*operand.layout)
                                                               : same_text(*operand.placement),
                                     ", ", same_text(operand.section)));
}

void add_same(Fingerprint& print, const Factors& factors) {
  for (const auto& bytes : {factors.alpha, factors.beta})
    for (const std::byte byte : bytes) add_same(print, byte);
}
void add_same(Fingerprint& print, const TypedFactors& typed) { add_same(print, typed.factors); }
std::string same_text(const TypedFactors& typed) {
  if (!typed.element.dtype()) return "no factors";
  return visit_element(*typed.element.dtype(), [&](auto tag) {
    typename decltype(tag)::type alpha, beta;
    std::memcpy(&alpha, typed.factors.alpha.data(), sizeof alpha);
    std::memcpy(&beta, typed.factors.beta.data(), sizeof beta);
    return concat("alpha ", ashlar::same_text(alpha), ", beta ", ashlar::same_text(beta));
  });
}

void add_same(Fingerprint& print, const Ends& ends) {
  add_same(print, *ends.source);
  add_same(print, ends.target->operand);
  add_same(print, ends.target->factors);
}
std::string same_text(const Ends& ends) {
  const Operand& target = ends.target->operand;
  return concat(same_text(*ends.source), " -> ", same_text(target), " by ",
                same_text(TypedFactors{ends.target->factors, target.element}));
}

void add_same(Fingerprint& print, const AnyTask& task) {
  add_same(print, Ends{task.source, task.target});
  add_same(print, *task.options);
}
std::string same_text(const AnyTask& task) {
  return concat(same_text(Ends{task.source, task.target}), ", options: ", same_text(*task.options));
}

}  // namespace detail
}  // namespace ashlar
