#!/bin/sh
set -e
cp "$(dirname "$0")/cache.js" cache.js
