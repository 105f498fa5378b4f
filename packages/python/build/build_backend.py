"""Packs the folder `wheel`, which has everything but the list of its files. Needs the standard library alone."""

import base64
import hashlib
import os
import tarfile
import zipfile

_here = os.path.dirname(os.path.abspath(__file__))
_root = os.path.join(_here, "wheel")


def _paths():
    found = []
    for folder, _, names in os.walk(_root):
        found += [os.path.relpath(os.path.join(folder, name), _root).replace(os.sep, "/") for name in names]
    return sorted(path for path in found if "__pycache__" not in path)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    paths = _paths()
    info = next(path.split("/")[0] for path in paths if path.endswith(".dist-info/METADATA"))
    name = info.removesuffix(".dist-info") + "-py3-none-any.whl"
    record = ""
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in paths:
            with open(os.path.join(_root, path), "rb") as file:
                data = file.read()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            record += f"{path},sha256={digest},{len(data)}\n"
            wheel.writestr(path, data)
        wheel.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    top = next(path for path in os.listdir(_root) if path.endswith(".dist-info")).removesuffix(".dist-info")
    with tarfile.open(os.path.join(sdist_directory, f"{top}.tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as sdist:
        for name in ("PKG-INFO", "README.md", "build_backend.py", "pyproject.toml", "wheel"):
            sdist.add(os.path.join(_here, name), f"{top}/{name}")
    return f"{top}.tar.gz"
