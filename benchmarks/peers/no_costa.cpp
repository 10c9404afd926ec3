// SPDX-License-Identifier: BSD-3-Clause
#include "peers/peers.hpp"

namespace ashlar::bench {

template <class T>
void add_costa(MethodList&, Operands<T>&) {}

template void add_costa(MethodList&, Operands<float>&);
template void add_costa(MethodList&, Operands<double>&);
template void add_costa(MethodList&, Operands<c128>&);

std::string costa_version() { return "no COSTA"; }

}  // namespace ashlar::bench
