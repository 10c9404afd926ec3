// SPDX-License-Identifier: BSD-3-Clause
// A move does not inspect elements, so it cannot find those that do not fit.
// error: convert<To>\(a\) checks each
#include <ashlar/move/copy.hpp>

void use(const ashlar::DistMatrix<double>& source, ashlar::DistMatrix<int>& target,
         ashlar::DistMatrix<double>& floating) {
#ifdef MISTAKE
  ashlar::copy_into(source, target);
#endif
  ashlar::copy_into(source, floating);
  ashlar::copy_into(target, floating);
}
