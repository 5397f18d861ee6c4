"""The verdict on my_layouts, as text and as data."""

import sys

import my_layouts  # its functions have the names of operations

import layoutcheck

result = layoutcheck.test(my_layouts, count=3000)
print(result)  # the causes, each with its smallest case, and the counts
for cause in result.causes[:5]:
    print(f"{cause.operation}, {cause.title}: {cause.question} is {cause.expected}, not {cause.given}")
sys.exit(0 if result.right else 1)
