// The statements on what layouts are (colfax 2.3.1).
//
// Most of them say what an operation does to the text of a shape and a stride, and are checked
// there.
#include "as_printed/categories.hpp"
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

#include <ranges>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

// ---- Domains

/// S and D of a layout, and pairs that are just none.
Domain shapes_and_strides() {
  return make_domain("a tuple S and a tuple D", {Sort::tuple, Sort::tuple},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout layout = draw_layout(entropy, size);
                       Tuple extents = layout.extents();
                       Tuple strides = layout.strides();
                       if (entropy.chance(15) && !extents.empty())
                         extents[entropy.below(extents.size())] = 0;
                       if (entropy.chance(8)) strides.push_back(1);
                       const bool same = strides.size() == extents.size() && entropy.chance(75);
                       const Profile profile =
                           same ? layout.profile() : draw_profile(entropy, strides.size());
                       return {NestedTuple(std::move(extents), layout.profile()),
                               NestedTuple(std::move(strides), profile)};
                     });
}

/// L flat, P, mostly with len(P) = len(L).
Operands draw_with_profile(Entropy& entropy, int size) {
  Layout layout = draw_layout(entropy, size, true);
  const std::size_t length = layout.length() + (entropy.chance(8) ? 1 : 0);
  return {std::move(layout), draw_profile(entropy, length)};
}

Domain flat_layout_with_profile() {
  return make_domain("a flat layout and a profile of its length",
                     {Sort::flat_layout, Sort::profile}, draw_with_profile);
}

/// L', P, and a layout, mostly L'_P.
Domain flat_layout_with_profile_and_layout() {
  return make_domain("a flat layout L', a profile P of its length, and a layout, mostly L'_P",
                     {Sort::flat_layout, Sort::profile, Sort::layout},
                     [](Entropy& entropy, int size) {
                       Operands operands = draw_with_profile(entropy, size);
                       const auto& flat = std::get<Layout>(operands[0]);
                       const auto& profile = std::get<Profile>(operands[1]);
                       const bool other = entropy.chance(15) || profile.length() != flat.length();
                       operands.emplace_back(mostly(
                           entropy, Layout(other ? draw_profile(entropy, flat.length()) : profile,
                                           flat.extents(), flat.strides())));
                       return operands;
                     });
}

/// Two layouts, mostly with equal profiles or equal flattenings.
Domain layouts_alike() {
  return make_domain("two layouts of mostly equal length", {Sort::layout, Sort::layout},
                     [](Entropy& entropy, int size) -> Operands {
                       Layout a = draw_layout(entropy, size);
                       if (entropy.chance(40)) return {a, draw_strides(entropy, a.shape())};
                       if (entropy.chance(60)) {
                         Profile profile = draw_profile(entropy, a.length());
                         return {a, Layout(std::move(profile), a.extents(), a.strides())};
                       }
                       return {std::move(a), draw_layout(entropy, size)};
                     });
}

// ---- 2.3.1

bool is_read(const std::string& text) {
  try {
    return to_string(parse_layout(text)) == text;
  } catch (const ParseError&) {
    return false;
  }
}

Result check_2_3_1_1(const NestedTuple& shape, const NestedTuple& stride) {
  const std::string s = to_string(shape);
  const std::string d = to_string(stride);
  const bool is_built = is_accepted([&] { Layout(shape, stride); });
  // Strides are not negative.
  const std::size_t digit = d.find_first_of("0123456789");
  const bool reads_negative =
      digit != std::string::npos && is_read(s + ":" + std::string(d).insert(digit, "-"));
  return agree<bool>({{"it is a layout", brackets_in(s) == brackets_in(d) &&
                                             std::ranges::count(numbers_in(s), "0") == 0},
                      {"it is built", is_built},
                      {"it is read", is_read(s + ":" + d)}})
      .then([&] {
        return all_hold(
            {{!is_built || Layout(shape, stride).shape() == shape, "it has the shape S"},
             {!is_built || Layout(shape, stride).stride() == stride, "it has the stride D"},
             {!reads_negative, "no negative stride is read"}});
      });
}

Result check_2_3_1_2(const Layout& layout) {
  const std::string s = shape_text(layout);
  Exact size = 1;
  for (const std::string& number : numbers_in(s))
    size *= Exact(number);
  return all_hold({{algebra::rank(layout) == modes_in(s).size(), "the rank is that of the shape"},
                   {algebra::length(layout) == numbers_in(s).size(), "the length is"},
                   {algebra::depth(layout) == depth_in(s), "the depth is"},
                   {algebra::size(layout) == size, "the size is"},
                   {to_string(layout.profile()) == brackets_in(s), "the profile is"}});
}

/// s_1:d_1, s_2:d_2, …
std::vector<std::string> pairs(const std::vector<std::string>& s,
                               const std::vector<std::string>& d) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < std::max(s.size(), d.size()); ++i)
    all.push_back(s.at(i) + ":" + d.at(i));
  return all;
}
std::vector<std::string> texts_of_modes(const Layout& layout) {
  return pairs(modes_in(shape_text(layout)), modes_in(stride_text(layout)));
}
std::vector<std::string> texts_of_entries(const Layout& layout) {
  return pairs(numbers_in(shape_text(layout)), numbers_in(stride_text(layout)));
}

/// The modes, or the entries, are those with these texts, and there are no more.
Result has_parts(const Layout& layout, Outcome<Layout> (*part)(const Layout&, std::size_t),
                 const std::vector<std::string>& texts) {
  return holds_for_all(std::views::iota(std::size_t{0}, texts.size()),
                       [&](std::size_t i) {
                         return has_text("part " + std::to_string(i + 1), part(layout, i),
                                         texts[i]);
                       })
      .then([&] { return holds_if(!part(layout, texts.size()), "there is one beyond the last"); });
}

/// By the letter of 2.2.2.10 the modes of S and of D are flat: pairs of tuples of equal length,
/// which are layouts.
Result check_2_3_1_9_printed(const Layout& layout) {
  const auto shapes = modes_in(shape_text(layout));
  const auto strides = modes_in(stride_text(layout));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::string mode =
        tuple_text(numbers_in(shapes[i])) + ":" + tuple_text(numbers_in(strides[i]));
    if (!is_read(mode)) return fails(mode + " is no layout");
  }
  return holds_if(shapes.size() == algebra::rank(layout), "there are more modes");
}

Result check_2_3_1_9(const Layout& layout) {
  return all_hold({has_parts(layout, algebra::mode, texts_of_modes(layout)),
                   has_parts(layout, algebra::entry, texts_of_entries(layout))});
}

Result check_2_3_1_11(const Layout& layout) {
  const auto entries = texts_of_entries(layout);
  const auto has_depth_0 = [&](std::size_t i) {
    return algebra::depth(*algebra::entry(layout, i)) == 0;
  };
  return all_hold(
      {{std::ranges::all_of(texts_of_modes(layout), is_read), "its modes are layouts"},
       {std::ranges::all_of(entries, is_read), "its entries are layouts"},
       {std::ranges::all_of(std::views::iota(std::size_t{0}, entries.size()), has_depth_0),
        "its entries have depth 0"}});
}

/// Whether the text is that of a flat layout: two tuples of numbers (colfax 2.1.2.1).
bool is_flat_text(const Layout& layout) {
  const auto is_tuple_of_numbers = [](const std::string& text) {
    return text == tuple_text(numbers_in(text));
  };
  return is_tuple_of_numbers(shape_text(layout)) && is_tuple_of_numbers(stride_text(layout));
}

Result check_2_3_1_12(const Layout& layout) {
  return agree<bool>({{"its text is flat", is_flat_text(layout)},
                      {"its depth is 1", algebra::depth(layout) == 1},
                      {"its sort is flat", is_of(Value(layout), Sort::flat_layout)}});
}

Result check_2_3_1_13(const Layout& layout) {
  const Layout flat = algebra::flatten(layout);
  return has_text("L♭", flat, flat_text(layout)).then([&] {
    return holds_if(is_flat_text(flat) && algebra::flatten(flat) == flat,
                    [&] { return to_string(flat) + " is not flat"; });
  });
}

/// The claim holds of the texts: the entries of L are the numbers in its text, and the modes of L♭
/// the parts between the commas of its own. The algebra must say the same.
Result check_2_3_1_16(const Layout& layout) {
  const Layout flat = algebra::flatten(layout);
  const auto entries = texts_of_entries(layout);
  const auto flat_modes = pairs(modes_in(tuple_text(numbers_in(shape_text(layout)))),
                                modes_in(tuple_text(numbers_in(stride_text(layout)))));
  return all_hold({{entries == flat_modes, "the entries of L are the modes of L♭"},
                   {algebra::length(layout) == entries.size(), "L has as many entries"},
                   {algebra::rank(flat) == entries.size(), "L♭ has as many modes"}})
      .then([&] {
        return all_hold(
            {has_parts(layout, algebra::entry, entries), has_parts(flat, algebra::mode, entries)});
      });
}

/// Φ_L(x) mode by mode: the modes of L are layouts, whose functions add up at the coordinate of x
/// in their sizes.
Int value_by_modes(const Layout& layout, Int x) {
  if (layout.is_entry()) return x * layout.strides()[0];
  Int value = 0;
  for (const Layout& mode : layout.modes()) {
    const Int size = algebra::size(mode);
    value += value_by_modes(mode, x % size);
    x /= size;
  }
  return value;
}

Result check_2_3_1_17(const Layout& layout) {
  const Int cosize = oracle::to_int(oracle::cosize(layout));
  const Tuple found = algebra::table(layout, 512);
  const auto size = static_cast<Int>(found.size());
  Tuple by_formula;  // of 2.1.2.19
  Tuple by_modes;
  Int greatest = 0;
  for (Int x = 0; x < size; ++x) {
    Int value = 0;
    Int quotient = x;
    for (std::size_t i = 0; i < layout.length(); ++i) {
      value += quotient % layout.extents()[i] * layout.strides()[i];
      quotient /= layout.extents()[i];
    }
    by_formula.push_back(value);
    by_modes.push_back(value_by_modes(layout, x));
    greatest = std::max(greatest, value);
  }
  return all_hold(
      {agree<Tuple>({{"Φ_L", found},
                     {"Φ_{L♭}", algebra::table(algebra::flatten(layout), 512)},
                     {"by the formula", by_formula},
                     {"mode by mode", by_modes}}),
       agree<Int>({{"the size", algebra::size(layout)}, {"the values", size}}),
       agree<Int>({{"the cosize", cosize}, {"beyond the greatest value", greatest + 1}})});
}

/// By the letter of 2.2.1.8 each entry of L fills a whole mode of P.
Result without_substitution() {
  return fails("by the letter of 2.2.1.8 there is no L_P");
}

template <Wording wording>
Result check_2_3_1_19(const Layout& flat, const Profile& profile) {
  const std::string brackets = to_string(profile);
  const auto shape = numbers_in(shape_text(flat));
  if (static_cast<std::size_t>(std::count(brackets.begin(), brackets.end(), '*')) != shape.size())
    return unmet();
  if (wording == Wording::as_printed && !can_substitute_as_printed(profile, flat.modes()))
    return without_substitution();
  const std::string claimed =
      filled(brackets, shape) + ":" + filled(brackets, numbers_in(stride_text(flat)));
  return all_hold(
      {has_text("L_P", algebra::substitute(profile, flat.modes()), claimed),
       has_text("L_P as it is built", Layout(profile, flat.extents(), flat.strides()), claimed)});
}

template <Wording wording>
Result check_2_3_1_22(const Layout& flat, const Profile& profile, const Layout& other) {
  if (flat.length() != profile.length()) return unmet();
  if (wording == Wording::as_printed && !can_substitute_as_printed(profile, flat.modes()))
    return without_substitution();
  const std::string brackets = to_string(profile);
  const Outcome<Layout> found = algebra::substitute(profile, flat.modes());
  const auto has_both = [&](const Layout& l) {
    return flat_text(l) == to_string(flat) && brackets_in(shape_text(l)) == brackets;
  };
  if (!found || !has_both(*found))
    return fails("L'_P is " + text(found) + ", which has another flattening or profile");
  return agree<bool>({{"the layout has this flattening and this profile", has_both(other)},
                      {"it is L'_P", to_string(other) == to_string(*found)}});
}

/// L ↦ (L♭, prof(L)) maps Layout one to one onto the pairs of a flat layout and a profile of equal
/// length: that is what a pullback of sets is.
Result check_2_3_1_23(const Layout& a, const Layout& b) {
  for (const Layout* layout : {&a, &b})
    if (algebra::length(algebra::flatten(*layout)) != layout->profile().length())
      return fails("the square does not commute at " + to_string(*layout));
  const Layout flat = algebra::flatten(a);
  if (flat == algebra::flatten(b) && a.profile() == b.profile() && to_string(a) != to_string(b))
    return fails("both have the same flattening and the same profile");
  const Outcome<Layout> joint = algebra::substitute(b.profile(), flat.modes());
  if (flat.length() != b.profile().length())
    return holds_if(!joint, [&] { return text(joint) + " comes from lengths that differ"; });
  return holds_if(joint && algebra::flatten(*joint) == flat && joint->profile() == b.profile(),
                  [&] { return "A♭ and prof(B) come from " + text(joint); });
}

/// As printed, the condition holds two numbers for each entry, and says nothing.
Result check_2_3_1_24_printed(const Layout& layout) {
  return holds_if(layout.length() == 0, [&] {
    return std::to_string(layout.extents()[0]) + " ⇒ " + std::to_string(layout.strides()[0]) +
           " is no condition";
  });
}

Result check_2_3_1_24(const Layout& layout) {
  // With the strides of its extents 1 set to 0 a layout stays what it is exactly if it is
  // non-degenerate.
  Tuple cleared = layout.strides();
  for (std::size_t i = 0; i < cleared.size(); ++i)
    if (layout.extents()[i] == 1) cleared[i] = 0;
  return agree<bool>(
      {{"by the definition it is non-degenerate",
        std::ranges::all_of(texts_of_entries(layout),
                            [](const auto& e) { return !e.starts_with("1:") || e == "1:0"; })},
       {"the algebra", algebra::is_nondegenerate(layout)},
       {"the oracle", oracle::is_nondegenerate(layout)},
       {"cleared it is the same", cleared == layout.strides()}});
}

}  // namespace

std::vector<Binding> colfax_2_3_1() {
  const Domain any = layouts(nested);
  return {
      {"colfax.2.3.1.1", shapes_and_strides(), check_2_3_1_1},
      {"colfax.2.3.1.2", any, check_2_3_1_2},
      {"colfax.2.3.1.9", any, check_2_3_1_9_printed},
      {"colfax.2.3.1.9.amended", check_2_3_1_9},
      {"colfax.2.3.1.11", any, check_2_3_1_11},
      {"colfax.2.3.1.12", any, check_2_3_1_12},
      {"colfax.2.3.1.13", any, check_2_3_1_13},
      {"colfax.2.3.1.16", any, check_2_3_1_16},
      {"colfax.2.3.1.17", any, check_2_3_1_17},
      {"colfax.2.3.1.19", flat_layout_with_profile(), check_2_3_1_19<Wording::as_printed>},
      {"colfax.2.3.1.19.amended", check_2_3_1_19<Wording::amended>},
      {"colfax.2.3.1.22", flat_layout_with_profile_and_layout(),
       check_2_3_1_22<Wording::as_printed>},
      {"colfax.2.3.1.22.amended", check_2_3_1_22<Wording::amended>},
      {"colfax.2.3.1.23", layouts_alike(), check_2_3_1_23},
      {"colfax.2.3.1.24", any, check_2_3_1_24_printed},
      {"colfax.2.3.1.24.amended", check_2_3_1_24},
  };
}

}  // namespace layoutcheck::properties
