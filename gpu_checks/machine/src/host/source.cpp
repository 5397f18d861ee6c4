// The qualifiers of CUDA C++ that a macro cannot stand for: found as tokens, and replaced.
#include "source.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace layoutcheck::gpu::host {

namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
bool goes_on(char c) {
  return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Where the literal ends that has its quote at `at`; a raw string begins with R before it.
std::size_t end_of_literal(std::string_view text, std::size_t at, bool raw) {
  if (raw) {
    const std::size_t open = text.find('(', at);
    if (open == std::string_view::npos) return text.size();
    const std::string close = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
    const std::size_t end = text.find(close, open);
    return end == std::string_view::npos ? text.size() : end + close.size();
  }
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

/// Words, literals, and single characters of everything else; lines of the preprocessor are left
/// out.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  bool line_starts = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t end = at + 1;
    if (c == '\n') {
      line_starts = true;
      at = end;
      continue;
    }
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      at = end;
      continue;
    }
    if (c == '#' && line_starts) {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    line_starts = false;
    if (starts_word(c)) {
      while (end < text.size() && goes_on(text[end]))
        ++end;
      if (end < text.size() && (text[end] == '"' || text[end] == '\'') && text[end - 1] == 'R')
        end = end_of_literal(text, end, true);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      // 1'000 holds no character literal.
      while (end < text.size() &&
             (goes_on(text[end]) || text[end] == '.' ||
              (text[end] == '\'' && end + 1 < text.size() && goes_on(text[end + 1])))) {
        ++end;
      }
    } else if (c == '"' || c == '\'') {
      end = end_of_literal(text, at, false);
    }
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

struct Edit {
  std::size_t at = 0;
  std::size_t removed = 0;
  std::string inserted;
};

class Preparation {
 public:
  Preparation(std::string_view text, bool hide)
      : text_(text), tokens_(tokens_of(text)), hide_(hide) {}

  PreparedSource run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view token = tokens_[i];
      if (token == "{") {
        scopes_.push_back(namespace_at(statement_, i));
        statement_ = i + 1;
      } else if (token == "}") {
        if (!scopes_.empty()) scopes_.pop_back();
        std::erase_if(hidden_, [&](const Hidden& name) { return name.depth > scopes_.size(); });
        statement_ = i + 1;
      } else if (token == ";") {
        statement_ = i + 1;
      } else if (token == "__global__") {
        replace(token, "");
        add_entry(i);
      } else if (token == "__shared__") {
        place_variables(i, "layoutcheck_shared");
      } else if (token == "__constant__") {
        place_variables(i, "layoutcheck_constant");
      } else if (token == "__noinline__" && i > 0 && tokens_[i - 1] != "(" &&
                 tokens_[i - 1] != ",") {
        // In parentheses it is GCC's own attribute, as the standard library writes it.
        replace(token, "__attribute__((noinline))");
      } else if (is_hidden(i)) {
        replace(token, "layoutcheck_hide(" + std::string(token) + ")");
      }
    }
    return {edited() + table(), std::move(entries_)};
  }

 private:
  [[nodiscard]] std::size_t position(std::string_view token) const {
    return static_cast<std::size_t>(token.data() - text_.data());
  }
  void replace(std::string_view token, std::string by) {
    edits_.push_back({position(token), token.size(), std::move(by)});
  }

  /// The name that a brace opens, with "::" behind it; "" if it opens none.
  [[nodiscard]] std::string namespace_at(std::size_t from, std::size_t brace) const {
    if (from < brace && tokens_[from] == "inline") ++from;
    if (from >= brace || tokens_[from] != "namespace") return "";
    std::string name;
    for (std::size_t i = from + 1; i < brace; ++i)
      name += tokens_[i];
    return name.empty() ? "" : name + "::";
  }

  void add_entry(std::size_t at) {
    if (tokens_[statement_] == "template") return;
    for (std::size_t i = at + 1; i < tokens_.size() && tokens_[i] != ";" && tokens_[i] != "{";
         ++i) {
      if (tokens_[i] != "(") continue;
      if (tokens_[i - 1] == "__attribute__" || tokens_[i - 1] == "alignas") {
        i = closing(i);
        continue;
      }
      std::string name;
      for (const std::string& scope : scopes_)
        name += scope;
      name += tokens_[i - 1];
      if (std::find(entries_.begin(), entries_.end(), name) == entries_.end())
        entries_.push_back(std::move(name));
      return;
    }
  }

  /// Whether the token is the name of a variable of ours, and not of a member or of another scope.
  [[nodiscard]] bool is_hidden(std::size_t at) const {
    const std::string_view before = at == 0 ? "" : tokens_[at - 1];
    if (before == "." || before == ":") return false;
    if (before == ">" && at >= 2 && tokens_[at - 2] == "-") return false;
    return std::any_of(hidden_.begin(), hidden_.end(), [&](const Hidden& name) {
      return at > name.from && tokens_[at] == name.name;
    });
  }

  [[nodiscard]] std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      if (tokens_[i] == "(") ++depth;
      if (tokens_[i] == ")" && --depth == 0) return i;
    }
    return tokens_.size();
  }

  /// A variable becomes a static one of which the process is told; one without a size of its own
  /// becomes the memory that a launch asks for.
  void place_variables(std::size_t at, const std::string& teller) {
    const auto first = tokens_.begin() + static_cast<std::ptrdiff_t>(statement_);
    const auto last = tokens_.begin() + static_cast<std::ptrdiff_t>(at);
    std::size_t next = at + 1;
    int parentheses = 0;
    int angles = 0;
    bool named = false;
    std::string_view name;
    std::string tells;
    std::vector<std::string_view> names;
    const bool is_static = std::find(first, last, "static") != last;
    bool is_extern = false;
    for (auto i = first; i != last; ++i) {
      // Not that of extern "C".
      is_extern = is_extern || (*i == "extern" && !(i + 1)->starts_with('"'));
    }
    is_extern = is_extern || (next < tokens_.size() && tokens_[next] == "extern");
    for (; next < tokens_.size(); ++next) {
      const std::string_view token = tokens_[next];
      // Behind the name come extents and initializers.
      named = named || token == "[" || token == "=" || token == "{";
      if (token == "(" || token == "[" || token == "{") ++parentheses;
      if (token == ")" || token == "]" || token == "}") --parentheses;
      if (parentheses > 0) continue;
      if (token == "<") ++angles;
      if (token == ">") --angles;
      if (angles > 0) continue;
      if (starts_word(token.front()) && !named) name = token;
      if (token != "," && token != ";") continue;
      if (is_extern && teller == "layoutcheck_shared") {
        edits_.push_back({position(token), 0, " __asm__(\"layoutcheck_dynamic_shared\")"});
      } else if (!is_extern) {
        tells += " static const int layoutcheck_told_" + std::to_string(told_++) + " = " + teller +
                 "(__builtin_addressof(" + std::string(name) + "), sizeof " + std::string(name) +
                 ");";
        names.push_back(name);
      }
      named = false;
      if (token == ";") break;
    }
    replace(tokens_[at], is_static || is_extern ? "" : "static");
    if (next < tokens_.size()) edits_.push_back({position(tokens_[next]) + 1, 0, tells});
    for (const std::string_view hidden : names)
      if (hide_) hidden_.push_back({hidden, scopes_.size(), next});
  }

  [[nodiscard]] std::string edited() {
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.at < b.at; });
    std::string result;
    std::size_t done = 0;
    for (const Edit& edit : edits_) {
      result.append(text_, done, edit.at - done).append(edit.inserted);
      done = edit.at + edit.removed;
    }
    return result.append(text_.substr(done));
  }

  [[nodiscard]] std::string table() const {
    std::string result = "\n#line 1 \"entries\"\nextern \"C\" {\n";
    result += "extern const layoutcheck_entry layoutcheck_entries[] = {\n";
    for (const std::string& name : entries_)
      result += "  layoutcheck_describe(&::" + name + "),\n";
    return result + "  {}\n};\nextern const size_t layoutcheck_entry_count = " +
           std::to_string(entries_.size()) + ";\n}\n";
  }

  std::string_view text_;
  std::vector<std::string_view> tokens_;
  std::vector<Edit> edits_;
  std::vector<std::string> scopes_;
  std::vector<std::string> entries_;
  struct Hidden {
    std::string_view name;
    std::size_t depth = 0;
    std::size_t from = 0;
  };
  bool hide_;
  std::vector<Hidden> hidden_;
  /// The first token of the statement or declaration.
  std::size_t statement_ = 0;
  int told_ = 0;
};

}  // namespace

PreparedSource prepare_source(std::string_view preprocessed, bool hide) {
  return Preparation(preprocessed, hide).run();
}

}  // namespace layoutcheck::gpu::host
