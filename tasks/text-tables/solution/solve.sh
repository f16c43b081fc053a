#!/bin/sh
set -e
cp "$(dirname "$0")/tables.js" tables.js
