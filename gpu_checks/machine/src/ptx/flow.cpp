// The ways between steps.
#include "flow.hpp"

#include "machine.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// Some way from the step to an end; empty if there is none.
std::vector<std::uint32_t> way_to_an_end(const Graph& graph, std::uint32_t from) {
  constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  std::vector<std::uint32_t> came_from(graph.next.size(), nowhere);
  came_from[from] = from;
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (graph.ends[at]) {
      std::vector<std::uint32_t> way{at};
      while (way.back() != from)
        way.push_back(came_from[way.back()]);
      std::ranges::reverse(way);
      return way;
    }
    for (const std::uint32_t next : graph.next[at]) {
      if (came_from[next] != nowhere) continue;
      came_from[next] = at;
      open.push_back(next);
    }
  }
  return {};
}

}  // namespace

Graph graph_of(const Code& code, const Steps& among) {
  const std::size_t count = code.steps.size();
  Graph graph{std::vector<std::vector<std::uint32_t>>(count),
              std::vector<std::vector<std::uint32_t>>(count), Steps(count)};
  for (std::uint32_t at = 0; at < count; ++at) {
    if (!among[at]) continue;
    Ways ways = ways_from(code, at);
    graph.ends[at] = ways.ends;
    for (const std::uint32_t to : ways.next)
      graph.before[to].push_back(at);
    graph.next[at] = std::move(ways.next);
  }
  return graph;
}

Steps reached_in(const std::vector<std::vector<std::uint32_t>>& ways, std::uint32_t from,
                 const Steps& among) {
  Steps reached(among.size());
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t to : ways[at]) {
      if (!among[to] || reached[to]) continue;
      reached[to] = true;
      open.push_back(to);
    }
  }
  return reached;
}

std::vector<std::uint32_t> always_passed(const Graph& graph, std::uint32_t from) {
  // They are on any one way. No other leads around a step of it if from the steps before, and from
  // all that is reached from these beside the way, nothing leads to a later step.
  const std::vector<std::uint32_t> way = way_to_an_end(graph, from);
  std::vector<std::size_t> place(graph.next.size(), 0);  // on the way, from 1 on
  for (std::size_t i = 0; i < way.size(); ++i)
    place[way[i]] = i + 1;
  Steps seen(graph.next.size());
  std::vector<std::uint32_t> passed;
  std::size_t furthest = 0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (i > 0 && furthest == i) passed.push_back(way[i]);
    std::vector<std::uint32_t> open{way[i]};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (graph.ends[at]) furthest = way.size();
      for (const std::uint32_t next : graph.next[at]) {
        if (place[next] != 0) {
          furthest = std::max(furthest, place[next] - 1);
        } else if (!seen[next]) {
          seen[next] = true;
          open.push_back(next);
        }
      }
    }
  }
  return passed;
}

}  // namespace layoutcheck::gpu::ptx
