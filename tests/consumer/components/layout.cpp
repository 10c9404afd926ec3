// SPDX-License-Identifier: BSD-3-Clause
// Layouts without MPI.
#include <ashlar/layout/transfers.hpp>

int main() {
  const ashlar::Layout tall({.shape = {100, 40}, .block = {8, 8}, .grid = {4, 1}});
  const ashlar::Layout wide({.shape = {100, 40}, .block = {8, 8}, .grid = {1, 4}});
  return ashlar::Transfers(tall, wide).summary(8).messages > 0 ? 0 : 1;
}
