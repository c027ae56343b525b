# Tests that are known to fail, each with its reason; ctest reads this file when it runs. One that
# passes unexpectedly fails, so the list can only be right.

