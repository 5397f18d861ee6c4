#!/bin/bash -eu
# The script proper lies in the project, so that a change of the build needs no change of this file.
exec bash "$SRC/layoutcheck/fuzz/build.sh"
