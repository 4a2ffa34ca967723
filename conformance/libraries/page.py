"""What became of a library's tests, as a page of the documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version

from conformance.libraries.plugin import OWNERS
from conformance.libraries.runner import Outcomes

#: Setting -> what a reader calls it.
NAMES = {"default": "default settings", "devices": "everything on devices"}


@dataclass
class Counts:
    """The tests that pass on NumPy, by module, and which of them pass on sharray."""

    #: module -> tests that count
    tests: dict[str, set[str]]
    #: setting -> module -> outcomes
    outcomes: Mapping[str, Mapping[str, Outcomes]]
    #: reason -> tests that are left out
    left_out: Counter[str]

    @classmethod
    def of(cls, results: Mapping[str, Mapping[str, Outcomes]]) -> Counts:
        """Count, from outcomes by setting and module, those on NumPy among them."""
        own = results["own"]
        left_out: Counter[str] = Counter()
        for outcomes in own.values():
            left_out += outcomes.left_out
        others = {setting: each for setting, each in results.items() if setting != "own"}
        return cls({module: own[module].passed() for module in own}, others, left_out)

    def passed(self, setting: str, module: str) -> int:
        """How many tests of a module pass in a setting."""
        return len(self.tests[module] & self.outcomes[setting][module].passed())

    def share(self, setting: str) -> float:
        """The share of all tests that pass in a setting."""
        total = sum(map(len, self.tests.values()))
        return sum(self.passed(setting, module) for module in self.tests) / max(total, 1)

    def failures(self, setting: str) -> Iterator[tuple[str, str]]:
        """The tests that do not pass, and why."""
        for module, tests in self.tests.items():
            outcomes = self.outcomes[setting][module]
            for name in sorted(tests - outcomes.passed()):
                outcome, why = outcomes.tests.get(name, ("", "not found"))
                yield name.partition("site-packages/")[2] or name, why or outcome

    def table(self) -> str:
        """Return the counts as a table, by module."""
        settings = list(self.outcomes)
        lines = [
            f"| module | tests | {' | '.join(NAMES[each] for each in settings)} |",
            f"| --- |{' ---: |' * (1 + len(settings))}",
        ]
        for module, tests in self.tests.items():
            if tests:
                passed = [f"{self.passed(each, module) / len(tests):.1%}" for each in settings]
                lines.append(f"| {module} | {len(tests)} | {' | '.join(passed)} |")
        total = sum(map(len, self.tests.values()))
        shares = " | ".join(f"{self.share(each):.2%}" for each in settings)
        return "\n".join([*lines, f"| all | {total} | {shares} |"])


#: Whose tests -> which run, and how.
_WHAT = {
    "numpy": "concern numeric arrays, with `sharray.numpy` where they import numpy",
    "scipy": "run on any namespace of the array API, on `sharray`",
}


def write(owner: str, counts: Counts) -> str:
    """Return the page."""
    reasons = "\n".join(
        f"| {reason} | {count} |" for reason, count in counts.left_out.most_common()
    )
    name = {"numpy": "NumPy", "scipy": "SciPy"}[owner]
    what = (
        f"`python -m conformance --{owner}` runs those tests of the installed {name} "
        f"({version(owner)}) that {_WHAT[owner]}, with {OWNERS[owner].DEVICES} virtual CPU "
        "devices, and writes this page. Those count that pass on NumPy."
    )
    parts = [
        f"# {name}'s own tests",
        what,
        counts.table(),
        f"Left out by the rules of `conformance/libraries/{owner}s.py`, and so not counted:",
        f"| why | tests |\n| --- | ---: |\n{reasons}",
    ]
    for setting in counts.outcomes:
        lines = [f"- `{name}`: {why}" for name, why in counts.failures(setting)]
        parts += [f"## What does not pass, {NAMES[setting]}", "\n".join(lines) or "Nothing."]
    return "\n\n".join(parts) + "\n"
