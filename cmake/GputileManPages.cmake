# Man pages: man/*.1.in with @OPTIONS@ for the tools' and @PLUGIN_OPTIONS@ for the
# plugin's spelling of the table Options.def, @VERSION@, and @ENVIRONMENT@ for what
# all programs read.

# roff(<variable> <text>): the text as roff takes it.
function(gputile_roff variable text)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REPLACE "'" "\\(aq" text "${text}")
  string(REPLACE "…" "\\&..." text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# gputile_option_table(<variable> <prefix>): a tagged paragraph per option.
function(gputile_option_table variable prefix)
  set(table "${PROJECT_SOURCE_DIR}/include/gputile/Driver/Options.def")
  file(READ "${table}" text)
  # Brackets and semicolons mean something in CMake's lists.
  string(REPLACE "[" "<bracket>" text "${text}")
  string(REPLACE "]" "<tekcarb>" text "${text}")
  string(REPLACE ";" "<semicolon>" text "${text}")
  set(string "\"([^\"]*)\"")
  set(row "\nOPTION\\([A-Za-z]+,[ \n]*${string},[ \n]*${string},[ \n]*${string}\\)")
  string(REGEX MATCHALL "${row}" rows "${text}")
  set(result "")
  foreach(line IN LISTS rows)
    string(REGEX MATCH "${row}" line "${line}")
    set(name "${CMAKE_MATCH_1}")
    set(value "${CMAKE_MATCH_2}")
    set(help "${CMAKE_MATCH_3}")
    if(name STREQUAL "fail-in")
      continue() # for gputile's own tests
    endif()
    foreach(part IN ITEMS name value help)
      gputile_roff(${part} "${${part}}")
    endforeach()
    if(NOT value STREQUAL "") # a plain if() takes N for no
      set(value "=\\fI${value}\\fR")
    endif()
    string(APPEND result ".TP\n\\fB${prefix}${name}\\fR${value}\n${help}\n")
  endforeach()
  string(REPLACE "<bracket>" "[" result "${result}")
  string(REPLACE "<tekcarb>" "]" result "${result}")
  string(REPLACE "<semicolon>" ";" result "${result}")
  string(STRIP "${result}" result)
  set(${variable} "${result}" PARENT_SCOPE)
endfunction()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/gputile/Driver/Options.def")
gputile_option_table(OPTIONS "\\-\\-")
gputile_option_table(PLUGIN_OPTIONS "\\-fplugin\\-arg\\-gputile\\-")
file(READ man/environment.roff ENVIRONMENT)
string(STRIP "${ENVIRONMENT}" ENVIRONMENT)
foreach(page IN ITEMS gputile gputile-run gputile-config gputile-clangd gputile-tiles gputile-tune)
  configure_file(man/${page}.1.in man/${page}.1 @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/man/${page}.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/man/environment.roff")
