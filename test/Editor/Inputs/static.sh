#!/bin/sh
exec clangd-19 "$@"
