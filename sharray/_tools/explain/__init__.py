"""What a function would move, need and compute, found without running it.

`explain` traces it with `_engine.explained` active, `compiling` compiles for devices that need not
exist, `explanation` is what users see. It may import all layers below `_tools`. The public
namespace names it.
"""
