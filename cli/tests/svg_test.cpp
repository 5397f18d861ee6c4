// Pictures and reports in XML and JSON: well-formed, escaped, with the numbers that they should
// hold.
#include "svg.hpp"

#include "escape.hpp"
#include "report.hpp"
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace layoutcheck::cli {
namespace {

using testing::HasSubstr;

/// What is wrong with the nesting of elements and with the characters of a document, or "".
std::string fault_in_xml(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t roots = 0;
  for (std::size_t i = 0; i < xml.size();) {
    if (xml[i] != '<') {
      if (xml[i] == '&' && !std::regex_search(xml.begin() + static_cast<std::ptrdiff_t>(i),
                                              xml.end(), std::regex("^&(lt|gt|amp|quot|apos);"))) {
        return "a bare ampersand";
      }
      ++i;
      continue;
    }
    const std::size_t end = xml.find('>', i);
    if (end == std::string::npos) return "an open bracket";
    const std::string tag = xml.substr(i + 1, end - i - 1);
    i = end + 1;
    if (tag.find('<') != std::string::npos) return "a bracket inside a tag: " + tag;
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "an open quotation mark: " + tag;
    if (tag.starts_with("?") || tag.ends_with("/")) continue;
    if (tag.starts_with("/")) {
      if (open.empty() || open.back() != tag.substr(1)) return "a wrong end: " + tag;
      open.pop_back();
    } else {
      roots += open.empty() ? 1U : 0U;
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  return open.empty() && roots == 1 ? "" : "not one root element";
}

std::string picture_of_layout(const std::string& text) {
  const Layout layout = parse_layout(text);
  return svg_grid(make_grid(layout, natural_tiles(layout), 1000), text, facts(layout));
}

TEST(Svg, OfALayoutHoldsItsOffsets) {
  const std::string svg = picture_of_layout("(3,(3,2)):(3,(1,10))");
  EXPECT_EQ(fault_in_xml(svg), "");
  for (int offset : {0, 1, 2, 10, 11, 12, 3, 4, 5, 13, 14, 15, 6, 7, 8, 16, 17, 18})
    EXPECT_THAT(svg, HasSubstr("class=\"cell\">" + std::to_string(offset) + "</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>(3,(3,2)):(3,(1,10))</title>"));
  EXPECT_THAT(svg, HasSubstr("stroke-width=\"2\""));
}

TEST(Svg, OfARank3LayoutHasHeadings) {
  const std::string svg = picture_of_layout("(2,2,2):(1,2,4)");
  EXPECT_EQ(fault_in_xml(svg), "");
  EXPECT_THAT(svg, HasSubstr("class=\"heading\">(_,_,1)</text>"));
}

TEST(Svg, IsAsWideAsItsColumns) {
  const std::string svg = picture_of_layout("(1,40):(0,1)");
  const auto number_behind = [&](std::size_t at) { return std::stod(svg.substr(at)); };
  const std::string last = ">39</text>";
  const std::size_t text = svg.rfind("<text x=\"", svg.rfind(last));
  const std::size_t width = svg.find("width=\"");
  ASSERT_NE(text, std::string::npos) << svg;
  EXPECT_GT(number_behind(width + 7), number_behind(text + 9)) << svg.substr(0, 200);
}

TEST(Svg, SaysWhatIsCut) {
  const Layout layout = parse_layout("(100,100):(1,100)");
  EXPECT_THAT(svg_grid(make_grid(layout, Tiles::none, 100), "x", "y"),
              HasSubstr("cut: 10 of 100 rows, 10 of 100 columns"));
}

TEST(Svg, OfAMorphismHasAnArrowForEachEntry) {
  const std::string f = "((2,3),(5,(7,2)))--(5,4,*,2,1)-->((2,7,11),(3,2))";
  const std::string svg = svg_diagram(diagram_of(parse_morphism(f)), f, "encodes <&\">");
  EXPECT_EQ(fault_in_xml(svg), "");
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("class=\"from\""), 5U);
  EXPECT_EQ(count("class=\"to\""), 5U);
  EXPECT_EQ(count("class=\"base\""), 1U);
  EXPECT_EQ(count("stroke-width=\"1.8\""), 5U);
  EXPECT_EQ(count("stroke-width=\"1.3\""), 5U) << "brackets";
  EXPECT_THAT(svg, HasSubstr("encodes &lt;&amp;&quot;&gt;"));
  EXPECT_THAT(svg, HasSubstr("--(5,4,*,2,1)--&gt;"));
}

TEST(Svg, OfNothingIsAPicture) {
  EXPECT_EQ(fault_in_xml(svg_diagram(diagram_of(Morphism()), "", "")), "");
  EXPECT_EQ(fault_in_xml(picture_of_layout("():()")), "");
}

TEST(Escape, ReplacesWhatIsNoUtf8) {
  const std::string replacement = "\xef\xbf\xbd";
  EXPECT_EQ(xml_escaped("a\xff"
                        "b\x01 \xc3\xa9 \xed\xa0\x80"),
            "a" + replacement + "b" + replacement + " \xc3\xa9 " + replacement + replacement +
                replacement);
  EXPECT_EQ(xml_escaped("\xc0\x80\xf5"), replacement + replacement + replacement);
  EXPECT_EQ(xml_escaped("\xe2\x82"), replacement + replacement) << "a sequence that breaks off";
  EXPECT_EQ(json_escaped("\"\\\n\xfe\xf0\x9f\x98\x80"),
            "\\\"\\\\\\u000a" + replacement + "\xf0\x9f\x98\x80");
}

/// In UTF-8, also of what has none.
std::string encoded(std::uint32_t point) {
  const auto rest = [&](unsigned shift) {
    return static_cast<char>(0x80U | (point >> shift & 0x3fU));
  };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xc0U | point >> 6U), rest(0)};
  if (point < 0x10000) return {static_cast<char>(0xe0U | point >> 12U), rest(6), rest(0)};
  return {static_cast<char>(0xf0U | point >> 18U), rest(12), rest(6), rest(0)};
}

// XML 1.0, production 2: Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] |
// [#x10000-#x10FFFF].
TEST(Escape, LeavesNoCharacterThatXmlForbids) {
  const std::set<std::uint32_t> directions = {0x61c,  0x200e, 0x200f, 0x202a, 0x202b, 0x202c,
                                              0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
  for (std::uint32_t point = 0x80; point <= 0x110000; ++point) {
    const bool is_char = point <= 0xd7ff || (point >= 0xe000 && point <= 0xfffd) ||
                         (point >= 0x10000 && point <= 0x10ffff);
    const bool is_unicode = is_char || point == 0xfffe || point == 0xffff;
    const bool is_obeyed =
        point < 0xa0 || directions.contains(point) || point == 0x2028 || point == 0x2029;
    const std::string text = encoded(point);
    const std::string escaped = xml_escaped(text);
    const std::string replacement = "\xef\xbf\xbd";
    ASSERT_TRUE(is_char && !is_obeyed ? escaped == text : escaped.starts_with(replacement))
        << std::hex << point;
    const std::string json = json_escaped(text);
    ASSERT_TRUE(is_obeyed    ? json.starts_with("\\u")
                : is_unicode ? json == text
                             : json.starts_with(replacement))
        << std::hex << point;
  }
  EXPECT_EQ(json_escaped("\u202e"), "\\u202e");
}

Report report() {
  Report report;
  report.source = "a \"file\"";
  Verdict right;
  right.kind = VerdictKind::agrees;
  Verdict wrong;
  wrong.kind = VerdictKind::wrong;
  wrong.why = "the answer is <2:1>";
  Verdict sampled = right;
  sampled.points = 7;
  Verdict malformed;
  malformed.kind = VerdictKind::malformed;
  malformed.why = "column 3";
  Verdict unsupported;
  unsupported.kind = VerdictKind::unsupported;
  for (const Verdict& verdict : {right, wrong, sampled})
    report.account.add("composition", verdict);
  report.account.add("(unreadable)", malformed);
  report.account.add("sort", unsupported);
  report.faults.push_back({2, "composition", "composition(<2:1>, \xff)", wrong});
  return report;
}

TEST(Report, CountsByVerdictAndSamples) {
  const Count total = report().account.count;
  EXPECT_EQ(total.lines(), 5U);
  EXPECT_EQ(total.judged(), 3U);
  EXPECT_EQ(total.faults(), 2U);
  EXPECT_EQ(total.exhaustive, 2U);
  EXPECT_EQ(total.sampled, 1U);
}

TEST(Report, TableHasARowForEachOperation) {
  const std::string table = to_table(report());
  const std::size_t origin = table.find('\n') + 1;
  EXPECT_TRUE(table.starts_with("layoutcheck ")) << table;
  EXPECT_EQ(table.substr(origin),
            "operation     lines  agrees  wrong  unsupported  malformed  exhaustive  sampled\n"
            "(unreadable)      1       .      .            .          1           .        .\n"
            "composition       3       2      1            .          .           2        1\n"
            "sort              1       .      .            1          .           .        .\n"
            "total             5       2      1            1          1           2        1\n");
}

TEST(Report, JunitIsWellFormed) {
  const std::string xml = to_junit(report());
  EXPECT_EQ(fault_in_xml(xml), "");
  EXPECT_THAT(xml, HasSubstr("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(xml,
              HasSubstr("line 2: composition(&lt;2:1&gt;, \xef\xbf\xbd)  # wrong (exhaustive)"));
}

TEST(Report, JsonIsEscaped) {
  const std::string json = to_json(report());
  EXPECT_THAT(json, HasSubstr("\"source\": \"a \\\"file\\\"\""));
  EXPECT_THAT(json, HasSubstr("\"faults_left_out\": 1"));
  EXPECT_THAT(json, HasSubstr("{\"line\": 2, \"operation\": \"composition\""));
  int depth = 0;
  for (char c : json) {
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    ASSERT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
}

}  // namespace
}  // namespace layoutcheck::cli
