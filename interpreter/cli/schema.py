"""Command stage: `solon schema`, the schema of one pack's own files, for editors."""

from __future__ import annotations

import json

import click

from interpreter.cli import output
from interpreter.cli.packs import Chosen, pack_argument
from interpreter.pack.derived_schema import derive_schema
from interpreter.resources import data_folder


@click.command()
@pack_argument
def schema(chosen: Chosen) -> None:
    """Print the JSON Schema of this pack's files, with its own kinds, fields and ids.

    Write it to a file and name that file in the first line of your YAML files:

        # yaml-language-server: $schema=.schemas/my.schema.json
    """
    derived = derive_schema(chosen.declarations(), data_folder("schemas"))
    output.result(json.dumps(derived, ensure_ascii=False, indent=2))
