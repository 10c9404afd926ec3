// SPDX-License-Identifier: BSD-3-Clause
// The picture of a layout.
#include <ashlar/pictures/layout_picture.hpp>

int main() {
  const ashlar::Layout layout({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}});
  return ashlar::pictures::layout_picture(layout).svg().starts_with("<svg") ? 0 : 1;
}
