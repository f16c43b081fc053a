#!/bin/sh
set -e
cp "$(dirname "$0")/split.py" split.py
