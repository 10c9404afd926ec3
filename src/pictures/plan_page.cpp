// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include "numbered.hpp"
#include "plan_plot.hpp"

namespace ashlar::pictures {
namespace {

constexpr const char* plan_script = R"(
const cells = expand(data.cells), perCell = BigInt(data.perCell), ranks = BigInt(data.ranks);
const extent = [ranks, ranks];
const unit = (index, dim) => index / perCell, first = (unit, dim) => BigInt(unit) * perCell;
function of(rank) {
  const low = rank / perCell * perCell, past = low + perCell > ranks ? ranks : low + perCell;
  return past - low > 1n ? [`ranks ${low} to ${past - 1n}`, ""] : [`rank ${low}`, "s"];
}
const amount = elements =>
  `${elements} element${elements === 1n ? "" : "s"}, ${elements * BigInt(data.elementBytes)} bytes`;
function label(i, j) {
  const from = Number(unit(i, 0)), to = Number(unit(j, 1));
  const [elements, messages] = data.values[cells[from * data.rows + to]].map(BigInt);
  const [sender, s] = of(i), receiver = of(j)[0], stay = BigInt(data.kept[from]);
  if (from === to && perCell === 1n) return `${sender} keeps ${amount(elements)}`;
  if (elements === 0n) return `${sender} send${s} nothing to ${receiver}`;
  return `${sender} send${s} ${amount(elements)} to ${receiver} in ` +
         `${messages} message${messages === 1n ? "" : "s"}` +
         (from === to ? `; of them ${stay} stay on their rank` : "");
}
)";

/// Strings, since JavaScript's numbers have 53 bits.
std::string data_of(const TrafficMap& map, int element_bytes) {
  Numbered cells;
  std::string kept;
  for (int from = 0; from < map.cells(); ++from) {
    kept += concat(from == 0 ? "\"" : ",\"", map.kept(from), '"');
    for (int to = 0; to < map.cells(); ++to)
      cells.add(concat("[\"", map.elements(from, to), "\",\"", map.messages(from, to), "\"]"));
  }
  return concat("\"values\": ", cells.texts(), ",\n\"cells\": ", cells.numbers(), ",\n\"kept\": [",
                kept, "], \"perCell\": ", map.ranks_of(0).size(), ", \"ranks\": ", map.ranks(),
                ", \"elementBytes\": ", element_bytes);
}

}  // namespace

PageParts plan_page(const TrafficMap& map, int element_bytes) {
  return {.title = plan_title,
          .row_word = "from rank",
          .col_word = "to rank",
          .data = data_of(map, element_bytes),
          .script = concat(numbered_script, plan_script)};
}

}  // namespace ashlar::pictures
