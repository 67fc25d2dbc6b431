"""How well Fullprime doubles and takes, beside real peers. What is measured: docs/cube.md."""
