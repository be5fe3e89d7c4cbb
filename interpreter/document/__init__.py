"""Document stage: files to located, checked documents; feeds the pack loader.

`read_bytes` and `read` make nodes of YAML, `check` compares a document with its schema; both hand
findings back as values. Nodes say where everything stands.
"""

from interpreter.document.nodes import (
    Entry,
    MappingNode,
    Node,
    NodePatch,
    PlainView,
    Pointer,
    ScalarNode,
    SequenceNode,
    canonical,
    find_node,
    headline,
    key_span_of,
    plain,
    span_of,
)
from interpreter.document.reader import decode, read, read_bytes
from interpreter.document.schema import check, check_against

__all__ = [
    "Entry",
    "MappingNode",
    "Node",
    "NodePatch",
    "PlainView",
    "Pointer",
    "ScalarNode",
    "SequenceNode",
    "canonical",
    "check",
    "check_against",
    "decode",
    "find_node",
    "headline",
    "key_span_of",
    "plain",
    "read",
    "read_bytes",
    "span_of",
]
