#!/bin/sh
set -e
cp "$(dirname "$0")/settlement.py" settlement.py
