// What the generated documents share: the sources by name, and text as Markdown.
#pragma once

#include <layoutcheck/properties/registry.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace layoutcheck::properties::markdown {

/// A text that is put together; throws where memory ends. (A std::ostringstream leaves out the
/// rest.)
struct TextStream : std::ostringstream {
  TextStream() { exceptions(std::ios::badbit); }
};

struct Source {
  std::string_view name;
  std::string_view title;
};

inline constexpr Source sources[] = {
    {"colfax", "*Categorical Foundations for CuTe Layouts*, Colfax Research, September 2025"},
    {"shah", "Jay Shah, *A note on the algebra of CuTe Layouts*, January 2024"},
    {"debos", "Niels uit de Bos, *Merging tensor views*, March 2025"},
    {"primer",
     "a short introduction to layouts and their algebra; its items are counted as they stand"},
    {"slides", "slides on CuTe's layout algebra; their items are counted as they stand"},
    {"cute",
     "CuTe's documentation: `media/docs/cpp/cute` in NVIDIA/cutlass at commit 7107b05535f8, and "
     "the comments on the operations of CuTe DSL 4.8.1; sections with numbers in them are counted "
     "as they stand"},
    {"cute-spec",
     "the documents of CuTe's reference implementation in Python, `docs/02` to `06` in "
     "NVlabs/CuTe, "
     "2026; sections with numbers in them are counted as they stand"},
    {"layoutcheck",
     "[When a composite exists](composition.md), [Inverses](inverses.md), [Offsets in other "
     "units](recast.md) and [Strides that are coordinates, or bits](modules.md), of this project"},
};

bool is_of_source(std::string_view id, std::string_view source);

/// The table of the sources.
void add_sources(std::ostream& out);

/// "colfax 2.1.6.20" for "colfax.2.1.6.20".
std::string spoken(std::string_view id);

/// "colfax 2.1.6.20, shah 2.18" for the ids.
std::string spoken(const std::vector<std::string>& ids);

/// 1234567 as "1 234 567".
std::string grouped(std::size_t number);

std::string code(std::string_view text);

/// Our text as it stands in a cell of a table and outside of code.
std::string escaped(std::string_view text);

/// Words of a source between quotation marks, every character as itself.
std::string in_quotes(std::string_view text);

/// Lines of at most 120 columns; the continuation lines are indented.
std::string wrapped(const std::string& text, std::size_t indent = 0);

/// An item of a list; nothing if there is no text.
void add_item(std::ostream& out, const std::string& label, const std::string& text);

/// The question and the answer of a case, apart: a wrong answer must not stand as a case.
std::pair<std::string_view, std::string_view> question_and_answer(std::string_view line);

/// The case in a line of the corpus, without its comment.
std::string_view case_of(std::string_view line);

}  // namespace layoutcheck::properties::markdown
