// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/descriptor.hpp>

#include <algorithm>
#include <map>
#include <tuple>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar {
namespace {

std::string list(const std::vector<int>& dims) {
  std::string text = "{";
  for (std::size_t k = 0; k < dims.size(); ++k) text += concat(k == 0 ? "" : ", ", dims[k]);
  return text + "}";
}

std::vector<int> divisors_of(int n) {
  std::vector<int> small, large;
  for (int d = 1; d <= n / d; ++d) {
    if (n % d != 0) continue;
    small.push_back(d);
    if (d != n / d) large.push_back(n / d);
  }
  small.insert(small.end(), large.rbegin(), large.rend());
  return small;
}

/// True if d^k >= n.
bool power_reaches(int d, int k, int n) {
  std::int64_t power = 1;
  for (; k > 0 && power < n; --k) power *= d;
  return power >= n;
}

/// Lexicographically smallest factorisation into non-increasing factors.
class Splitter {
 public:
  explicit Splitter(int n) : divisors_(divisors_of(n)) {}

  /// `k` factors of `n`, at most `cap`; empty if no such factors exist.
  const std::vector<int>& split(int n, int k, int cap) {
    const auto [entry, is_new] = known_.try_emplace({n, k, cap});
    std::vector<int>& factors = entry->second;
    if (!is_new) return factors;
    if (k == 1) {
      if (n <= cap) factors = {n};
      return factors;
    }
    for (int d : divisors_) {
      if (d > cap) break;
      if (n % d != 0 || !power_reaches(d, k, n)) continue;
      const std::vector<int>& rest = split(n / d, k - 1, d);
      if (rest.empty()) continue;
      factors = {d};
      factors.insert(factors.end(), rest.begin(), rest.end());
      break;
    }
    return factors;
  }

 private:
  std::vector<int> divisors_;
  std::map<std::tuple<int, int, int>, std::vector<int>> known_;  // stable references
};

}  // namespace

std::vector<int> dims_create(int nnodes, std::vector<int> dims) {
  expect(nnodes >= 1, "dims_create: the number of processes is ", nnodes,
         ", but must be at least 1");
  int rest = nnodes;
  int free = 0;
  for (int dim : dims) {
    expect(dim >= 0, "dims_create: ", list(dims), " has the dimension ", dim,
           "; give 0 to have it chosen");
    if (dim == 0) {
      ++free;
      continue;
    }
    expect(rest % dim == 0, "dims_create: ", detail::counted(nnodes, "process", "processes"),
           " cannot fill the fixed dimensions of ", list(dims),
           "; their product must divide the number of processes");
    rest /= dim;
  }
  expect(free > 0 || rest == 1, "dims_create: the product of the dimensions ", list(dims),
         " is not ", nnodes, ", and none of them is 0 to be chosen");
  if (free == 0) return dims;

  constexpr int most_prime_factors = 30;  // of an int; further factors are 1
  const int parts = std::min(free, most_prime_factors);
  std::vector<int> chosen = Splitter(rest).split(rest, parts, rest);
  chosen.resize(static_cast<std::size_t>(free), 1);
  auto next = chosen.begin();
  for (int& dim : dims)
    if (dim == 0) dim = *next++;
  return dims;
}

}  // namespace ashlar
