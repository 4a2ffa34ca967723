"""Builds the conda package of an sdist, and runs the tests of its recipe.

    python .ci/conda.py SDIST

conda's own packages need not be reached: the channel that the build takes others from is made here,
of this Python and of what PyPI has. Needs py-rattler and py-rattler-build.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

from rattler.index import index_fs
from rattler_build import Package, Stage0Recipe, assemble_package

PLATFORM = "linux-64"
VERSION = "{}.{}".format(*sys.version_info)
LIBRARY = f"lib/python{VERSION}"
RECIPE = Path(__file__).parents[1] / ".github" / "conda" / "recipe.yaml"
#: What the recipe asks for -> what that needs.
NEEDED = {
    "array-api-compat": [],
    "hatchling": ["packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"],
    "jax": ["jaxlib", "ml-dtypes", "numpy", "opt-einsum", "scipy"],
    "jaxlib": ["ml-dtypes", "numpy", "scipy"],
    "numpy": [],
    "pip": [],
}


def pack(name: str, version: str, files: Path, channel: Path, *, is_pure: bool = False) -> None:
    """Make a package of the files in a folder."""
    subdir = "noarch" if is_pure else PLATFORM
    python = [] if name == "python" else [f"python {VERSION}.*"]
    assemble_package(
        *(name, version, subdir, "0", channel / subdir),
        files_dir=files,
        depends=python + NEEDED.get(name, []),
        noarch="python" if is_pure else None,
        compression_level=1,
        detect_prefix=False,
    )


def pack_python(folder: Path, channel: Path) -> None:
    """Make a package of this Python, without what is installed in it."""
    left_out = shutil.ignore_patterns("site-packages", "dist-packages", "test", "__pycache__")
    shutil.copytree(sysconfig.get_path("stdlib"), folder / LIBRARY, ignore=left_out)
    (folder / LIBRARY / "site-packages").mkdir()
    (folder / "bin").mkdir()
    program = folder / "bin" / f"python{VERSION}"
    shutil.copy(os.path.realpath(sys.executable), program)
    for name in ("python", "python3"):
        (folder / "bin" / name).symlink_to(program.name)
    shared = Path(str(sysconfig.get_config_var("LIBDIR"))) / str(
        sysconfig.get_config_var("INSTSONAME")
    )
    if shared.suffix != ".a" and shared.exists():
        shutil.copy(shared, folder / "lib" / shared.name)
    pack("python", sys.version.partition(" ")[0], folder, channel)


def pack_wheel(wheel: Path, folder: Path, channel: Path) -> None:
    """Make a package of a wheel."""
    name, version, *_ = wheel.stem.split("-")
    is_pure = wheel.stem.endswith("-none-any")
    target = folder / ("site-packages" if is_pure else f"{LIBRARY}/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    for scripts in target.glob("*.data"):
        shutil.rmtree(scripts)
    pack(name.lower().replace("_", "-"), version, folder, channel, is_pure=is_pure)


def main() -> None:
    """Build the package of the sdist that the command line names, and test it."""
    sdist = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        channel, wheels = work / "channel", work / "wheels"
        for subdir in (PLATFORM, "noarch"):
            (channel / subdir).mkdir(parents=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:"]
        subprocess.run([*pip, "--dest", wheels, *NEEDED], check=True)
        pack_python(work / "python", channel)
        for i, wheel in enumerate(sorted(wheels.glob("*.whl"))):
            pack_wheel(wheel, work / str(i), channel)
        asyncio.run(index_fs(channel))

        with tarfile.open(sdist) as archive:
            archive.extractall(work / "source", filter="data")
        (source,) = (work / "source").iterdir()
        recipe = source / ".github" / "conda" / RECIPE.name
        recipe.parent.mkdir(parents=True, exist_ok=True)
        recipe.write_text(
            RECIPE.read_text().replace('python_min: "3.11"', f'python_min: "{VERSION}"')
        )
        os.environ["RATTLER_CACHE_DIR"] = str(work / "cache")
        address = [channel.as_uri()]
        (variant,) = Stage0Recipe.from_file(recipe).render()
        (built,) = variant.run_build(output_dir=work / "built", channels=address).packages
        results = Package.from_file(built).run_tests(channel=address)
        for result in results:
            print(result)
            if not result.success:
                sys.exit("\n".join(result.output))
        print(f"{Path(built).name}: {len(results)} tests passed")


if __name__ == "__main__":
    main()
