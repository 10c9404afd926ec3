// SPDX-License-Identifier: BSD-3-Clause
// A move of complex elements into a real matrix would lose the imaginary part silently.
// error: fill the target by fill_with
#include <ashlar/move/copy.hpp>

void use(const ashlar::DistMatrix<ashlar::c128>& complex, ashlar::DistMatrix<double>& real,
         ashlar::DistMatrix<ashlar::c128>& also_complex) {
  ashlar::copy_into(real, also_complex);
#ifdef MISTAKE
  ashlar::copy_into(complex, real);
#else
  ashlar::copy_into(complex, also_complex);
#endif
}
