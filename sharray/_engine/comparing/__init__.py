"""A process that compares what the processes of a program do.

It outlives whatever becomes of them, and says so: a process of its own (`hub`), which imports
nothing but what comes with Python, and not the packages around this one. `server` compares.
`sharray.distributed` starts it; `agreement_client` and `agreed` tell it what is launched, and ask.
"""
