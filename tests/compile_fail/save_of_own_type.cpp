// SPDX-License-Identifier: BSD-3-Clause
// NumPy could not read the elements.
// error: matrix files have no such element type
#include <ashlar/io/files.hpp>

void use(const ashlar::DistMatrix<bool>& flags, const ashlar::DistMatrix<double>& numbers) {
#ifdef MISTAKE
  ashlar::io::save("flags.npy", flags);
#else
  (void)flags;
#endif
  ashlar::io::save("numbers.npy", numbers);
}
