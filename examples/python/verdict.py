"""The verdict on my_layouts, as data and as text."""

import sys

import my_layouts

import layoutcheck

result = layoutcheck.test(my_layouts, count=3000)
for cause in result.causes[:5]:
    print(f"{cause.operation}, {cause.title}: {cause.question} is {cause.expected}, not {cause.given}")
print(result)
sys.exit(0 if result.right else 1)
