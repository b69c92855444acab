"""From YAML files to rulesets: strict reading, inheritance, options, and errors with their place."""

from tarot_teach.loading.document import Document as Document
from tarot_teach.loading.document import kind_of as kind_of
from tarot_teach.loading.file_catalogue import shipped as shipped
from tarot_teach.loading.formats import parse_model as parse_model
from tarot_teach.loading.library import LEVELS as LEVELS
from tarot_teach.loading.library import Library as Library
from tarot_teach.loading.schemas import json_schemas as json_schemas
from tarot_teach.loading.yaml_reader import read_yaml as read_yaml
from tarot_teach.loading.yaml_writer import write_yaml as write_yaml
