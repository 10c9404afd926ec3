// SPDX-License-Identifier: BSD-3-Clause
#include "peers/peers.hpp"

namespace ashlar::bench {

template <class T>
void add_fftw(MethodList&, Operands<T>&) {}

template void add_fftw(MethodList&, Operands<float>&);
template void add_fftw(MethodList&, Operands<double>&);
template void add_fftw(MethodList&, Operands<c128>&);

std::string fftw_version() { return "no FFTW-MPI"; }

}  // namespace ashlar::bench
