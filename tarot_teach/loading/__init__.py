"""From YAML files to rulesets: strict reading, inheritance, options, and errors with their place."""

from tarot_teach.loading.document import Document, kind_of
from tarot_teach.loading.file_catalogue import shipped
from tarot_teach.loading.formats import json_schemas, parse_model
from tarot_teach.loading.library import Library
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.loading.yaml_writer import write_yaml

__all__ = [
    "Document",
    "Library",
    "json_schemas",
    "kind_of",
    "parse_model",
    "read_yaml",
    "shipped",
    "write_yaml",
]
