"""What the rules of a save say to cases on the standard input, a line of JSON each: random ones of client/test/nightly/save-rules.test.ts, and
test vectors of the kinds `merge3` and `difference` (sdks/vectors/save), whose documents are JSON text.
"""
import json
import sys
from decimal import Decimal

from save_rules import (
    DoesNotApply,
    Unsent,
    add_step,
    apply_edit,
    changed_paths,
    difference,
    document_of,
    joined,
    merge3,
    merge_record,
    merge_state,
    pointer_of,
    request_of,
    text_of,
)


def path_of(pointer):
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:])


def with_paths(step, change):
    if step["op"] == "patch":
        return {**step, "operations": [with_paths(operation, change) for operation in step["operations"]]}
    return {**step, "path": change(step["path"])}


def written(steps):
    return [with_paths(step, pointer_of) for step in steps]


def unsent_of(document, edits):
    """The unsent change after edits, and which of them did not apply."""
    unsent, refused = Unsent(document), []
    for number, edit in enumerate(edits):
        try:
            unsent = apply_edit(unsent, edit["set"]) if "set" in edit else add_step(unsent, with_paths(edit, path_of))
        except DoesNotApply:
            refused.append(number)
    return unsent, refused


def facts_of(unsent):
    return {"plain": unsent.plain, "steps": written(unsent.steps), "document": document_of(unsent)}


def answer(case):
    base, mine, theirs = case["base"], case["mine"], case["theirs"]
    units, most = [path_of(unit) for unit in case["units"]], case["most"]
    unsent, refused = unsent_of(base, case["edits"])
    later, _ = unsent_of(document_of(unsent), case["later"])
    merged, disputed = merge3(base, mine, theirs, units, case["winner"], case["begins"])
    record = merge_record(base, unsent, theirs, units, case["winner"], case["begins"])
    state, disputed_by_set = merge_state(unsent, mine, theirs, units)
    operations, held, waiting = request_of(theirs, unsent, most, units)
    return {
        "difference": written(difference(base, mine)),
        "changed": [pointer_of(path) for path in changed_paths(base, mine)],
        "merged": merged,
        "disputed": [pointer_of(path) for path in disputed],
        "unsent": facts_of(unsent),
        "refused": refused,
        "joined": facts_of(joined(unsent, later)),
        "record": [facts_of(record.unsent), [pointer_of(path) for path in record.disputed], written(record.refused)],
        "state": [facts_of(state), [pointer_of(path) for path in disputed_by_set]] if case["isData"] else None,
        "request": [written(operations), facts_of(held), written(waiting)],
    }


class Number:
    """A number with its text, compared by its digits."""

    def __init__(self, text):
        self.text, self.value = text, Decimal(text)

    def __eq__(self, other):
        return isinstance(other, Number) and self.value == other.value


def exact_text(value):
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{text_of(key)}:{exact_text(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(exact_text, value)) + "]"
    return text_of(value)


def vector(case):
    documents = {name: json.loads(text, parse_int=Number, parse_float=Number) for name, text in case.items() if name in DOCUMENTS}
    if "before" in case:
        return {"operations": exact_text(written(difference(documents["before"], documents["after"])))}
    units = [path_of(pointer) for pointer in json.loads(case.get("units", "[]"))]
    sides = [documents[name] for name in ("base", "mine", "theirs")]
    merged, disputed = merge3(*sides, units, case.get("winner", "mine"), case.get("begins", False))
    return {"merged": exact_text(merged), "disputed": text_of([pointer_of(path) for path in disputed])}


DOCUMENTS = ("before", "after", "base", "mine", "theirs")

for line in sys.stdin:
    case = json.loads(line)
    print(text_of(answer(case) if "edits" in case else vector(case)))
