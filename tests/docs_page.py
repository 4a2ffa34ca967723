"""Run the code blocks of a page, in order and in one namespace: ``python docs_page.py PAGE``.

Blocks of language ``python`` are executed; those of ``pycon`` are doctests, whose output counts.
A block that is only to be looked at has another language.
"""

import doctest
import os
import re
import sys
from pathlib import Path

_BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main(page: Path) -> int:
    text = page.read_text(encoding="utf-8")
    space: dict[str, object] = {"__name__": "__main__"}
    blocks = list(_BLOCK.finditer(text))
    for block in blocks:
        language, code = block.groups()
        line = text.count("\n", 0, block.start(2))
        if language == "python":
            # as many empty lines before it, so that a traceback shows the line of the page
            exec(compile("\n" * line + code, str(page), "exec"), space)
            continue
        test = doctest.DocTestParser().get_doctest(code, space, page.name, str(page), line)
        runner = doctest.DocTestRunner(
            optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF, verbose=False
        )
        runner.run(test, clear_globs=False)
        space.update(test.globs)
        if runner.failures:
            return 1
    print(f"{len(blocks)} blocks")
    return 0


if __name__ == "__main__":
    # pages that say nothing about devices are written for eight
    os.environ.setdefault("JAX_NUM_CPU_DEVICES", "8")
    sys.exit(main(Path(sys.argv[1])))
