"""Random trials, a script for each kind: python3 -m tests.fuzz.NAME --seed S --minutes N.

Trial after trial has a seed of its own, so `--seed THAT --count 1` makes a fault again. The exit
code is 1 if there was one. The suite makes a short run of each script.
"""
