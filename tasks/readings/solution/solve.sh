#!/bin/sh
set -e
cp "$(dirname "$0")/readings.py" readings.py
