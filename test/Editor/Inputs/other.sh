#!/bin/sh
echo "clangd version 3.0"
