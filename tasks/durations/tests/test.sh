#!/bin/sh
mkdir -p /logs/verifier
if node --test /tests/held-out.test.mjs; then
  echo 1 > /logs/verifier/reward.txt
else
  echo 0 > /logs/verifier/reward.txt
fi
