# Makes C++ of the device profiles in share/gputile/devices, when CMake runs:
#
#   include/gputile/Model/DefaultDevice.h   the numbers of the default device
#   devices/DeviceNames.h                   the names of all, in alphabetical order
#   devices/DeviceTexts.h                   the files' texts, in the same order
set(GPUTILE_DEFAULT_DEVICE h100)
file(GLOB device_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/share/gputile/devices/*.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${device_files})

# gputile_write_header(<file> <text>): what includes the file is compiled again only if it changed.
function(gputile_write_header file text)
  file(WRITE "${file}.new" "// Made from share/gputile/devices by cmake/GputileDevices.cmake.\n${text}")
  file(COPY_FILE "${file}.new" "${file}" ONLY_IF_DIFFERENT)
endfunction()

# gputile_constants(<variable> <type> <text> <member>): a constant for each number in the member of
# the JSON text.
function(gputile_constants variable type text member)
  set(result "")
  string(JSON count LENGTH "${text}" ${member})
  math(EXPR last "${count} - 1")
  foreach(position RANGE ${last})
    string(JSON key MEMBER "${text}" ${member} ${position})
    string(JSON value GET "${text}" ${member} ${key} value)
    string(APPEND result "inline constexpr ${type} ${key} = ${value};\n")
  endforeach()
  set(${variable} "${result}" PARENT_SCOPE)
endfunction()

set(names "")
set(texts "")
foreach(file IN LISTS device_files)
  cmake_path(GET file STEM name)
  file(READ "${file}" text)
  string(APPEND names "    \"${name}\",\n")
  string(APPEND texts "    R\"gputile_device(${text})gputile_device\",\n")
endforeach()
gputile_write_header("${PROJECT_BINARY_DIR}/devices/DeviceNames.h"
  "namespace gputile {\ninline constexpr const char *builtInDevices[] = {\n${names}};\n} // namespace gputile\n")
gputile_write_header("${PROJECT_BINARY_DIR}/devices/DeviceTexts.h"
  "namespace gputile {\ninline constexpr const char *builtInDeviceTexts[] = {\n${texts}};\n} // namespace gputile\n")

file(READ "${PROJECT_SOURCE_DIR}/share/gputile/devices/${GPUTILE_DEFAULT_DEVICE}.json" text)
gputile_constants(limits long "${text}" limits)
gputile_constants(costs double "${text}" costs)
string(JSON title GET "${text}" title)
string(JSON driver_names GET "${text}" driverNames)
string(REGEX REPLACE "^\\[|\\]$" "" driver_names "${driver_names}")
gputile_write_header("${PROJECT_BINARY_DIR}/include/gputile/Model/DefaultDevice.h"
  "#ifndef GPUTILE_MODEL_DEFAULTDEVICE_H
#define GPUTILE_MODEL_DEFAULTDEVICE_H

namespace gputile::default_device {
inline constexpr char name[] = \"${GPUTILE_DEFAULT_DEVICE}\", title[] = \"${title}\";
inline constexpr const char *driverNames[] = {${driver_names}};
${limits}${costs}} // namespace gputile::default_device

#endif
")
