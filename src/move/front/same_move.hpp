// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <tuple>

#include <ashlar/layout/moves.hpp>
#include <ashlar/move/copy.hpp>

#include "matrix/same_placement.hpp"
#include "move/pack/move_memory.hpp"
#include "mpi/same_fields.hpp"

namespace ashlar {

inline std::string same_text(Rest rest) {
  return rest == Rest::Untouched ? "untouched" : rest == Rest::Zero ? "zero" : same_number(rest);
}
std::string same_text(Transport transport);

inline auto same_fields(const CopyOptions& o) {
  return std::tuple(
      same_field("op", o.op), same_field("uplo", o.uplo), same_field("diagonal", o.diagonal),
      same_field("diag", o.diag), same_field("rest", o.rest), same_field("axes", o.axes),
      same_field("source", o.source), same_field("target", o.target),
      same_field("transport", o.transport), same_field("piece_bytes", o.piece_bytes),
      same_field("max_extra_bytes", o.max_extra_bytes), same_field("overflow", o.overflow));
}
inline auto same_fields(const PlanOptions& o) {
  return std::tuple(same_field("transport", o.transport), same_field("piece_bytes", o.piece_bytes),
                    same_field("max_extra_bytes", o.max_extra_bytes),
                    same_field("overflow", o.overflow));
}

void add_same(Fingerprint& print, const Moves& moves);
std::string same_text(const Moves& moves);

namespace detail {

/// Adds number and section of the object; its memory is [local].
void add_same(Fingerprint& print, const Operand& operand);
std::string same_text(const Operand& operand);

void add_same(Fingerprint& print, const Factors& factors);
struct TypedFactors {
  Factors factors;
  ElementType element;
};
void add_same(Fingerprint& print, const TypedFactors& typed);
std::string same_text(const TypedFactors& typed);

void add_same(Fingerprint& print, const Ends& ends);
std::string same_text(const Ends& ends);

void add_same(Fingerprint& print, const AnyTask& task);
std::string same_text(const AnyTask& task);

}  // namespace detail
}  // namespace ashlar
