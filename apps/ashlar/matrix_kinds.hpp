// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/linalg/given_spectrum.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

// Matrix kinds of `ashlar generate`; docs/gallery.md lists their properties.

namespace ashlar::apps {

struct MatrixKind {
  std::string_view name;
  std::string_view meaning;
  bool is_square = false;
  bool takes_values = false;     ///< needs a list: --values
  bool takes_condition = false;  ///< needs --condition
  bool has_integers = false;     ///< supports integer types
};

std::span<const MatrixKind> matrix_kinds();
/// Nullopt for an unknown kind.
std::optional<MatrixKind> matrix_kind(std::string_view name);

/// Parameters of a kind.
struct KindOptions {
  std::uint64_t seed = 1;
  std::vector<double> values = {};  ///< singular values, eigenvalues, points, coefficients
  std::optional<double> condition = {};
  std::optional<double> parameter =
      {};  ///< rho of kac-murdock-szego, bands of grcar, theta of kahan
  Decay decay = Decay::Geometric;
};

/// @throws ArgumentError if shape, element type or values do not suit the kind
/// @collective over `comm`
template <Element T>
DistMatrix<T> make_matrix(mpi::CommunicatorView comm, const Layout& layout, const MatrixKind& kind,
                          const KindOptions& options);

}  // namespace ashlar::apps
