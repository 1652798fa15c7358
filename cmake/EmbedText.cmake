# cmake -DINPUT=file -DNAME=Symbol -DOUTPUT=Header.h -P EmbedText.cmake
# Writes a C++ header that holds the file as the string gputile::NAME.
file(READ "${INPUT}" text)
file(WRITE "${OUTPUT}.new" "// Made from ${INPUT} by cmake/EmbedText.cmake.
namespace gputile {
inline constexpr char ${NAME}[] = R\"gputile_text(${text})gputile_text\";
} // namespace gputile
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
