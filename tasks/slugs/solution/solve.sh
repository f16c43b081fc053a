#!/bin/sh
set -e
cp "$(dirname "$0")/words/slugs.py" words/slugs.py
