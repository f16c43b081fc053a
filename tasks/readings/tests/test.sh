#!/bin/sh
mkdir -p /logs/verifier
if python3 -m pytest -q --rootdir=/tests /tests/test_held_out.py; then
  echo 1 > /logs/verifier/reward.txt
else
  echo 0 > /logs/verifier/reward.txt
fi
