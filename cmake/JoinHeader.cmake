# cmake -DTEMPLATE=file -DPARTS=file,file… -DAFTER=line -DVERSION=x.y.z -DHEADER=file -DEMBEDDED=File.h -P JoinHeader.cmake
# Writes the header of emitted .cu files, which holds what follows the line that starts with AFTER
# in each part, and a C++ header with its text and its id, which is that of no other text.
string(REPLACE "," ";" parts "${PARTS}")
set(GPUTILE_PARTS "")
foreach(part IN LISTS parts)
  file(READ "${part}" text)
  string(FIND "${text}" "\n${AFTER}" start)
  if(start EQUAL -1)
    message(FATAL_ERROR "${part} has no line \"${AFTER}\"")
  endif()
  math(EXPR start "${start} + 1")
  string(SUBSTRING "${text}" ${start} -1 text)
  string(FIND "${text}" "\n" end)
  math(EXPR end "${end} + 1")
  string(SUBSTRING "${text}" ${end} -1 text)
  string(APPEND GPUTILE_PARTS "${text}")
endforeach()
file(READ "${TEMPLATE}" template)
string(SHA256 hash "${VERSION}${template}${GPUTILE_PARTS}")
string(SUBSTRING "${hash}" 0 8 hash)
set(GPUTILE_TEXT_ID "0x${hash}")
set(GPUTILE_VERSION "${VERSION}")
string(CONFIGURE "${template}" header @ONLY)
file(WRITE "${HEADER}.new" "${header}")
file(RENAME "${HEADER}.new" "${HEADER}")
file(WRITE "${EMBEDDED}.new" "// Made by cmake/JoinHeader.cmake.
namespace gputile {
inline constexpr char CudaHeaderId[] = \"${GPUTILE_TEXT_ID}\";
inline constexpr char CudaHeaderText[] = R\"gputile_text(${header})gputile_text\";
} // namespace gputile
")
file(RENAME "${EMBEDDED}.new" "${EMBEDDED}")
