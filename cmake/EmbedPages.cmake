# cmake -DPAGES=a.md;b.md -DOUTPUT=Pages.cpp -P EmbedPages.cmake
# Writes a C++ file that holds the pages as raw strings, found by file name.
set(rows "")
foreach(page IN LISTS PAGES)
  get_filename_component(name "${page}" NAME_WE)
  file(READ "${page}" text)
  string(APPEND rows "    {\"${name}\", R\"gputile_page(${text})gputile_page\"},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "// Made from docs/diagnostics by cmake/EmbedPages.cmake.
#include \"Pages.h\"

namespace {
struct Page {
  const char *name, *text;
};
const Page Pages[] = {
${rows}};
} // namespace

const char *gputile::findPage(const std::string &id) {
  for (const Page &page : Pages)
    if (id == page.name)
      return page.text;
  return nullptr;
}
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
