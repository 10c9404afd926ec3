// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/matrix/detail/any_matrix.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "mpi/collective_call.hpp"
#include "same_placement.hpp"

// Matrices and sections as [same] arguments of collective calls.

namespace ashlar {

namespace detail {
inline void add_same(Fingerprint& print, const AnyMatrix& a) {
  add_same(print, a.element);
  add_same(print, a.number());
  add_same(print, a.placement);
}
inline std::string same_text(const AnyMatrix& a) {
  return concat(a.element.to_string(), " matrix no. ", a.number(), " (", a.placement.to_string(),
                ")");
}
}  // namespace detail

template <class T>
void add_same(Fingerprint& print, const MatrixView<T>& a) {
  add_same(print, dtype_of<std::remove_const_t<T>>());
  add_same(print, a.matrix().number());
  add_same(print, a.layout());
  add_same(print, a.section());
}
template <Element T>
void add_same(Fingerprint& print, const DistMatrix<T>& a) {
  add_same(print, detail::const_view(a));
}

template <class T>
std::string same_text(const MatrixView<T>& a) {
  return concat(to_string(dtype_of<std::remove_const_t<T>>()), " matrix no. ", a.matrix().number(),
                " (", a.layout().to_string(), "), ", same_text(a.section()));
}
template <Element T>
std::string same_text(const DistMatrix<T>& a) {
  return same_text(detail::const_view(a));
}

}  // namespace ashlar
