"""A hook of the build of the wheel: the parts of each language become one compiled catalogue, in place of what translators work on."""

import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):
    """Compile the catalogues into a temporary folder, which is erased when the wheel is made. A part that cannot be read ends the build."""

    def initialize(self, version, build_data):
        if version == "editable":  # a checkout reads the parts themselves
            return
        sys.path.insert(0, self.root)
        from tarot_teach.catalogues import NAME, compile_parts

        self.made = tempfile.TemporaryDirectory()
        for folder in sorted(Path(self.root, "tarot_teach", "locale").glob("*/LC_MESSAGES")):
            language = folder.parent.name
            compiled, faults = compile_parts(language, sorted(folder.glob("*.po")))
            if faults:
                raise faults[0]
            made = Path(self.made.name, f"{language}.mo")
            made.write_bytes(compiled)
            build_data["force_include"][str(made)] = f"tarot_teach/locale/{language}/LC_MESSAGES/{NAME}"

    def finalize(self, version, build_data, artifact_path):  # noqa: ARG002
        if version != "editable":
            self.made.cleanup()
