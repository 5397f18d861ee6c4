"""How Sphinx renders the documents. They stay plain Markdown, as they are read in the repository."""

project = "layoutcheck"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "layoutcheck"
html_static_path = ["documents.css", "documents.js"]
html_css_files = ["documents.css"]
html_js_files = ["documents.js"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
# Quotation marks and dashes are as they are written: options begin with two hyphens.
smartquotes = False
# Documents link to headings by the names that GitHub gives them.
myst_heading_anchors = 4
# Code blocks name the adapter that runs them, and cases have no lexer.
suppress_warnings = ["myst.header", "misc.highlighting_failure", "toc.not_included"]
highlight_language = "none"
