// The walk of colfax algorithm 4.1.1, on integers of any kind.
#pragma once

#include <layoutcheck/notation/integers.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace layoutcheck::algebra::detail {

/// How the entries of T and of U are cut in their mutual refinement.
template <class Number>
struct CommonPieces {
  std::vector<std::vector<Number>> of_first;
  std::vector<std::vector<Number>> of_second;
};

/// The pieces of mutual_refinement(); undefined where there is no mutual refinement.
template <class Number>
Outcome<CommonPieces<Number>> common_pieces(std::vector<Number> first, std::vector<Number> second) {
  const auto text = [](const Number& number) { return digits(number); };
  // What is left of each entry.
  std::vector<Number>& x = first;
  std::vector<Number>& y = second;
  CommonPieces<Number> pieces{std::vector<std::vector<Number>>(x.size()),
                              std::vector<std::vector<Number>>(y.size())};
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() && j < y.size()) {
    const Number step = std::min(x[i], y[j]);
    if (x[i] % step != 0 || y[j] % step != 0) {
      return Undefined{"no mutual refinement: " + text(x[i]) + ", what is left of entry " +
                       std::to_string(i) + " of the first, and " + text(y[j]) +
                       ", what is left of entry " + std::to_string(j) +
                       " of the second, do not divide one another"};
    }
    pieces.of_first[i].push_back(step);
    pieces.of_second[j].push_back(step);
    x[i] /= step;
    y[j] /= step;
    const bool x_ends = x[i] == 1;
    const bool y_ends = y[j] == 1;
    i += x_ends ? 1 : 0;
    j += y_ends ? 1 : 0;
  }
  for (; i < x.size(); ++i) {
    if (x[i] != 1) {
      return Undefined{"no mutual refinement: the second ends before entry " + std::to_string(i) +
                       " of the first"};
    }
    if (!y.empty()) {
      pieces.of_first[i].push_back(1);
      pieces.of_second.back().push_back(1);
    }
  }
  for (; j < y.size(); ++j)
    pieces.of_second[j].push_back(y[j]);
  return pieces;
}

}  // namespace layoutcheck::algebra::detail
