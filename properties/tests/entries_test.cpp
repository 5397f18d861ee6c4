// Entries: how they are read, and how domains and checks are bound to them.
#include "../src/bindings.hpp"
#include "src/words.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/properties/entries.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace layoutcheck::properties {
namespace {

const std::string section_head = "# A section.\n\n[section]\nconcern: views\n\n";

/// What is said of this text, which is no section.
std::string complaint_about_section(const std::string& text) {
  try {
    parse_section(text, "shah.2");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// The same of a statement with these fields.
std::string complaint_about_fields(const std::string& fields) {
  return complaint_about_section(section_head + "[shah.2.1]\nkind: Lemma\nsays: S\n" + fields);
}

TEST(Entries, AreBlocksOfFields) {
  const auto found = parse_section(
      section_head +
          "[shah.2.1]\nkind: Lemma\nquotation: $s_i d_i | d_{i+1}$ … `sorted''\nsays: A is\n"
          "  sorted.\nextent: part\nnote: N\nstanding: fails as stated\n"
          "counterexample: shah.2.1((2):(0)) = false\nwhy: W\nchange: C\n"
          "uses: shah.2.4 colfax.1\ncause: key\nlost: L\nslip: One.\nslip: Two.\n"
          "concern: layouts\n\n[shah.2.1.amended]\nsays: A.\nremark: R\n"
          "[shah.2.2]\nkind: Example\nquotation: Q\nsays: E\ncheck: lines\nnote: Each.\n"
          "[shah.2.3]\nkind: Aside\nsays: It is nice.\nstanding: not checkable\nwhy: Taste.\n",
      "shah.2");
  ASSERT_EQ(found.size(), 4U);
  const Statement& first = found[0].statement;
  EXPECT_EQ(first.id, "shah.2.1");
  EXPECT_EQ(first.kind, "Lemma");
  EXPECT_EQ(first.says, "A is sorted.");
  EXPECT_EQ(first.standing, Standing::fails_as_stated);
  EXPECT_FALSE(first.misprint);
  EXPECT_EQ(first.counterexample, "shah.2.1((2):(0)) = false");
  EXPECT_EQ(first.remark, "W");
  EXPECT_EQ(first.change, "C");
  EXPECT_EQ(first.uses, (std::vector<std::string>{"shah.2.4", "colfax.1"}));
  EXPECT_EQ(first.lost, "L");
  EXPECT_EQ(first.slips, (std::vector<std::string>{"One.", "Two."}));
  EXPECT_EQ(found[0].reading.id, "shah.2.1");
  EXPECT_EQ(found[0].reading.quotation, "$s_i d_i | d_{i+1}$ … `sorted''");
  EXPECT_EQ(found[0].reading.extent, Extent::part);
  EXPECT_EQ(found[0].reading.note, "N");
  EXPECT_EQ(found[0].cause, "key");
  EXPECT_EQ(found[0].concern, "layouts");
  EXPECT_EQ(found[1].statement.kind, "Amendment");
  EXPECT_EQ(found[1].statement.standing, Standing::holds);
  EXPECT_EQ(found[1].statement.remark, "R");
  EXPECT_EQ(found[1].reading.id, "");
  EXPECT_EQ(found[1].concern, "views");
  EXPECT_FALSE(found[1].is_checked_by_lines);
  EXPECT_TRUE(found[2].is_checked_by_lines);
  EXPECT_EQ(found[2].reading.extent, Extent::lines);
  EXPECT_EQ(found[3].statement.standing, Standing::not_checkable);
  EXPECT_EQ(found[3].statement.remark, "Taste.");
}

TEST(Entries, AreTestedInFullUnlessTheySayElse) {
  const auto extent_of = [](const std::string& fields) {
    const auto found = parse_section(
        section_head + "[shah.2.1]\nkind: Lemma\nsays: S\nquotation: Q\nnote: N\n" + fields,
        "shah.2");
    return found.at(0).reading.extent;
  };
  EXPECT_EQ(extent_of(""), Extent::whole);
  EXPECT_EQ(extent_of("check: lines\n"), Extent::lines);
  EXPECT_EQ(extent_of("extent: part\n"), Extent::part);
  EXPECT_EQ(extent_of("extent: none\n"), Extent::none);
  EXPECT_EQ(extent_of("extent: stand-in\ncheck: lines\n"), Extent::stand_in);
}

TEST(Entries, NameThePlaceOfAnError) {
  EXPECT_EQ(complaint_about_section("[shah.2.1]\nkind: Lemma\nsays: S\n"),
            "shah.2.txt:1: the block [section] has to come first");
  EXPECT_EQ(complaint_about_section("[section]\n"),
            "shah.2.txt:1: [section] has no field 'concern'");
  EXPECT_EQ(complaint_about_section(section_head + "[shah.21]\nkind: Lemma\nsays: S\n"),
            "shah.2.txt:6: [shah.21] is of another file");
  EXPECT_EQ(complaint_about_section(section_head + "[shah.2.1]\nkind: Lemma\n"),
            "shah.2.txt:6: [shah.2.1] has no field 'says'");
  EXPECT_EQ(complaint_about_section(section_head + "[shah.2.1]\nsays: S\n"),
            "shah.2.txt:6: [shah.2.1] has no field 'kind'");
  EXPECT_EQ(complaint_about_fields("words: W\n"), "shah.2.txt:9: there is no field 'words'");
  EXPECT_EQ(complaint_about_fields("lost: L\nlost: M\n"), "shah.2.txt:10: 'lost' comes twice");
  EXPECT_EQ(complaint_about_fields("check: none\n"),
            "shah.2.txt:9: [shah.2.1] has no 'check: none'");
  EXPECT_EQ(complaint_about_fields("standing: wrong\n"),
            "shah.2.txt:9: [shah.2.1] has no 'standing: wrong'");
  EXPECT_EQ(complaint_about_fields("standing: misprint\nwhy: W\n"),
            "shah.2.txt:6: [shah.2.1] needs a 'counterexample', as its standing is 'misprint'");
  EXPECT_EQ(complaint_about_fields("counterexample: C\n"),
            "shah.2.txt:9: [shah.2.1] has a 'counterexample' and no standing");
  EXPECT_EQ(complaint_about_fields("standing: not checkable\n"),
            "shah.2.txt:6: [shah.2.1] needs a 'why', as its standing is 'not checkable'");
  EXPECT_EQ(complaint_about_fields("standing: not checkable\nwhy: W\nremark: R\n"),
            "shah.2.txt:11: [shah.2.1] has a 'remark'; 'why' is its field");
  EXPECT_EQ(complaint_about_fields("quotation: Q\n"),
            "shah.2.txt:6: [shah.2.1] has a quotation and no note");
  EXPECT_EQ(complaint_about_fields("note: N\n"),
            "shah.2.txt:9: [shah.2.1] has a note and no quotation");
  EXPECT_EQ(complaint_about_fields("extent: part\n"),
            "shah.2.txt:9: [shah.2.1] has an extent and no quotation");
  EXPECT_EQ(complaint_about_fields("quotation: Q\nnote: N\nextent: all\n"),
            "shah.2.txt:11: [shah.2.1] has no 'extent: all'");
}

TEST(Entries, AreFoundByTheirIds) {
  for (const Entry& entry : entries())
    EXPECT_EQ(find_entry(entry.statement.id), &entry);
  EXPECT_EQ(find_entry("nonsense.1"), nullptr);
}

// ---- Bindings

Result has_extent_2(const Layout& l) {
  return holds_if(l.extents().front() == 2, "another extent");
}

Entry entry_of(const std::string& id, bool is_checked_by_lines = false) {
  Entry entry;
  entry.statement.id = id;
  entry.is_checked_by_lines = is_checked_by_lines;
  return entry;
}

Entry not_checkable_entry(const std::string& id) {
  Entry made = entry_of(id);
  made.statement.standing = Standing::not_checkable;
  return made;
}

std::string binding_error(const std::vector<Entry>& of, std::vector<Binding> bindings) {
  try {
    bound(of, std::move(bindings));
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(Bindings, GiveAnAmendmentTheDomainOfItsStatement) {
  const auto list =
      bound({entry_of("a"), entry_of("a.amended"), entry_of("b", true), not_checkable_entry("c")},
            {{"a.amended", has_extent_2}, {"a", layouts(Nesting::flat), has_extent_2, 5}});
  ASSERT_EQ(list.size(), 4U);
  EXPECT_TRUE(list[0].check);
  EXPECT_EQ(list[0].floor, 5U);
  EXPECT_TRUE(list[1].check);
  EXPECT_EQ(list[1].domain.name, list[0].domain.name);
  EXPECT_EQ(list[1].floor, Statement().floor);
  EXPECT_FALSE(list[2].check);
  EXPECT_FALSE(list[3].check);
}

TEST(Bindings, AreOneOfEachEntryThatNeedsOne) {
  const Domain flat = layouts(Nesting::flat);
  const Binding of_a{"a", flat, has_extent_2};
  EXPECT_EQ(binding_error({entry_of("a")}, {of_a}), "");
  EXPECT_EQ(binding_error({entry_of("a"), entry_of("b")}, {of_a}), "no check is bound to b");
  EXPECT_EQ(binding_error({entry_of("a")}, {of_a, of_a}), "two checks are bound to a");
  EXPECT_EQ(binding_error({entry_of("a", true)}, {of_a}),
            "a check is bound to a, which needs none");
  EXPECT_EQ(binding_error({not_checkable_entry("a")}, {of_a}),
            "a check is bound to a, which needs none");
  EXPECT_EQ(binding_error({entry_of("a")}, {of_a, {"b", flat, has_extent_2}}),
            "a check is bound to b, which has no entry");
  EXPECT_EQ(binding_error({entry_of("a"), entry_of("a")}, {of_a}), "two entries have the id a");
}

TEST(Bindings, RefuseACheckThatDoesNotFit) {
  EXPECT_EQ(binding_error({entry_of("a")}, {{"a", shapes(), has_extent_2}}),
            "the check of a does not take a shape");
  EXPECT_EQ(binding_error({entry_of("a.amended")}, {{"a.amended", has_extent_2}}),
            "the check of a.amended has no domain");
}

}  // namespace
}  // namespace layoutcheck::properties
