#!/bin/sh
set -e
cp "$(dirname "$0")/inversions.py" inversions.py
