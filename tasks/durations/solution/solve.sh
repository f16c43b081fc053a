#!/bin/sh
set -e
cp "$(dirname "$0")/durations.mjs" durations.mjs
