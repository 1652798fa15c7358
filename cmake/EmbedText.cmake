# cmake -DINPUT=file -DNAME=Symbol -DOUTPUT=Header.h [-DAFTER=line] -P EmbedText.cmake
# Writes a C++ header that holds the file as the string gputile::NAME; with AFTER, what
# follows the first line that starts so.
file(READ "${INPUT}" text)
if(AFTER)
  string(FIND "${text}" "\n${AFTER}" start)
  if(start EQUAL -1)
    message(FATAL_ERROR "${INPUT} has no line \"${AFTER}\"")
  endif()
  math(EXPR start "${start} + 1")
  string(SUBSTRING "${text}" ${start} -1 text)
  string(FIND "${text}" "\n" end)
  math(EXPR end "${end} + 1")
  string(SUBSTRING "${text}" ${end} -1 text)
endif()
file(WRITE "${OUTPUT}.new" "// Made from ${INPUT} by cmake/EmbedText.cmake.
namespace gputile {
inline constexpr char ${NAME}[] = R\"gputile_text(${text})gputile_text\";
} // namespace gputile
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
