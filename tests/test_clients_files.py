"""Libraries that write arrays to files and read into them: as with NumPy's own."""

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp

NEEDED = "is one of the extra test-clients: pip install -e '.[test-clients]'"
rasterio = pytest.importorskip("rasterio", reason=f"rasterio {NEEDED}")
soundfile = pytest.importorskip("soundfile", reason=f"soundfile {NEEDED}")
tables = pytest.importorskip("tables", reason=f"tables {NEEDED}")
tifffile = pytest.importorskip("tifffile", reason=f"tifffile {NEEDED}")

pytestmark = pytest.mark.filterwarnings("ignore")  # their own deprecations are no matter here

IMAGE = np.random.default_rng(0).integers(0, 255, (30, 40)).astype(np.uint8)


def with_rasterio(path, image, out):
    size = {"height": image.shape[0], "width": image.shape[1], "count": 1, "dtype": "uint8"}
    with rasterio.open(path, "w", driver="GTiff", **size) as file:
        file.write(image, 1)
        file.write_mask(image > 100)
    with rasterio.open(path) as file:
        np.testing.assert_array_equal(file.read_masks(1), 255 * (IMAGE > 100))
        return file.read(1, out=out)


def with_tables(path, image, out):
    with tables.open_file(path, "w") as file:
        array = file.create_array("/", "image", image)
        chunked = file.create_carray("/", "chunked", obj=image)
        chunked[:5] = image[:5]
        np.testing.assert_array_equal(chunked[:], IMAGE)
        return array.read(out=out)


def with_tifffile(path, image, out):
    tifffile.imwrite(path, image)
    return tifffile.imread(path, out=out)


FORMATS = {"rasterio": with_rasterio, "tables": with_tables, "tifffile": with_tifffile}


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_read_into_an_array(tmp_path, name):
    with xp.set_options(host_threshold=4, host_work=10**12):
        out = snp.zeros(IMAGE.shape, np.uint8)
        assert FORMATS[name](tmp_path / "file", snp.asarray(IMAGE.copy()), out) is out
        np.testing.assert_array_equal(out, IMAGE)


def test_sound_is_read_into_an_array(tmp_path):
    wave = np.sin(np.arange(60.0))
    with xp.set_options(host_threshold=4, host_work=10**12):
        x, out = snp.asarray(wave), snp.zeros(60)
        options = {"samplerate": 8000, "channels": 1, "subtype": "DOUBLE", "format": "WAV"}
        with soundfile.SoundFile(tmp_path / "wave", "w", **options) as file:
            file.buffer_write(x, "float64")
        with soundfile.SoundFile(tmp_path / "wave") as file:
            assert file.buffer_read_into(out, "float64") == 60
        np.testing.assert_array_equal(out, wave)
