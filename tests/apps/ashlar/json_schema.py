# SPDX-License-Identifier: BSD-3-Clause
"""Validates values by the keywords of JSON Schema that docs/ashlar-output.schema.json uses. In addition, an object has no
keys that its schema does not list."""

_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
_ANNOTATIONS = {"$schema", "$defs", "title", "description"}


class Invalid(Exception):
    """A value that a schema does not allow, with its position."""


def _is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, _TYPES[name])


class Schema:
    """A schema document; `seen` collects the properties that valid values had, as (pointer, name)."""

    def __init__(self, document):
        self.document = document
        self.seen = set()

    def at(self, pointer):
        node = self.document
        for part in pointer.removeprefix("#/").split("/"):
            node = node[int(part)] if isinstance(node, list) else node[part]
        return node

    def properties_of(self, pointer):
        """All properties below a definition, as in `seen`, including those of the definitions that it refers to."""
        found, open_pointers, done = set(), [pointer], set()
        while open_pointers:
            at = open_pointers.pop()
            if at in done:
                continue
            done.add(at)
            node = self.at(at)
            found |= {(at, name) for name in node.get("properties", {})}
            open_pointers += [f"{at}/properties/{name}" for name in node.get("properties", {})]
            open_pointers += [f"{at}/anyOf/{k}" for k in range(len(node.get("anyOf", ())))]
            open_pointers += [f"{at}/{key}" for key in ("items", "additionalProperties") if key in node]
            open_pointers += [node["$ref"]] if "$ref" in node else []
        return found

    def validate(self, value, pointer):
        """@raises Invalid"""
        self.seen |= self._check(value, pointer, "value")

    def _check(self, value, pointer, where):
        """The properties that the value has."""
        node = self.at(pointer)
        seen = set()
        for keyword, rule in node.items():
            if keyword in _ANNOTATIONS or keyword in ("properties", "required"):
                continue
            if keyword == "$ref":
                seen |= self._check(value, rule, where)
            elif keyword == "anyOf":
                seen |= self._any(value, pointer, len(rule), where)
            elif keyword == "enum":
                self._expect(value in rule, f"{where} is {value!r}, not one of {rule}")
            elif keyword == "type":
                names = [rule] if isinstance(rule, str) else rule
                self._expect(any(_is_type(value, name) for name in names), f"{where} is {value!r}, not of type {rule}")
            elif keyword == "minimum":
                self._expect(not _is_type(value, "number") or value >= rule, f"{where} is {value!r}, below {rule}")
            elif keyword == "minItems":
                self._expect(not isinstance(value, list) or len(value) >= rule, f"{where} has fewer than {rule} items")
            elif keyword == "maxItems":
                self._expect(not isinstance(value, list) or len(value) <= rule, f"{where} has more than {rule} items")
            elif keyword == "items":
                for k, item in enumerate(value if isinstance(value, list) else ()):
                    seen |= self._check(item, f"{pointer}/items", f"{where}[{k}]")
            elif keyword == "additionalProperties":
                for key, inner in value.items() if isinstance(value, dict) else ():
                    seen |= self._check(inner, f"{pointer}/additionalProperties", f"{where}.{key}")
            else:
                raise ValueError(f"{pointer}: the keyword {keyword} is not supported")
        if "properties" in node:
            seen |= self._object(value, node, pointer, where)
        return seen

    def _any(self, value, pointer, count, where):
        faults = []
        for k in range(count):
            try:
                return self._check(value, f"{pointer}/anyOf/{k}", where)
            except Invalid as fault:
                faults.append(str(fault))
        raise Invalid(f"{where}: " + "; ".join(faults))

    def _object(self, value, node, pointer, where):
        self._expect(isinstance(value, dict), f"{where} is {value!r}, not an object")
        missing = set(node.get("required", ())) - set(value)
        self._expect(not missing, f"{where} lacks {sorted(missing)}")
        unknown = set(value) - set(node["properties"])
        self._expect(not unknown, f"{where} has {sorted(unknown)}, which the schema does not list")
        seen = {(pointer, name) for name in value}
        for name, inner in value.items():
            seen |= self._check(inner, f"{pointer}/properties/{name}", f"{where}.{name}")
        return seen

    @staticmethod
    def _expect(condition, fault):
        if not condition:
            raise Invalid(fault)
