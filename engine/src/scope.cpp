// Scopes: what is asked of every operation whatever the seed, by the kind of its operands.
#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/engine/scope.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>

namespace layoutcheck::engine {

Tier::Tier(std::string words, std::vector<Product> products)
    : words_(std::move(words)), products_(std::move(products)) {
  for (const Product& product : products_) {
    std::size_t choices = 1;
    for (const auto& list : product)
      choices *= list->size();
    count_ += choices;
  }
  scatter();
}

Tier::Tier(std::string words, std::vector<Operands> choices)
    : words_(std::move(words)),
      choices_(std::make_shared<const std::vector<Operands>>(std::move(choices))),
      count_(choices_->size()) {
  scatter();
}

/// A step of the golden section leaves no beginning of the order with a gap that is wide.
void Tier::scatter() {
  step_ = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(count_) * 0.618));
  while (count_ > 1 && std::gcd(step_, count_) != 1)
    ++step_;
}

Operands Tier::at(std::size_t i) const {
  if (choices_) return choices_->at(i);
  for (const Product& product : products_) {
    std::size_t choices = 1;
    for (const auto& list : product)
      choices *= list->size();
    if (i >= choices) {
      i -= choices;
      continue;
    }
    Operands operands(product.size());
    for (std::size_t place = product.size(); place-- > 0;) {
      const auto& list = *product[place];
      operands[place] = list[i % list.size()];
      i /= list.size();
    }
    return operands;
  }
  throw std::out_of_range("a tier has no such choice");
}

std::size_t Tier::scattered(std::size_t i) const {
  return static_cast<std::size_t>(static_cast<unsigned __int128>(i) * step_ % count_);
}

std::size_t Scope::count() const {
  std::size_t sum = 0;
  for (const Tier& tier : tiers)
    sum += tier.count();
  return sum;
}

namespace {

using Words = std::vector<std::string>;
using List = std::shared_ptr<const std::vector<Value>>;

/// Values with the words that describe them.
struct Group {
  std::string words;
  std::vector<Value> values;

  [[nodiscard]] List list() const { return std::make_shared<const std::vector<Value>>(values); }
};

Words numbers(Int first, Int last) {
  Words all;
  for (Int n = first; n <= last; ++n)
    all.push_back(std::to_string(n));
  return all;
}

Words split(std::string_view text) {
  Words all;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 2, text.size()))) {
    end = text.find("; ");
    all.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
  }
  return all;
}

/// "2 to 8", or "0, 1, 2, 4".
std::string named(const Words& all) {
  const bool is_long = all.size() > 2 && std::ranges::all_of(all.front(), [](char c) {
                         return c >= '0' && c <= '9';
                       });
  const Int first = is_long ? std::stoll(all.front()) : 0;
  if (is_long && all == numbers(first, first + static_cast<Int>(all.size()) - 1))
    return all.front() + " to " + all.back();
  std::string text;
  for (const std::string& word : all)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Each value that a pattern has with a word of the choices in place of each `%`.
void add_filled(std::vector<Value>& values, Sort sort, const std::string& pattern,
                const std::vector<Words>& choices) {
  std::vector<std::size_t> at(choices.size(), 0);
  while (true) {
    std::string text;
    std::size_t next = 0;
    for (const char c : pattern)
      if (c == '%') {
        text += choices[next][at[next]];
        ++next;
      } else {
        text += c;
      }
    values.push_back(parse_value(text, sort));
    std::size_t place = choices.size();
    while (place > 0 && ++at[place - 1] == choices[place - 1].size())
      at[--place] = 0;
    if (place == 0) return;
  }
}

std::vector<Value> listed(Sort sort, std::string_view texts) {
  std::vector<Value> values;
  for (const std::string& text : split(texts))
    values.push_back(parse_value(text, sort));
  return values;
}

Group group(Sort sort, std::string_view texts) {
  std::string words(texts);
  std::ranges::replace(words, ';', ',');
  return {std::move(words), listed(sort, texts)};
}

std::string filled_with(const std::string& brackets, const std::string& mark) {
  std::string text;
  for (const char c : brackets)
    text += c == '*' ? mark : std::string(1, c);
  return text;
}

/// Layouts of these nestings, which are written as profiles, with these extents and strides.
Group layouts(const std::string& words, const Words& nestings, const Words& extents,
              const Words& strides, Sort sort = Sort::layout) {
  Group all;
  for (const std::string& nesting : nestings) {
    const std::string filled = filled_with(nesting, "%");
    const auto entries = static_cast<std::size_t>(std::ranges::count(nesting, '*'));
    std::vector<Words> choices(entries, extents);
    choices.resize(2 * entries, strides);
    add_filled(all.values, sort, filled + ":" + filled, choices);
  }
  all.words = words + ", extents " + named(extents) + ", strides " + named(strides);
  return all;
}

Group modes(std::size_t rank, const Words& extents, const Words& strides) {
  std::string nesting = "(";
  for (std::size_t i = 0; i < rank; ++i)
    nesting += i == 0 ? "*" : ",*";
  return layouts(std::to_string(rank) + (rank == 1 ? " mode" : " modes"), {nesting + ")"}, extents,
                 strides);
}

template <class Test>
Group which(Group group, const std::string& words, Test test) {
  std::erase_if(group.values, [&](const Value& value) { return !test(value); });
  group.words += ", " + words;
  return group;
}

bool has_extent(const Value& layout, Int extent) {
  return std::ranges::count(std::get<Layout>(layout).extents(), extent) > 0;
}

bool has_stride_above(const Value& layout, Int stride) {
  return std::ranges::any_of(std::get<Layout>(layout).strides(), [=](Int d) { return d > stride; });
}

const Words powers{"1", "2", "4", "8"};

/// Layouts of small extents and strides of every relation: divisors, equal, overlapping, a gap.
Group one_mode() {
  return modes(1, numbers(2, 8), numbers(0, 16));
}
Group two_modes() {
  return modes(2, numbers(2, 4), numbers(0, 8));
}
Group no_mode() {
  return layouts("depth 0", {"*"}, numbers(2, 8), numbers(0, 8));
}
Group nested_pairs() {
  return layouts("((a,b)), ((a),b), (a,(b))", {"((*,*))", "((*),*)", "(*,(*))"}, numbers(2, 3),
                 numbers(0, 3));
}
Group nested_triples() {
  return layouts("((a,b),c), (a,(b,c)), ((a,b,c))", {"((*,*),*)", "(*,(*,*))", "((*,*,*))"}, {"2"},
                 {"0", "1", "2", "4"});
}
Group with_ones(std::size_t rank) {
  return which(modes(rank, {"1", "2"}, numbers(0, 2)), "at least one of extent 1",
               [](const Value& layout) { return has_extent(layout, 1); });
}
Group of_size_one() {
  return layouts("size 1", {"*", "(*)", "((*))"}, {"1"}, numbers(0, 3));
}
constexpr std::string_view empty_layouts =
    "():(); (()):(()); ((),()):((),()); ((),2):((),1); (2,()):(1,()); ((),2):((),0); "
    "(2,()):(2,()); "
    "((),1):((),0); (2,(),2):(1,(),2); (2,(),2):(2,(),1); ((2,()),2):((1,()),2)";
Group empty_ones() {
  return {"with an empty tuple, such as ((),2):((),1)", listed(Sort::layout, empty_layouts)};
}

/// The layouts that stand for one operand of several.
struct Small {
  Group one = modes(1, numbers(2, 4), numbers(0, 3));
  Group two = modes(2, numbers(2, 3), numbers(0, 3));
  Group two_of_2 = modes(2, {"2"}, numbers(0, 3));
  Group two_strides = modes(2, numbers(2, 3), numbers(0, 2));
  Group three = modes(3, {"2"}, {"0", "1", "2", "4"});
  Group no = layouts("depth 0", {"*"}, numbers(2, 4), numbers(0, 3));
  Group steps = layouts("depth 0", {"*"}, {"2"}, {"2", "3"});
  Group nested = layouts("((a,b)), ((a,b),c), (a,(b,c))", {"((*,*))", "((*,*),*)", "(*,(*,*))"},
                         {"2"}, {"1", "2", "4"});
  Group long_one = modes(1, {"4", "6", "8", "12"}, {"1", "2"});
  Group ones = with_ones(3);
  Group unit = modes(1, {"2"}, {"1", "2"});
  Group trivial{"trivial ones, such as (), 1:0, (1):(2), (1,2):(3,1)",
                listed(Sort::layout,
                       "():(); 1:0; 1:3; (1):(0); (1):(2); (1,1):(3,0); (1,2):(3,1); (2,1):(1,3); "
                       "((),2):((),1); (2,()):(1,()); (()):(()); ((1),2):((1),1)")};
  Group few{"2:1, 2:3, (4):(1), (2):(2), (2,3):(1,2), (2,2):(2,1)",
            listed(Sort::layout, "2:1; 2:3; (4):(1); (2):(2); (2,3):(1,2); (2,2):(2,1)")};
};

const Small& small() {
  static const Small lists;
  return lists;
}

Tier single(const Group& group) {
  return {group.words, {{group.list()}}};
}

/// All choices of one of each.
Tier product(std::initializer_list<const Group*> groups) {
  std::string words;
  Tier::Product lists;
  const char* names[] = {"A", "B", "C", "D", "E", "F"};
  for (const Group* group : groups) {
    words += (words.empty() ? "" : "; ") + std::string(names[lists.size()]) + ": " + group->words;
    lists.push_back(group->list());
  }
  return {std::move(words), {std::move(lists)}};
}
Tier product(const Group& a, const Group& b) {
  return product({&a, &b});
}
Tier product(const Group& a, const Group& b, const Group& c) {
  return product({&a, &b, &c});
}

std::vector<Tier> of_layouts(bool flat, bool form) {
  std::vector<Tier> tiers{single(one_mode())};
  if (form) {
    tiers.push_back(single(small().two_of_2));
  } else {
    tiers.push_back(single(two_modes()));
    tiers.push_back(single(modes(3, {"2"}, {"0", "1", "2", "3", "4", "6", "8"})));
    tiers.push_back(single(which(modes(3, {"2", "3"}, numbers(0, 2)), "at least one of extent 3",
                                 [](const Value& layout) { return has_extent(layout, 3); })));
    tiers.push_back(single(which(modes(3, {"2"}, {"1", "2", "4", "8", "16", "32"}),
                                 "at least one stride above 8",
                                 [](const Value& layout) { return has_stride_above(layout, 8); })));
    tiers.push_back(single(modes(4, {"2"}, powers)));
  }
  if (!flat) {
    tiers.push_back(single(no_mode()));
    tiers.push_back(single(nested_pairs()));
    tiers.push_back(single(nested_triples()));
  }
  tiers.push_back(single(with_ones(2)));
  tiers.push_back(single(with_ones(3)));
  if (flat) {
    tiers.push_back(single(layouts("1 mode", {"(*)"}, {"1"}, numbers(0, 3))));
    tiers.push_back(single(group(Sort::flat_layout, "():()")));
  } else {
    tiers.push_back(single(of_size_one()));
    tiers.push_back(single(empty_ones()));
  }
  return tiers;
}

std::vector<Tier> of_pairs(bool flat, bool full) {
  const Small& s = small();
  std::vector<Tier> tiers{product(s.one, s.one), product(s.long_one, s.two_of_2)};
  if (full) {
    tiers.push_back(product(s.two, s.one));
    tiers.push_back(
        product(s.long_one, which(s.two_strides, "at least one of extent 3",
                                  [](const Value& layout) { return has_extent(layout, 3); })));
    tiers.push_back(product(s.two_strides, s.two_of_2));
    tiers.push_back(product(s.three, s.one));
    tiers.push_back(product(s.three, s.two_of_2));
    tiers.push_back(product(s.long_one, s.three));
    tiers.push_back(product(s.ones, s.unit));
    if (!flat) {
      for (const Group* first : {&s.two, &s.three, &s.nested})
        tiers.push_back(product(*first, s.no));
      tiers.push_back(product(s.ones, s.steps));
      tiers.push_back(product(s.nested, s.one));
      tiers.push_back(product(s.long_one, s.nested));
    }
  } else {
    tiers.push_back(product(s.two_strides, s.one));
    tiers.push_back(product(s.two_of_2, s.two_of_2));
    tiers.push_back(product(with_ones(2), s.unit));
  }
  if (!flat) {
    tiers.push_back(product(s.no, s.no));
    tiers.push_back(product(s.trivial, s.few));
    tiers.push_back(product(s.few, s.trivial));
    tiers.push_back(product(s.trivial, s.trivial));
  }
  return tiers;
}

/// Tilers that are no layouts.
Group tilers() {
  return group(Sort::tiler,
               "1; 2; 3; 4; (2); (2,2); (1,2); (3,2); (2,1); <2:1>; <2:2>; <_,2>; <2,_>; <2,2:1>; "
               "<2:1,2:1>; <2:2,_>; <_,2:1>; <2:1,3:1>; <3:1,2:2>; <(2):(1),2:1>; "
               "<(2,1):(1,0),_>; <<2,_>,2>; <_,_>; <1,1>; <_>; <>");
}

std::vector<Tier> of_tilers(bool full) {
  const Small& s = small();
  return {product(full ? s.two_strides : s.two_of_2, tilers()), product(s.long_one, tilers()),
          product(layouts("((a,b),c), (a,(b,c))", {"((*,*),*)", "(*,(*,*))"}, {"2"}, powers),
                  group(Sort::tiler, "2; 4; (2,2); <2:1,2:1>; <_,2>; <2,_>; <<2,_>,2>; <<_,2>,_>")),
          product(s.trivial, full ? tilers() : group(Sort::tiler, "1; 2; <1,1>; <2,_>; <_>; <>"))};
}

/// The coordinates with the nesting of a shape.
std::vector<NestedTuple> coordinates_in(const NestedTuple& shape) {
  std::vector<NestedTuple> all;
  Tuple entries(shape.length(), 0);
  while (true) {
    all.emplace_back(entries, shape.profile());
    std::size_t i = 0;
    while (i < entries.size() && ++entries[i] == shape.entries()[i])
      entries[i++] = 0;
    if (i == entries.size()) return all;
  }
}

Int size_of(const NestedTuple& shape) {
  Int size = 1;
  for (const Int entry : shape.entries())
    size *= entry;
  return size;
}

/// All that may be a coordinate, with the first index outside, and flat ones of a nested shape.
std::vector<NestedTuple> places_in(const NestedTuple& shape) {
  std::vector<NestedTuple> all;
  for (Int i = 0; i <= size_of(shape); ++i)
    all.emplace_back(i);
  if (shape.is_entry()) return all;
  for (const NestedTuple& nesting : {shape, NestedTuple::flat(shape.entries())})
    for (NestedTuple& coordinate : coordinates_in(nesting))
      all.push_back(std::move(coordinate));
  return all;
}

/// The same with `_` in places.
std::vector<Tiler> kept_places_in(const NestedTuple& shape) {
  std::vector<Tiler> all{Tiler()};
  if (shape.is_entry()) {
    for (Int i = 0; i < size_of(shape); ++i)
      all.emplace_back(NestedTuple(i));
    return all;
  }
  std::vector<Tiler::Tuple> tuples{{}};
  for (const NestedTuple& mode : shape.modes()) {
    std::vector<Tiler::Tuple> longer;
    for (const Tiler::Tuple& begun : tuples) {
      for (const Tiler& place : kept_places_in(mode)) {
        longer.push_back(begun);
        longer.back().push_back(place);
      }
    }
    tuples = std::move(longer);
  }
  for (Int i = 0; i < size_of(shape); ++i)
    all.emplace_back(NestedTuple(i));
  for (Tiler::Tuple& tuple : tuples)
    all.emplace_back(std::move(tuple));
  return all;
}

NestedTuple shape_in(const Value& value) {
  if (const auto* layout = std::get_if<Layout>(&value)) return layout->shape();
  if (const auto* over = std::get_if<ModuleLayout>(&value)) return over->shape();
  if (const auto* swizzled = std::get_if<SwizzledLayout>(&value)) return swizzled->layout().shape();
  return std::get<NestedTuple>(value);
}

/// All choices of a value and what depends on it; `before` says that the dependent one comes first.
template <class Of>
Tier dependent(const Group& group, const std::string& words, bool before, Of of) {
  std::vector<Operands> all;
  for (const Value& value : group.values) {
    std::vector<Value> seen;
    for (auto& other : of(value)) {
      Value second(std::move(other));
      if (std::ranges::find(seen, second) != seen.end()) continue;
      all.push_back(before ? Operands{second, value} : Operands{value, second});
      seen.push_back(std::move(second));
    }
  }
  return {(before ? "B: " : "A: ") + group.words + "; " + (before ? "A: " : "B: ") + words,
          std::move(all)};
}

Group shapes(const std::string& words, std::string_view texts) {
  return {words, listed(Sort::shape, texts)};
}

const Group& some_shapes() {
  static const Group all =
      shapes("2, 3, 4, 6, 8, 12, one or two modes of 2 to 6, three of 2 and 3, nested ones",
             "2; 3; 4; 6; 8; 12; (2); (3); (4); (6); (2,2); (2,3); (3,2); (2,4); (4,2); (4,3); "
             "(6,2); (2,6); (2,2,2); (2,3,2); (2,(2,2)); ((2,2),2); ((2,3),2); (2,(3,2)); ((2,2)); "
             "((2,3),(2,2)); (2,(2,(2,2)))");
  return all;
}

const Group& trivial_shapes() {
  static const Group all = shapes("1, (), (1), (1,1), (1,2), (2,1), ((),2), (2,()), ((1),2)",
                                  "1; (); (1); (1,1); (1,2); (2,1); ((),2); (2,()); ((1),2)");
  return all;
}

Group flat_only(const Group& group) {
  return which(group, "flat", [](const Value& value) { return shape_in(value).is_flat(); });
}

Group entries(std::string_view words, std::size_t rank, const Words& choices) {
  std::string pattern = "(";
  for (std::size_t i = 0; i < rank; ++i)
    pattern += i == 0 ? "%" : ",%";
  Group all{std::string(words), {}};
  add_filled(all.values, Sort::tuple, pattern + ")", std::vector<Words>(rank, choices));
  return all;
}

Group integers(Int first, Int last, Sort sort = Sort::integer) {
  Group all{named(numbers(first, last)), {}};
  for (const std::string& word : numbers(first, last))
    all.values.push_back(parse_value(word, sort));
  return all;
}

/// Lists of indices: subsets, permutations, one twice, one outside.
Group indices() {
  return {
      "lists of up to three of the indices 0 to 3",
      listed(Sort::flat_tuple,
             "(); (0); (1); (2); (3); (0,1); (1,0); (0,2); (1,2); (2,1); (2,0); (0,0); (0,1,2); "
             "(0,2,1); (1,0,2); (1,2,0); (2,0,1); (2,1,0); (0,1,3)")};
}

Group profiles() {
  return group(Sort::profile, "*; (); (*); (*,*); (*,*,*); ((*,*)); ((*,*),*); (*,(*,*)); ((*),*)");
}

/// Layouts for operations on lists of modes.
Group modes_to_list() {
  Group all{"one to three modes, nested ones, (): strides 1, 2, 4",
            listed(Sort::layout,
                   "():(); 2:1; (2):(1); (3):(2); (2,2):(1,2); (2,3):(3,1); (2,2,2):(1,2,4); "
                   "(2,2,2):(4,2,1); (2,3,4):(1,2,6); (2,2,2,2):(8,4,2,1); ((2,2),2):((1,2),4); "
                   "(2,(2,3)):(6,(3,1)); ((2,2),(2,2)):((1,4),(2,8)); (2,2):(0,1); (1,2):(5,1); "
                   "((),2):((),1)")};
  return all;
}

/// Layouts and the shapes that theirs refine, and multiples of them.
std::vector<Value> shapes_for(const Value& value) {
  const NestedTuple shape = shape_in(value);
  const Int size = size_of(shape);
  std::vector<Value> all{shape, NestedTuple(size), NestedTuple::flat({size}),
                         NestedTuple::flat(shape.entries())};
  std::vector<NestedTuple> sizes;
  for (const NestedTuple& mode : shape.modes())
    sizes.emplace_back(size_of(mode));
  if (!shape.is_entry()) all.emplace_back(NestedTuple::tuple_of(sizes));
  for (const Int factor : {2, 3, 4}) {
    std::vector<NestedTuple> grown = sizes;
    for (NestedTuple& mode : grown) {
      mode = NestedTuple(mode.entries()[0] * factor);
      all.emplace_back(shape.is_entry() ? mode : NestedTuple::tuple_of(grown));
    }
  }
  all.emplace_back(NestedTuple::flat({2, 2}));
  return all;
}

Group to_reshape() {
  const Small& s = small();
  Group all{"depth 0, 1 or 2 modes (extents 2 to 4, strides 0 to 3), nested and trivial ones", {}};
  for (const Group* group : {&s.no, &s.one, &s.two_strides, &s.nested, &s.trivial})
    all.values.insert(all.values.end(), group->values.begin(), group->values.end());
  return all;
}

bool is_over_module(const Value& value) {
  return !reads_as_layout(std::get<ModuleLayout>(value));
}

/// Those that do not read as layouts over the integers.
Group over(const std::string& words, const Words& nestings, const Words& extents,
           const Words& strides) {
  Group all = layouts(words, nestings, extents, strides, Sort::module_layout);
  std::erase_if(all.values, [](const Value& value) { return !is_over_module(value); });
  return all;
}

Words of_bits(Int first, Int last) {
  Words all = numbers(first, last);
  for (std::string& word : all)
    word.insert(0, 1, 'F');
  return all;
}

const Words coordinate_strides{"1@0", "1@1", "2@0", "2@1", "(1@0)+(1@1)"};
const Words signed_strides{"-2", "-1", "1", "2"};

std::vector<Group> modules(bool full) {
  std::vector<Group> all{
      over("depth 0 or 1 mode over XOR", {"*", "(*)"}, {"2", "4", "8"}, of_bits(1, 9)),
      over("2 modes over XOR", {"(*,*)"}, {"2", "4"}, of_bits(1, full ? 8 : 4)),
      over("1 mode over coordinates", {"(*)"}, {"2", "3"}, coordinate_strides),
      over("1 mode of integers", {"(*)"}, {"2", "3"}, {"-3", "-2", "-1"})};
  if (full) {
    all.push_back(over("3 modes over XOR", {"(*,*,*)"}, {"2"}, {"F1", "F2", "F3", "F4", "F8"}));
    all.push_back(over("2 modes over coordinates", {"(*,*)"}, {"2", "3"}, coordinate_strides));
    all.push_back(over("2 modes of integers", {"(*,*)"}, {"2", "3"}, signed_strides));
    all.push_back(over("((a,b),c) over XOR", {"((*,*),*)"}, {"2"}, {"F1", "F2", "F3", "F4"}));
    all.push_back({"trivial ones, such as (1):(F1), (2,()):(F1,())",
                   listed(Sort::module_layout,
                          "1:F1; (1):(F3); (1,2):(F2,F1); (2,1):(F1,F5); (2,()):(F1,()); "
                          "((),2):((),-1); (1,2):(1@1,1@0)")});
  }
  return all;
}

Group swizzled() {
  Group all{"swizzles of up to 2 bits after offsets 0 to 3, after layouts of sizes 8 to 16", {}};
  for (const char* pattern :
       {"Sw<1,0,1> o % o %", "Sw<1,0,2> o % o %", "Sw<1,1,1> o % o %", "Sw<1,0,-1> o % o %",
        "Sw<2,0,2> o % o %", "Sw<2,0,-2> o % o %", "Sw<1,2,1> o % o %"}) {
    add_filled(all.values, Sort::swizzled_layout, pattern,
               {numbers(0, 3),
                {"8:1", "(2,4):(1,2)", "(2,4):(4,1)", "(4,4):(1,4)", "(4,4):(4,1)", "(4,2):(2,1)",
                 "(2,2,2):(1,4,2)", "(4,4):(1,8)", "(3,4):(4,1)"}});
  }
  return all;
}

Group few_swizzled() {
  Group few = swizzled();
  std::erase_if(few.values, [](const Value& value) {
    return size_of(shape_in(value)) > 8 || std::get<SwizzledLayout>(value).offset() > 1;
  });
  few.words = "swizzles of up to 2 bits after offsets 0 and 1, after layouts of size 8";
  return few;
}

Group trivially_swizzled() {
  return group(Sort::swizzled_layout,
               "Sw<0,0,0> o 0 o (2,2):(1,2); Sw<0,0,1> o 1 o 4:1; Sw<1,0,1> o 0 o 1:0; "
               "Sw<1,0,1> o 2 o (2):(0); Sw<1,0,1> o 0 o ():()");
}

std::vector<Tier> with_integers(const Group& first, Int last, std::size_t count) {
  const Group numbers = integers(0, last);
  return {count == 1 ? product(first, numbers) : product(first, numbers, numbers)};
}

/// The lightest choices that the row's own domain enumerates.
Tier lightest(const Statement& row, const std::string& words, const Bounds& bounds) {
  constexpr std::size_t most = 400;
  constexpr std::size_t visits = 100000;
  constexpr std::size_t heaviest = 24;
  std::vector<Operands> all;
  std::size_t reached = 0;
  std::size_t visited = 0;
  for (std::size_t w = 0; w <= std::min(heaviest, row.domain.heaviest); ++w) {
    const std::size_t before = all.size();
    const bool is_whole = row.domain.enumerate(w, {bounds, {}}, [&](const Operands& operands) {
      all.push_back(operands);
      return all.size() <= most && ++visited < visits;
    });
    if (!is_whole) {
      all.resize(before);
      break;
    }
    reached = w;
  }
  return {words + " of a weight up to " + std::to_string(reached), std::move(all)};
}

/// Operations that are about brackets and lists of modes, whatever the strides.
bool is_about_form(const Operation& operation) {
  static const std::set<std::string> names{"rank",    "length",  "depth",           "size",
                                           "flatten", "profile", "shape",           "stride",
                                           "squeeze", "filter",  "is_nondegenerate"};
  return names.contains(operation.name);
}

/// Operations on two layouts that are about both functions, in their simplest arrangement.
bool is_about_both(const Operation& operation) {
  static const std::set<std::string> names{"composition", "logical_divide", "logical_product",
                                           "same_function", "is_complement"};
  return names.contains(operation.name);
}

const Group& threads_and_values() {
  static const Group all = group(
      Sort::layout, "(4,2):(1,4); (4,2):(2,1); ((2,2),2):((1,4),2); (2,4):(1,2); (2,4):(4,1)");
  return all;
}

Group module_tensors() {
  return group(Sort::module_layout,
               "(4,4):(1@0,1@1); (4,4):(1@1,1@0); (8,4):(F1,F9); (4,4):(2@0,(1@0)+(1@1)); "
               "((2,2),4):((1@0,2@0),1@1); (4,4):(-1,4); (2,2):(1@0,0)");
}

Group swizzled_tensors() {
  return group(Sort::swizzled_layout,
               "Sw<1,0,1> o 0 o (4,4):(1,4); Sw<1,0,2> o 1 o (4,4):(4,1); "
               "Sw<2,0,2> o 0 o (8,4):(1,8)");
}

/// A tiled MMA of an atom (2,2,1), and the choices of a tensor and a thread.
std::vector<Tier> of_tiled_mma(const std::string& name, Sort of) {
  const bool is_c = name.ends_with("C_TV") || name.ends_with("_C");
  const Group atom = is_c
                         ? group(Sort::layout, "(4,1):(1,0); (2,2):(1,2); (2,2):(2,1); (1,4):(0,1)")
                         : group(Sort::layout, "(2,1):(1,0); (1,2):(0,1); ((2,2),1):((1,0),0)");
  const Group places = group(Sort::layout,
                             "(4,1,1,1):(1,0,0,0); (4,2,1,1):(1,4,0,0); (4,1,2,1):(1,0,4,0); "
                             "(2,2,2,1):(1,2,4,0); (2,2,2,1):(1,4,2,0); (1,2,1,1):(0,1,0,0)");
  const Group shape = group(Sort::flat_shape, "(2,2,1); (2,1,2); (1,2,2)");
  const Group orders =
      group(Sort::tiler, "<_,_,_>; <4,_,_>; <_,4,_>; <(2,2):(2,1),_,_>; <_,(2,2):(2,1),_>; <>");
  if (name.starts_with("get")) return {product({&atom, &places, &shape, &orders})};
  const Group tensors = of == Sort::swizzled_layout ? swizzled_tensors()
                        : of == Sort::module_layout
                            ? module_tensors()
                            : group(Sort::layout, "(4,4):(1,4); (4,4):(4,1); (8,4):(1,8)");
  const Group thread = integers(0, 2);
  const Group two = group(Sort::layout, "(4,2,1,1):(1,4,0,0); (2,2,2,1):(1,2,4,0)");
  const Group shapes = group(Sort::flat_shape, "(2,2,1); (2,1,2)");
  const Group few = group(Sort::tiler, "<_,_,_>; <(2,2):(2,1),_,_>");
  return {product({&tensors, &atom, &two, &shapes, &few, &thread})};
}

/// Of an operation whose operands are of a kind that is known; else without tiers.
Scope known_scope(const Statement& row) {
  using enum Sort;
  const Small& s = small();
  const auto sorts_are = [&](std::initializer_list<Sort> sorts) {
    return std::ranges::equal(row.domain.sorts, sorts);
  };
  const std::string& name = row.operation->name;
  const bool form = is_about_form(*row.operation);
  const auto tiers_of = [](const std::vector<Group>& groups) {
    std::vector<Tier> tiers;
    for (const Group& group : groups)
      tiers.push_back(single(group));
    return tiers;
  };
  if (sorts_are({layout}))
    return {form ? "the form of a layout" : "a layout", of_layouts(false, form)};
  if (sorts_are({flat_layout}))
    return {form ? "the form of a flat layout" : "a flat layout", of_layouts(true, form)};
  if (sorts_are({layout, layout}) || sorts_are({layout, tiler}) ||
      sorts_are({flat_layout, flat_layout})) {
    const bool flat = row.domain.sorts.front() == flat_layout;
    const bool by_mode = row.domain.sorts.back() == tiler;
    // Of composition the layouts are a row of their own.
    const bool full =
        is_about_both(*row.operation) && !(by_mode && row.operation->family == Family::composition);
    std::vector<Tier> tiers = of_pairs(flat, full);
    if (by_mode)
      for (Tier& tier : of_tilers(is_about_both(*row.operation)))
        tiers.push_back(std::move(tier));
    // A composition with a tiler has all tilers, and few layouts.
    return {std::string(full                                       ? ""
                        : is_about_both(*row.operation) && by_mode ? "all tilers of "
                                                                   : "few of ") +
                (flat      ? "two flat layouts"
                 : by_mode ? "a layout and a tiler"
                           : "two layouts"),
            std::move(tiers)};
  }
  if (sorts_are({layout, positive}) || sorts_are({flat_layout, positive})) {
    const Group n = integers(1, 24, positive);
    const Group divisors = group(positive, "1; 2; 3; 4; 6; 8; 12; 16; 24; 48");
    std::vector<Tier> tiers{
        product(modes(1, numbers(2, 4), numbers(0, 6)), n),
        product(modes(2, numbers(2, 3), numbers(0, 6)), group(positive, "1; 2; 4; 6; 12; 24")),
        product(modes(3, {"2"}, {"0", "1", "2", "4", "8"}), group(positive, "1; 2; 8; 16; 32")),
        product(
            which(modes(3, {"2"}, {"1", "2", "4", "8", "16", "32"}), "at least one stride above 8",
                  [](const Value& layout) { return has_stride_above(layout, 8); }),
            group(positive, "1; 64")),
        product(with_ones(2), divisors)};
    if (row.domain.sorts.front() == layout) {
      tiers.push_back(product(s.no, divisors));
      tiers.push_back(product(s.nested, group(positive, "1; 2; 8; 16")));
      tiers.push_back(product(s.trivial, divisors));
    }
    return {
        row.domain.sorts.front() == layout ? "a layout and a number" : "a flat layout and a number",
        std::move(tiers)};
  }
  if (sorts_are({layout, positive, positive})) {
    const Group units = group(positive, "1; 2; 3; 4; 8; 16");
    return {"a layout and two units",
            {product(modes(1, numbers(2, 4), numbers(0, 4)), units, units),
             product(modes(2, {"2", "4"}, {"0", "1", "2", "3", "8"}), units, units),
             product(s.trivial, group(positive, "1; 2; 3"), group(positive, "1; 2; 4"))}};
  }
  if (sorts_are({layout, shape}))
    return {
        "a layout and a shape",
        {dependent(to_reshape(), "the shapes that A's shape refines, and up to four times as large",
                   false, shapes_for)}};
  if (sorts_are({layout, shape, tuple}))
    return {
        "a layout, a shape and an order",
        {product(group(layout, "2:1; (2):(1); (2,2):(1,2); (2,2):(2,1); (2,3):(3,1); (2,2):(1,4)"),
                 group(shape, "4; (4); (4,4); (4,6); (2,6); (8,3); (4,2,2); (2,2)"),
                 group(tuple, "0; (0); (0,1); (1,0); (0,0); (0,1,2); (2,1,0); (1,0,2)"))}};
  if (name == "relative_mode" && !sorts_are({morphism, shape, integer})) {
    const bool is_layout = row.domain.sorts.front() == layout;
    const Group first = is_layout ? modes_to_list() : some_shapes();
    std::vector<Operands> all;
    for (const Value& value : first.values) {
      const NestedTuple fine = shape_in(value);
      std::vector<NestedTuple> sizes;
      for (const NestedTuple& mode : fine.modes())
        sizes.emplace_back(size_of(mode));
      std::set<NestedTuple> coarse{fine, NestedTuple(size_of(fine)), NestedTuple::flat({2, 2})};
      if (!fine.is_entry()) coarse.insert(NestedTuple::tuple_of(sizes));
      for (const NestedTuple& other : coarse)
        for (Int i = 0; i <= static_cast<Int>(other.length()); ++i)
          all.push_back({value, other, i});
    }
    return {is_layout ? "a layout, a shape and an index" : "two shapes and an index",
            {Tier("A: " + first.words + "; B: the shapes that A's refines; C: each index",
                  std::move(all))}};
  }
  if (sorts_are({layout, tuple}) || sorts_are({tuple, layout})) {
    const bool before = row.domain.sorts.front() == tuple;
    const std::string words = "each index and coordinate, and the first index outside";
    const auto places = [](const Value& value) { return places_in(shape_in(value)); };
    if (name == "filter_zeros") {
      return {"a layout and a profile of zeros",
              {product(s.two_of_2, group(tuple, "0; 1; (0,0); (0,1); (1,0); (1,1)")),
               product(s.one, group(tuple, "0; 1; (0); (1)")),
               product(s.nested, group(tuple, "0; (0,1); (1,0); ((0,1),1); (1,(0,1)); ((0,1))"))}};
    }
    return {
        before ? "a coordinate and a layout" : "a layout and a coordinate",
        {dependent(s.one, words, before, places), dependent(s.two_strides, words, before, places),
         dependent(s.nested, words, before, places), dependent(s.trivial, words, before, places)}};
  }
  if (sorts_are({coordinate, layout}) || sorts_are({coordinate, shape}) ||
      sorts_are({coordinate, swizzled_layout}) || sorts_are({coordinate, module_layout})) {
    const std::string words = "each index and coordinate, with _ in any places";
    const auto places = [](const Value& value) { return kept_places_in(shape_in(value)); };
    const auto of = [&](const Group& group) { return dependent(group, words, true, places); };
    if (row.domain.sorts.back() == layout)
      return {"a coordinate with _ and a layout",
              {of(s.one), of(modes(2, {"2"}, numbers(0, 3))),
               of(layouts("2 modes", {"(*,*)"}, {"3"}, numbers(1, 3))),
               of(layouts("((a,b),c)", {"((*,*),*)"}, {"2"}, {"1", "2"})), of(s.trivial)}};
    if (row.domain.sorts.back() == shape)
      return {"a coordinate with _ and a shape",
              {of(group(shape, "2; 3; (2); (2,2); (2,3); (3,2); ((2,2),2); (2,(2,3)); (2,2,2)")),
               of(trivial_shapes())}};
    if (row.domain.sorts.back() == module_layout) {
      std::vector<Tier> tiers{of(module_tensors())};
      for (const Group& group : modules(false))
        tiers.push_back(of(group));
      return {"a coordinate with _ and a layout over a module", std::move(tiers)};
    }
    return {"a coordinate with _ and a swizzled layout",
            {of(group(swizzled_layout,
                      "Sw<1,0,1> o 0 o (2,4):(1,2); Sw<1,0,2> o 1 o (2,4):(4,1); "
                      "Sw<1,1,1> o 2 o (4,4):(1,4); Sw<2,0,2> o 0 o (4,4):(4,1); "
                      "Sw<1,0,-1> o 0 o (2,2,2):(1,2,4); Sw<1,0,1> o 3 o 8:1"))}};
  }
  if (sorts_are({layout, tiler, coordinate})) {
    return {
        "a layout, a tiler and a coordinate",
        {product(
            group(layout,
                  "(4,4):(1,4); (4,4):(4,1); (4,6):(1,4); (8,4):(1,16); 8:1; 8:2; (8):(3); "
                  "((2,2),4):((1,8),2); (4,3):(3,1); (2,2):(0,1)"),
            group(tiler, "2; (2); (2,2); (4,2); <2,_>; <2:2,2:1>; 4:1; 2:2; <2:1>; 1"),
            group(coordinate, "0; 1; (0,0); (1,1); (1,0); _; <_,0>; <1,_>; (0); <0,_>; (0,1)"))}};
  }
  if (sorts_are({layout, layout, integer})) {
    if (name == "local_partition")
      return {"a layout, threads and one of them",
              {product(group(layout,
                             "(4,4):(1,4); (4,4):(4,1); (4,6):(1,4); 8:1; (8):(2); "
                             "((2,2),4):((1,8),2); (2,2):(0,1)"),
                       group(layout,
                             "2:1; (2):(1); 4:1; (2,2):(1,2); (2,2):(2,1); (1,2):(0,1); "
                             "(2,1):(1,0); (4,2):(1,4); (4,2):(2,1)"),
                       integers(0, 8))}};
    return {"two layouts and a rank", {product(modes_to_list(), s.few, integers(0, 5))}};
  }
  if (sorts_are({shape, shape, integer}))
    return {"two shapes and a rank",
            {product(some_shapes(), group(shape, "2; (3); (2,3); ((2),3)"), integers(0, 5))}};
  if (sorts_are({layout, integer, layout}))
    return {"a layout, an index and a layout", {product(modes_to_list(), integers(0, 4), s.few)}};
  if (sorts_are({shape, integer, shape}))
    return {"a shape, an index and a shape",
            {product(some_shapes(), integers(0, 4), group(shape, "2; (3); (2,3); ()"))}};
  if (sorts_are({layout, integer, integer}))
    return {"a layout and two indices", with_integers(modes_to_list(), 4, 2)};
  if (sorts_are({shape, integer, integer}))
    return {"a shape and two indices", with_integers(some_shapes(), 4, 2)};
  if (sorts_are({layout, integer}))
    return {"a layout and an index", with_integers(to_reshape(), 4, 1)};
  if (sorts_are({shape, integer}))
    return {"a shape and an index",
            {product(some_shapes(), integers(0, 12)), product(trivial_shapes(), integers(0, 2))}};
  if (sorts_are({layout, flat_tuple}) || sorts_are({flat_layout, flat_tuple})) {
    const Group first =
        row.domain.sorts.front() == layout ? modes_to_list() : flat_only(modes_to_list());
    return {
        row.domain.sorts.front() == layout ? "a layout and indices" : "a flat layout and indices",
        {product(first, indices())}};
  }
  if (sorts_are({shape, flat_tuple}) && name == "index")
    return {"a shape and a flat coordinate",
            {dependent(some_shapes(), "each flat coordinate, and the first outside", false,
                       [](const Value& value) {
                         const NestedTuple flat = NestedTuple::flat(shape_in(value).entries());
                         std::vector<NestedTuple> all = coordinates_in(flat);
                         all.push_back(flat);
                         return all;
                       })}};
  if (sorts_are({shape, flat_tuple}) || sorts_are({flat_shape, flat_tuple})) {
    const Group first =
        row.domain.sorts.front() == shape ? some_shapes() : flat_only(some_shapes());
    return {row.domain.sorts.front() == shape ? "a shape and indices" : "a flat shape and indices",
            {product(first, indices())}};
  }
  if (sorts_are({layout, profile}) || sorts_are({flat_layout, profile})) {
    const bool flat = row.domain.sorts.front() == flat_layout;
    return {flat ? "a flat layout and a profile" : "a layout and a profile",
            {product(flat ? flat_only(modes_to_list()) : modes_to_list(), profiles())}};
  }
  if (sorts_are({shape, profile}) || sorts_are({flat_shape, profile})) {
    const bool flat = row.domain.sorts.front() == flat_shape;
    return {flat ? "a flat shape and a profile" : "a shape and a profile",
            {product(flat ? flat_only(some_shapes()) : some_shapes(), profiles()),
             product(flat ? flat_only(trivial_shapes()) : trivial_shapes(), profiles())}};
  }
  if (sorts_are({shape}))
    return {"a shape",
            {single(some_shapes()), single(trivial_shapes()),
             single(which({"3 modes of 2 to 4", entries("", 3, numbers(2, 4)).values},
                          "one of 4 or a first one of 3", [](const Value& value) {
                            const NestedTuple of = shape_in(value);
                            return std::ranges::count(of.entries(), 4) > 0 || of.entries()[0] == 3;
                          }))}};
  if (sorts_are({shape, shape}) || sorts_are({flat_shape, flat_shape})) {
    const bool flat = row.domain.sorts.front() == flat_shape;
    const Group some = flat ? flat_only(some_shapes()) : some_shapes();
    const Group trivial = flat ? flat_only(trivial_shapes()) : trivial_shapes();
    const Group few =
        flat ? group(shape, "(2); (4); (2,3)") : group(shape, "2; (4); (2,3); (2,(2,3))");
    return {flat ? "two flat shapes" : "two shapes",
            {product(some, some), product(trivial, few), product(few, trivial),
             product(trivial, trivial)}};
  }
  if (sorts_are({tuple, tuple})) {
    const Group two = entries("2 entries of 0 to 2", 2, numbers(0, 2));
    const Group three = entries("3 entries of 0 and 1", 3, numbers(0, 1));
    const Group nested = group(tuple,
                               "0; 1; 2; (0); (1); (2); (); (0,(1,2)); (0,(2,1)); ((0,1),2); "
                               "((1,0),2); (1,(0,0)); ((0,1),1)");
    return {"two tuples",
            {product(two, two), product(three, three), product(nested, nested), product(two, three),
             product(three, two)}};
  }
  if (sorts_are({tuple, shape})) {
    const auto places = [](const Value& value) { return places_in(shape_in(value)); };
    const std::string words = "each index and coordinate, and the first index outside";
    return {"a coordinate and a shape",
            {dependent(some_shapes(), words, true, places),
             dependent(trivial_shapes(), words, true, places)}};
  }
  if (sorts_are({tuple, shape, shape}))
    return {"a coordinate and two shapes",
            {product(group(tuple, "0; 1; 3; 5; (0); (1,1); (0,1); (1,2); ((1,0),1); (1,(0,1))"),
                     group(shape, "4; 6; (4); (2,2); (2,3); (3,2); ((2,2),2); (2,(2,2))"),
                     group(shape, "4; 6; (4); (2,2); (2,3); (3,2); ((2,2),2); (2,(2,2)); (2,4)"))}};
  if (sorts_are({module_layout})) return {"a layout over a module", tiers_of(modules(true))};
  if (sorts_are({module_layout, layout}) || sorts_are({module_layout, tiler}) ||
      sorts_are({module_layout, positive}) || sorts_are({module_layout, tuple})) {
    const Sort second = row.domain.sorts.back();
    std::vector<Tier> tiers;
    for (const Group& group : modules(false)) {
      if (second == layout || second == tiler) {
        tiers.push_back(product(group, s.one));
        tiers.push_back(product(group, s.two_of_2));
        tiers.push_back(product(group, engine::group(layout, "2:1; 2:3; (2,3):(1,2)")));
        if (second == tiler) tiers.push_back(product(group, tilers()));
      } else if (second == positive) {
        tiers.push_back(product(group, engine::group(positive, "1; 2; 4; 8; 16; 6")));
      } else {
        tiers.push_back(dependent(group, "each index and coordinate", false,
                                  [](const Value& value) { return places_in(shape_in(value)); }));
      }
    }
    return {second == layout     ? "a layout over a module and a layout"
            : second == tiler    ? "a layout over a module and a tiler"
            : second == positive ? "a layout over a module and a number"
                                 : "a layout over a module and a coordinate",
            std::move(tiers)};
  }
  if (sorts_are({swizzled_layout}))
    return {"a swizzled layout", {single(swizzled()), single(trivially_swizzled())}};
  if (sorts_are({swizzled_layout, tuple})) {
    const auto places = [](const Value& value) { return places_in(shape_in(value)); };
    return {"a swizzled layout and a coordinate",
            {dependent(few_swizzled(), "each index and coordinate", false, places)}};
  }
  if (sorts_are({swizzled_layout, tiler}))
    return {"a swizzled layout and a tiler",
            {product(few_swizzled(), tilers()), product(few_swizzled(), s.few),
             product(trivially_swizzled(), tilers())}};
  if (sorts_are({swizzled_layout, shape}))
    return {"a swizzled layout and a shape",
            {dependent(few_swizzled(),
                       "the shapes that A's shape refines, and up to four times as large", false,
                       shapes_for)}};
  if (sorts_are({module_layout, shape})) {
    std::vector<Tier> tiers;
    for (const Group& group : modules(true))
      tiers.push_back(dependent(group,
                                "the shapes that A's shape refines, and up to four times as large",
                                false, shapes_for));
    return {"a layout over a module and a shape", std::move(tiers)};
  }
  if (sorts_are({tuple, module_layout}))
    return {"a coordinate and a layout over a module",
            {dependent(module_tensors(), "each index and coordinate", true,
                       [](const Value& value) { return places_in(shape_in(value)); })}};
  if (sorts_are({module_layout, layout, integer}))
    return {"a tensor over a module, threads and one of them",
            {product(module_tensors(),
                     group(layout,
                           "2:1; (2):(1); 4:1; (2,2):(1,2); (2,2):(2,1); (1,2):(0,1); (4,2):(2,1)"),
                     integers(0, 8))}};
  if (sorts_are({module_layout, tiler, coordinate}))
    return {"a tensor over a module, a tiler and a coordinate",
            {product(module_tensors(),
                     group(tiler, "2; (2); (2,2); (4,2); <2,_>; <2:2,2:1>; 4:1; 2:2; <2:1>; 1"),
                     group(coordinate,
                           "0; 1; (0,0); (1,1); (1,0); _; <_,0>; <1,_>; (0); <0,_>; (0,1)"))}};
  if (sorts_are({swizzled_layout, layout, integer}))
    return {
        "a swizzled layout, threads and one of them",
        {product(few_swizzled(),
                 group(layout, "2:1; (2):(1); (2,2):(1,2); (2,2):(2,1); (1,2):(0,1); (2,4):(1,2)"),
                 integers(0, 8))}};
  if (sorts_are({module_layout, shape, tuple}))
    return {"a layout over a module, a shape and an order",
            {product(module_tensors(), group(shape, "(8,8); (4,4); (4,8); (2,2,8); (2,2); 16; (8)"),
                     group(tuple, "0; (0); (0,1); (1,0); (0,0); (0,1,2); (2,1,0)"))}};
  if (sorts_are({swizzled_layout, shape, tuple}))
    return {"a swizzled layout, a shape and an order",
            {product(few_swizzled(), group(shape, "8; (8); (8,8); (4,4); (4,8); (2,2,8); (2,2)"),
                     group(tuple, "0; (0); (0,1); (1,0); (0,0); (0,1,2); (2,1,0)"))}};
  if (sorts_are({swizzled_layout, tiler, coordinate}))
    return {
        "a swizzled layout, a tiler and a coordinate",
        {product(few_swizzled(), group(tiler, "2; (2); (2,2); (1,2); <2,_>; <2:2,2:1>; 4:1; 2:2"),
                 group(coordinate, "0; 1; (0,0); (1,1); (1,0); _; <_,0>; <1,_>; (0); <0,_>"))}};
  if (sorts_are({swizzled_layout, positive}))
    return {"a swizzled layout and a number",
            {product(swizzled(), group(positive, "1; 2; 3; 4")),
             product(trivially_swizzled(), group(positive, "1; 2; 3; 4"))}};
  if (sorts_are({swizzled_layout, positive, positive})) {
    const Group units = group(positive, "1; 2; 4");
    return {"a swizzled layout and two units", {product(swizzled(), units, units)}};
  }
  if (sorts_are({swizzled_layout, layout}))
    return {"a swizzled layout and a layout",
            {product(swizzled(),
                     group(layout, "8:1; (2,4):(1,2); (4,4):(1,4); (4,4):(4,1); (2):(1)"))}};
  if (sorts_are({layout, swizzled_layout}))
    return {
        "a layout and a swizzled layout",
        {product(group(layout,
                       "16:1; 32:1; (4,4):(4,1); (2,2,2,2):(8,1,4,2); (4,8):(8,1); (8,4):(1,9); "
                       "(3,6):(6,1); (4,4):(1,0); (2,8):(4,1); (16):(3)"),
                 swizzled()),
         product(group(layout, "16:1; (4,4):(4,1); 1:0; (2,2,2):(0,1,2)"), trivially_swizzled())}};
  if (sorts_are({module_layout, swizzled_layout}))
    return {
        "a layout over a module and a swizzled layout",
        {product(
             group(module_layout,
                   "32:F1; (4,8):(F8,F1); (4,4):(F5,F2); (2,2,2,2):(F3,F1,F0,F8); (8,4):(F0,F7); "
                   "(4,8):(1@0,1@1); (2,2,2,2):(1@0,1@1,1@0,0); (16):(1@0); (4,4):(-1,1)"),
             swizzled()),
         product(modules(false).front(), trivially_swizzled())}};
  if (sorts_are({swizzled_layout, swizzled_layout})) {
    const Group second = group(swizzled_layout,
                               "Sw<1,0,1> o 0 o 8:1; Sw<1,0,2> o 0 o (2,4):(1,2); "
                               "Sw<2,0,2> o 0 o (4,4):(1,4); Sw<1,0,1> o 1 o 8:1");
    return {"two swizzled layouts", {product(swizzled(), second)}};
  }
  if (sorts_are({flat_tuple}))
    return {"a list of numbers",
            {single(entries("1 entry of 0 to 16", 1, numbers(0, 16))),
             single(entries("2 entries of 0 to 8", 2, numbers(0, 8))),
             single(entries("3 entries of 0 to 4", 3, numbers(0, 4))),
             single(group(flat_tuple, "()"))}};
  if (name == "get_layoutS_TV")
    return {"an atom's threads and values",
            {product(threads_and_values(), threads_and_values(), threads_and_values())}};
  const Sort tensor = row.domain.sorts.front();
  const std::string kind_of_tensor = tensor == swizzled_layout ? "a swizzled tensor"
                                     : tensor == module_layout ? "a tensor over a module"
                                                               : "a tensor";
  if (name == "partition_S") {
    const Group tensors = tensor == swizzled_layout ? swizzled_tensors()
                          : tensor == module_layout
                              ? module_tensors()
                              : group(layout,
                                      "(4,4):(1,4); (4,4):(4,1); (8,4):(1,8); (4,2):(1,4); "
                                      "((2,2),4):((1,8),2)");
    const Group tiles = group(tiler, "(4,2); (2,4); (2,2); <4:1,2:1>; 8; <2:2,_>");
    const Group thread = integers(0, 4);
    return {kind_of_tensor + ", a tiler, threads and values, and a thread",
            {product({&tensors, &tiles, &threads_and_values(), &thread})}};
  }
  if (row.domain.sorts.size() >= 4) {
    return {"operands of " + name + (tensor == layout ? "" : " of " + kind_of_tensor),
            of_tiled_mma(name, tensor)};
  }
  return {};
}

/// Of any row, by the enumerator of its domain.
Scope enumerated_scope(const Statement& row) {
  const Tier all = lightest(row, "all", {});
  Bounds bounds;
  bounds.nontrivial = true;
  bounds.rank = 2;
  bounds.depth = 2;
  bounds.extent = 3;
  Tier more =
      lightest(row, "all without trivial operands, of extents to 3 and at most 2 modes,", bounds);
  // What is in the first is left out of the second.
  std::set<Operands> known;
  for (std::size_t i = 0; i < all.count(); ++i)
    known.insert(all.at(i));
  std::vector<Operands> rest;
  for (std::size_t i = 0; i < more.count(); ++i)
    if (!known.contains(more.at(i))) rest.push_back(more.at(i));
  std::vector<Tier> tiers{all};
  if (!rest.empty()) tiers.emplace_back(more.words(), std::move(rest));
  return {"operands of " + std::string(row.id), std::move(tiers)};
}

}  // namespace

const Scope& scope_of(const Statement& row) {
  static std::mutex mutex;
  static std::map<const Statement*, std::shared_ptr<const Scope>> scopes;
  static std::map<std::string, std::shared_ptr<const Scope>> kinds;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const Scope>& scope = scopes[&row];
  if (scope) return *scope;
  Scope found = row.operation == nullptr ? Scope() : known_scope(row);
  if (found.tiers.empty()) found = enumerated_scope(row);
  // Rows of a kind share one.
  std::shared_ptr<const Scope>& shared = kinds[found.kind];
  if (!shared) shared = std::make_shared<const Scope>(std::move(found));
  scope = shared;
  return *scope;
}

}  // namespace layoutcheck::engine
