# What is installed besides the targets, and CPack's Debian package. Everything finds
# everything else relative to itself, so an installation may be moved.

# --- The build tree is laid out as an installation is -----------------------------
# so that tools look for their files in one place only.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include/gputile" "${PROJECT_BINARY_DIR}/share/gputile")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/include/gputile/cpu"
  "${PROJECT_BINARY_DIR}/include/gputile/cpu" SYMBOLIC)
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/lib/Emulation/Race" "${PROJECT_BINARY_DIR}/share/gputile/Race" SYMBOLIC)
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/share/doc/gputile")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/docs/diagnostics" "${PROJECT_BINARY_DIR}/share/doc/gputile/diagnostics" SYMBOLIC)

# --- What emitted text, gputile-run and the CPU backend include and compile -----------
install(DIRECTORY include/gputile/cpu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gputile)
install(FILES "${PROJECT_BINARY_DIR}/include/gputile/gputile.cuh" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gputile)
install(DIRECTORY lib/Emulation/Race/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gputile/Race
  FILES_MATCHING PATTERN "*.h" PATTERN "*.cpp")

# --- Device profiles, to read and to copy: gputile has them built in ---------------------
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/share/gputile/devices" "${PROJECT_BINARY_DIR}/share/gputile/devices" SYMBOLIC)
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/share/gputile/device-profile.schema.json"
  "${PROJECT_BINARY_DIR}/share/gputile/device-profile.schema.json" SYMBOLIC)
install(DIRECTORY share/gputile/devices DESTINATION ${CMAKE_INSTALL_DATADIR}/gputile)
install(FILES share/gputile/device-profile.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/gputile)
# Users compile what measures their GPU, so that nothing here needs CUDA.
install(DIRECTORY tools/gputile-calibrate/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gputile/calibrate
  FILES_MATCHING PATTERN "*.cu" PATTERN "*.cuh" PATTERN "*.h")
install(FILES include/gputile/Model/DeviceNumbers.def
  DESTINATION ${CMAKE_INSTALL_DATADIR}/gputile/calibrate/gputile/Model)

# --- For build systems -------------------------------------------------------------
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/GpuTile")
file(RELATIVE_PATH GPUTILE_PREFIX_FROM_PACKAGE "/prefix/${package_dir}" "/prefix")
set(package_files "${PROJECT_BINARY_DIR}/package")
configure_file(cmake/package/GpuTileConfig.cmake.in "${package_files}/GpuTileConfig.cmake" @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${package_files}/GpuTileConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${package_files}/GpuTileConfig.cmake" "${package_files}/GpuTileConfigVersion.cmake"
  DESTINATION ${package_dir})
file(RELATIVE_PATH GPUTILE_PREFIX_FROM_PKGCONFIG "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/package/gputile_rt.pc.in "${package_files}/gputile_rt.pc" @ONLY)
install(FILES "${package_files}/gputile_rt.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# --- Documents -----------------------------------------------------------------------
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(GputileManPages)

# --- The Debian package: cpack -G DEB ------------------------------------------------
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gputile)
set(CPACK_PACKAGE_CONTACT "gputile maintainers <maintainers@gputile.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Clang plugin that runs marked loop nests on a GPU")
set(CPACK_PACKAGE_DESCRIPTION "Loop nests marked '#pragma gpu_tile' in ordinary C and C++
are tiled, in time too, and run on an NVIDIA GPU where there is one, and as they
were written elsewhere.
.
This package holds the plugin, the run-time library of programs compiled with
it, the tools gputile and gputile-run, and an emulation of a GPU for tests.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Programs that others package depend on the run-time library, which the loader's cache
# must know. The other libraries are loaded by name.
file(WRITE "${package_files}/shlibs" "libgputile_rt 1 gputile (>= ${PROJECT_VERSION})\n")
file(WRITE "${package_files}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${package_files}/shlibs;${package_files}/triggers")
# The plugin takes LLVM's symbols from the compiler and refuses other releases than its own.
math(EXPR next_patch "${LLVM_VERSION_PATCH} + 1")
set(llvm_minor "${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}")
# For gputile-clangd; for gputile-run --race and --asan; for gputile-tune.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clangd-${GPUTILE_LLVM_MAJOR}, libclang-rt-${GPUTILE_LLVM_MAJOR}-dev, python3")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${GPUTILE_LLVM_MAJOR} (>= 1:${LLVM_VERSION}~), \
clang-${GPUTILE_LLVM_MAJOR} (<< 1:${llvm_minor}.${next_patch}~)")
include(CPack)
