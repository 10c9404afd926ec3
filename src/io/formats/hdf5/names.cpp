// SPDX-License-Identifier: BSD-3-Clause
#include "names.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace ashlar::io::hdf5 {
namespace {

constexpr std::size_t longest_dataset_name = 1000, longest_matlab_name = 63;

// Independent of the locale, unlike std::tolower and std::isalpha.
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
bool is_name_character(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

std::string dataset_name_refusal(const std::string& inside) {
  if (inside.size() > longest_dataset_name) return "is longer than 1000 bytes";
  if (inside.empty() || inside.ends_with('/')) return "ends in no name";
  if (inside.find('\0') != std::string::npos) return "holds a zero byte";
  std::size_t first = inside.front() == '/' ? 1 : 0;
  while (first <= inside.size()) {
    const std::size_t end = std::min(inside.find('/', first), inside.size());
    const std::string_view part = std::string_view(inside).substr(first, end - first);
    if (part.empty()) return "has an empty part";
    if (part == "." || part == "..") return "has a part of dots";
    first = end + 1;
  }
  return "";
}

bool is_matlab_name(const std::string& name) {
  return !name.empty() && name.size() <= longest_matlab_name && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

std::string matlab_name_of(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_name_character(c); }, '_');
  if (name.empty() || !is_letter(name.front())) name.insert(name.begin(), 'x');
  return name.substr(0, longest_matlab_name);
}

}  // namespace ashlar::io::hdf5
