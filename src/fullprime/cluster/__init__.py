"""Reviews and rollouts on several processes or machines, through Dask: docs/cluster.md.

The pieces of work are data (`piece`): a match and which moments of it, or a position and which
trials. A worker runs one function of this program on them and nothing else (`guard`, `node`), and
every answer is the same to the last bit wherever it is computed. So a `Crew` can check its workers
by computing a few figures again, and needs to know nothing about who computed what.
"""
