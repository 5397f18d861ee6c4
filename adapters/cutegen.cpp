// cutegen's layouts. A line of input is an operation and its operands, as cutegen writes them: a tiler by mode is
// [4:2;_;(2,4):(1,2)]. The answer is a line, which begins with `error` for a refusal, and is empty where the operation
// does not take such a tiler.
#include <cutegen/cutegen_base_dynamic.hpp>

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace cg = cutegen;

template <class T>
T read(const std::string& text) {
  const auto value = cg::from_string<T>(text);
  if (!value) throw std::invalid_argument("cutegen does not read " + text);
  return *value;
}

template <class T>
std::string written(const T& value) {
  if constexpr (std::is_same_v<T, bool>)
    return value ? "true" : "false";
  else if constexpr (std::is_integral_v<T>)
    return std::to_string(value);
  else if (has_error(value))
    return "error cg_error_t";
  else
    return cg::to_string(value);
}

/// What f makes of the tiler, which is a layout, a shape or a tile.
template <class F>
std::string by_tiler(const std::string& tiler, F f) {
  if (tiler.front() == '[') return written(f(read<cg::tile>(tiler)));
  if (tiler.find(':') != std::string::npos) return written(f(read<cg::layout>(tiler)));
  return written(f(read<cg::shape>(tiler)));
}

std::string answer(const std::string& name, const std::vector<std::string>& operands) {
  const std::string& first = operands.at(0);
  const auto is_layout = [](const std::string& text) { return text.find(':') != std::string::npos; };
  if (!is_layout(first)) {
    const auto shape = read<cg::shape>(first);
    if (name == "rank") return written(rank(shape));
    if (name == "depth") return written(depth(shape));
    if (name == "size") return written(size(shape));
    if (name == "flatten") return written(flatten(shape));
    if (name == "column_major") return written(cg::layout(shape));
    if (name == "row_major") return written(cg::layout(shape, cg::gen_row_major{}));
    const std::string& second = operands.at(1);
    if (name == "congruent") return written(is_congruent(shape, read<cg::shape>(second)));
    if (name == "refines") return written(compatible(read<cg::shape>(second), shape));
    // A coordinate is congruent with its shape, and always a tuple here.
    const auto flat = wrap_if_leaf(flatten(shape));
    if (name == "coordinate") return written(idx2crd(read<cg::int_tuple>(second), flat));
    if (name == "index") return written(crd2idx(read<cg::coord>(second), flat));
    return "";
  }
  const auto a = read<cg::layout>(first);
  if (name == "rank") return written(rank(a));
  if (name == "depth") return written(depth(a));
  if (name == "size") return written(size(a));
  if (name == "cosize") return written(cosize(a));
  if (name == "flatten") return written(flatten(a));
  if (name == "right_inverse") return written(right_inverse(a));
  if (name == "left_inverse") return written(left_inverse(a));
  if (name == "concatenate") {
    std::vector<cg::layout> layouts;
    for (const std::string& operand : operands) layouts.push_back(read<cg::layout>(operand));
    return written(make_layout(layouts));
  }
  if (operands.size() == 1) {
    if (name == "coalesce") return written(coalesce(a));
    if (name == "complement") return written(complement(a));
  }
  const std::string& second = operands.at(1);
  if (name == "apply") return written(a(read<cg::coord>(second)));
  if (name == "coalesce") return written(coalesce(a, read<cg::int_tuple>(second)));
  if (name == "mode") return written(get(a, std::stoull(second)));
  if (name == "complement") return written(complement(a, std::stoll(second)));
  if (name == "upcast") return written(upcast(std::stoll(second), a));
  if (name == "downcast") return written(downcast(std::stoll(second), a));
  if (name == "recast") return written(recast(std::stoi(second), std::stoi(operands.at(2)), a));
  const auto call = [&](auto f) { return by_tiler(second, [&](const auto& b) { return f(a, b); }); };
  if (name == "composition") return call([](const auto& x, const auto& y) { return composition(x, y); });
  if (name == "logical_divide") return call([](const auto& x, const auto& y) { return logical_divide(x, y); });
  if (name == "zipped_divide") return call([](const auto& x, const auto& y) { return zipped_divide(x, y); });
  if (name == "tiled_divide") return call([](const auto& x, const auto& y) { return tiled_divide(x, y); });
  if (name == "flat_divide") return call([](const auto& x, const auto& y) { return flat_divide(x, y); });
  if (name == "zipped_product") return call([](const auto& x, const auto& y) { return zipped_product(x, y); });
  if (name == "tiled_product") return call([](const auto& x, const auto& y) { return tiled_product(x, y); });
  if (name == "flat_product") return call([](const auto& x, const auto& y) { return flat_product(x, y); });
  if (!is_layout(second) || second.front() == '[') return "";
  const auto b = read<cg::layout>(second);
  if (name == "logical_product") return written(logical_product(a, b));
  if (name == "blocked_product") return written(blocked_product(a, b));
  if (name == "raked_product") return written(raked_product(a, b));
  return "";
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    std::vector<std::string> operands;
    for (std::string operand; words >> operand;) operands.push_back(operand);
    try {
      std::cout << answer(name, operands) << std::endl;
    } catch (const std::exception& refusal) {
      std::cout << "error " << refusal.what() << std::endl;
    }
  }
}
