// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/components.hpp>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/environment.hpp>

#include "linalg/local/openblas.hpp"
#include "move/kernels/kernels.hpp"

#ifdef ASHLAR_HAS_ELPA
#include <elpa/elpa_version.h>
#endif

#ifdef ASHLAR_HAS_HDF5
#include <hdf5.h>
#endif

#include <zlib.h>

namespace ashlar {
namespace {

std::string scalapack_version() {
  // Optional symbol of ScaLAPACK.
  using Version = void(int* major, int* minor, int* patch);
  auto* const version = local::openblas_function<Version>("pilaver_");
  if (version == nullptr) return {};
  int major = 0, minor = 0, patch = 0;
  version(&major, &minor, &patch);
  const std::string reported = concat(major, ".", minor, ".", patch);
  return reported == "2.0.2" ? "2.0.2 to 2.2.1, which all report 2.0.2" : reported;
}

/// "OpenBLAS 0.3.21 … MAX_THREADS=64, kernels for Cooperlake"
std::string blas_version() {
  using Text = char*();
  auto* const config = local::openblas_function<Text>("openblas_get_config");
  auto* const core = local::openblas_function<Text>("openblas_get_corename");
  if (config == nullptr || core == nullptr) return {};
  return concat(config(), ", kernels for ", core());
}

}  // namespace

std::vector<Component> components() {
  std::vector<Component> found = {{"MPI", mpi::library_version()},
                                  {"ScaLAPACK", scalapack_version()},
                                  {"BLAS", blas_version()}};
#ifdef ASHLAR_HAS_ELPA
  found.push_back({"ELPA", concat("API ", ELPA_API_VERSION)});
#endif
#ifdef ASHLAR_HAS_HDF5
  found.push_back({"HDF5", concat(H5_VERS_MAJOR, ".", H5_VERS_MINOR, ".", H5_VERS_RELEASE)});
#endif
  found.push_back({"zlib", zlibVersion()});
  found.push_back({"instruction set", detail::kernels().name});
  return found;
}

}  // namespace ashlar
