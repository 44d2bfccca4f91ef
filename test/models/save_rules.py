"""The rules of a save as pure functions: values, patches, the merge of three, additions and guarded patches, the request.

The clients have these functions under the same names. Documents are never changed in place: each function returns a new one, and shares
what it did not touch. A path is a tuple of keys; a client writes it as a JSON pointer. Numbers are whole numbers here; the clients compare
and add them by their digits. `FAULT=name` puts one deliberate fault into the rules, to show that the model finds it.
"""
import json
import os
from dataclasses import dataclass
from itertools import zip_longest

FAULT = os.environ.get("FAULT", "")


class Missing:
    """The value of a member that is not there."""

    def __repr__(self):
        return "MISSING"


MISSING = Missing()


class DoesNotApply(Exception):
    """The document is another one than an operation needs."""


# Values

def value_at(document, path):
    for key in path:
        if isinstance(document, dict):
            document = document.get(key, MISSING)
        elif isinstance(document, list) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
        else:
            return MISSING
    return document


def with_value(document, path, value):
    """The document with another value at a path. MISSING removes a member."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(document, list) and value_at(document, path[:1]) is not MISSING:
        index = int(key)
        return document[:index] + [with_value(document[index], rest, value)] + document[index + 1:]
    if not isinstance(document, dict):
        raise DoesNotApply("the parent is no object")
    if rest and key not in document:
        raise DoesNotApply("the parent is missing")
    child = with_value(document.get(key, MISSING), rest, value)
    if child is MISSING:
        return {name: member for name, member in document.items() if name != key}
    return {**document, key: child}


def overlap(one, other):
    """Is one path at, above or below the other?"""
    return one[: len(other)] == other[: len(one)]


def grew(before, after):
    """Does the second array only have more items at its end?"""
    return len(after) >= len(before) and after[: len(before)] == before


# Patches

def apply_operation(document, operation):
    op, path = operation["op"], operation["path"]
    parent_path, array = path[:-1], value_at(document, path[:-1])
    if path and isinstance(array, list) and op in ("add", "remove"):
        return with_value(document, parent_path, edited_items(array, operation))
    value = value_at(document, path)
    if op in ("remove", "replace", "test") and value is MISSING:
        raise DoesNotApply("there is no such value")
    if op == "test":
        if value != operation["value"]:
            raise DoesNotApply("the value is another one")
        return document
    if op == "remove":
        return with_value(document, path, MISSING)
    if op == "increment":
        return with_value(document, path, incremented(value, operation))
    if op == "append":
        return with_value(document, path, appended(value, [operation["value"]], operation.get("maxItems")))
    return with_value(document, path, operation["value"])


def edited_items(array, operation):
    """An array with an item more or less."""
    op, key = operation["op"], operation["path"][-1]
    index = int(key) if key.isdecimal() else len(array) if key == "-" and op == "add" else len(array) + 1
    if index > len(array) - (op == "remove"):
        raise DoesNotApply("there is no such item")
    added = [operation["value"]] if op == "add" else []
    return array[:index] + added + array[index + (op == "remove"):]


def incremented(value, step):
    value = step.get("initial", 0) if value is MISSING else value
    if not isinstance(value, int):
        raise DoesNotApply("the value is no number")
    total = value + step["by"]
    if "min" in step and total < step["min"]:
        raise DoesNotApply('the result would be less than "min"')
    if "max" in step and total > step["max"]:
        raise DoesNotApply('the result would be more than "max"')
    return total


def appended(value, items, max_items):
    value = [] if value is MISSING else value
    if not isinstance(value, list):
        raise DoesNotApply("the value is no array")
    array = value + items
    return array if max_items is None else array[max(0, len(array) - max_items):]


def apply_patch(document, operations):
    """All operations or, by an exception, none."""
    for operation in operations:
        document = apply_operation(document, operation)
    return document


# Difference and merge

def difference(before, after, at=()):
    """The operations that make one value another. Objects go member by member, arrays without the items that stay at both ends."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        gone = [{"op": "remove", "path": (*at, key)} for key in before if key not in after]
        return gone + [
            operation
            for key, value in after.items()
            for operation in difference(before.get(key, MISSING), value, (*at, key))
        ]
    if isinstance(before, list) and isinstance(after, list):
        return difference_of_arrays(before, after, at)
    if after is MISSING:
        return [{"op": "remove", "path": at}]
    return [{"op": "add" if before is MISSING else "replace", "path": at, "value": after}]


def difference_of_arrays(before, after, at):
    least = min(len(before), len(after))
    start = 0
    while start < least and before[start] == after[start]:
        start += 1
    end = 0
    while end < least - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start: len(before) - end], after[start: len(after) - end]
    operations, index, left = [], start, len(old) + end
    for one, other in min(pairs_by_place(old, new), pairs_by_value(old, new), key=changes_in):
        if one is MISSING:
            operations.append({"op": "add", "path": (*at, str(index) if left else "-"), "value": other})
        else:
            operations += difference(one, other, (*at, str(index)))
            left -= 1
        index += other is not MISSING
    return operations


def changes_in(pairs):
    return sum(one != other for one, other in pairs)


def pairs_by_place(old, new):
    """The items of two arrays in pairs: one that was removed or added is alone."""
    return list(zip_longest(old, new, fillvalue=MISSING))


MOST_STEPS = 100
"""How far an equal item is looked for."""


def pairs_by_value(old, new):
    """Pairs of equal items: at each difference as few items as possible were removed, or else added."""

    def distance(value, others):
        return next((steps for steps, other in enumerate(others[: MOST_STEPS + 1]) if other == value), MOST_STEPS + 1)

    pairs = []
    while old and new:
        removed, added = distance(new[0], old), distance(old[0], new)
        if removed <= added and removed <= MOST_STEPS:
            pairs += [(item, MISSING) for item in old[:removed]]
            old = old[removed:]
        elif added <= MOST_STEPS:
            pairs += [(MISSING, item) for item in new[:added]]
            new = new[added:]
        pairs.append((old[0], new[0]))
        old, new = old[1:], new[1:]
    return pairs + pairs_by_place(old, new)


def changed_paths(before, after, at=()):
    """The paths of the members that differ. An array is one value."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            path
            for key in {**before, **after}
            for path in changed_paths(before.get(key, MISSING), after.get(key, MISSING), (*at, key))
        ]
    return [at]


def merge3(base, mine, theirs, units=(), winner="mine", begins=False, at=()):
    """Both sides' changes since `base`, and the paths that both changed to different values, where `winner` has its way.

    `units` are paths that are one value each. With `begins`, an array of mine that begins with theirs is taken as it is."""
    if mine == theirs or mine == base:
        return theirs, []
    if theirs == base:
        return mine, []
    if at not in units or FAULT == "units-ignored":
        if isinstance(mine, dict) and isinstance(theirs, dict) and not (FAULT == "members-whole" and at):
            return merge_members(base if isinstance(base, dict) else {}, mine, theirs, units, winner, begins, at)
        if all(isinstance(side, list) for side in (base, mine, theirs)) and FAULT != "arrays-replaced":
            if begins and grew(theirs, mine):
                return mine, []
            if grew(base, mine):
                return theirs + mine[len(base):], []
            if grew(base, theirs):
                return mine + theirs[len(base):], []
    return mine if winner == "mine" else theirs, [at]


def merge_members(base, mine, theirs, units, winner, begins, at):
    merged, disputed = {}, []
    for key in {**theirs, **mine}:
        sides = [side.get(key, MISSING) for side in (base, mine, theirs)]
        if FAULT == "removals-ignored" and sides[1] is MISSING:
            sides[1] = sides[0]
        value, found = merge3(*sides, units, winner, begins, (*at, key))
        disputed += found
        if value is not MISSING:
            merged[key] = value
    return merged, disputed


# Additions and guarded patches: the steps of an unsent change
#
# A step is {"op": "increment", path, by, min?, max?, initial?}, {"op": "append", path, items, maxItems?}, or
# {"op": "patch", operations}: a guarded patch, which applies whole or not at all.

@dataclass(frozen=True)
class Unsent:
    """What a device has and the service has not: a document without the steps, and the steps upon it, in their order."""

    plain: dict
    steps: tuple = ()


def operations_of(step):
    if step["op"] == "patch":
        return step["operations"]
    if step["op"] == "increment":
        return [step]
    bound = {"maxItems": step["maxItems"]} if "maxItems" in step else {}
    return [{"op": "append", "path": step["path"], "value": item, **bound} for item in step["items"]]


def apply_step(document, step):
    if FAULT == "guard-in-parts" and step["op"] == "patch":
        for operation in step["operations"]:
            try:
                document = apply_operation(document, operation)
            except DoesNotApply:
                pass
        return document
    return apply_patch(document, operations_of(step))


def apply_steps(document, steps):
    """The document, the steps that fit, and those that do not."""
    kept, refused = [], []
    for step in steps:
        try:
            document = apply_step(document, step)
            kept.append(step)
        except DoesNotApply:
            refused.append(step)
    return document, tuple(kept), refused


def document_of(unsent):
    """What the player has."""
    document, _, refused = apply_steps(unsent.plain, unsent.steps)
    assert not refused, refused
    return document


def touched_paths(step, document):
    """The paths that a step reads or writes. A path into an array stands for the array, since its items move."""

    def up_to_array(path):
        for length in range(len(path)):
            if isinstance(value_at(document, path[:length]), list):
                return path[:length]
        return path

    return [up_to_array(operation["path"]) for operation in operations_of(step)]


def is_touched(step, paths, document):
    return any(overlap(own, path) for own in touched_paths(step, document) for path in paths)


def add_step(unsent, step):
    """One more addition or guarded patch. An addition joins the last one that touches its path, if that has the same bounds."""
    bounds = {"bounds-joined": ("op", "path", "maxItems"), "last-max-items": ("op", "path", "min", "max", "initial")}.get(
        FAULT, ("op", "path", "min", "max", "initial", "maxItems")
    )
    document = apply_step(document_of(unsent), step)
    if FAULT == "guards-last":
        steps = [*unsent.steps, step]
        return Unsent(unsent.plain, tuple(sorted(steps, key=lambda one: one["op"] == "patch")))
    for index in reversed(range(len(unsent.steps))):
        last = unsent.steps[index]
        if step["op"] == "patch" or not is_touched(last, [step["path"]], document):
            continue
        if any(last.get(name) != step.get(name) for name in bounds):
            break
        joined = {**last, "by": last["by"] + step["by"]} if step["op"] == "increment" else joined_items(last, step)
        return Unsent(unsent.plain, (*unsent.steps[:index], joined, *unsent.steps[index + 1:]))
    return Unsent(unsent.plain, (*unsent.steps, step))


def joined_items(last, step):
    items = last["items"] + step["items"]
    return {**step, "items": items[-step["maxItems"]:] if "maxItems" in step else items}


def apply_edit(unsent, wanted):
    """The plain change of the document into `wanted`."""
    if not unsent.steps:
        return Unsent(wanted)
    return absorb(unsent, changed_paths(document_of(unsent), wanted), wanted)


def absorb(unsent, paths, wanted):
    """The wanted values at some paths are plain ones. Additions that touch these paths are in them, guarded patches that do are dissolved."""
    document, paths = document_of(unsent), list(paths)
    while FAULT != "plain-beside-additions":
        touching = [step for step in unsent.steps if is_touched(step, paths, document)]
        guarded = [step for step in touching if step["op"] == "patch"]
        if guarded and FAULT != "guard-absorbed":
            unsent = dissolve(unsent, guarded[0])
            continue
        if not touching:
            break
        unsent = Unsent(unsent.plain, tuple(step for step in unsent.steps if step not in touching))
        paths += [path for step in touching for path in touched_paths(step, document)]
    plain = unsent.plain
    for path in paths:
        plain = with_value_of(plain, path, wanted)
    return Unsent(plain, unsent.steps)


def dissolve(unsent, guarded):
    """A guarded patch without its guard: its increments and appends are additions, its other operations plain changes."""
    result = Unsent(unsent.plain)
    for step in unsent.steps:
        if step != guarded:
            result = add_step(result, step)
            continue
        for operation in operations_of(step):
            if operation["op"] == "increment":
                result = add_step(result, operation)
            elif operation["op"] == "append":
                bound = {"maxItems": operation["maxItems"]} if "maxItems" in operation else {}
                addition = {"op": "append", "path": operation["path"], "items": [operation["value"]], **bound}
                result = add_step(result, addition)
            elif operation["op"] != "test":
                result = apply_edit(result, apply_operation(document_of(result), operation))
    return result


def with_value_of(document, path, other):
    """The document with the other's value at a path, or at the nearest parent that both have."""
    for length in range(1, len(path) + 1):
        below = value_at(document, path[:length])
        if length == len(path) or not isinstance(below, dict) or not isinstance(value_at(other, path[:length]), dict):
            return with_value(document, path[:length], value_at(other, path[:length]))
    return other


def joined(first, then):
    """Two unsent changes as one. The second was made upon the document of the first."""
    unsent = apply_edit(first, then.plain)
    for step in then.steps:
        unsent = add_step(unsent, step)
    return unsent


# A record of the service

@dataclass(frozen=True)
class Merged:
    unsent: Unsent
    disputed: list
    refused: list


def merge_record(base, unsent, theirs, units=(), winner="mine", begins=False):
    """The unsent change, made upon `base`, upon another record. Additions are added to theirs; guarded patches apply whole or are refused."""
    changed = [unit for unit in units if value_at(base, unit) != value_at(theirs, unit)]
    if changed and FAULT != "units-without-additions":
        # An addition within a unit is a change of the unit, so the two are disputed.
        unsent = absorb(unsent, changed, document_of(unsent))
    plain, disputed = merge3(base, unsent.plain, theirs, units, winner, begins)
    _, kept, refused = apply_steps(plain, unsent.steps)
    return Merged(Unsent(plain, kept), disputed, refused)


def merge_state(unsent, handed, state, units=()):
    """`set(state)`: what the game changed since `handed`, upon the document. The disputed members have the state's values."""
    document = document_of(unsent)
    if FAULT == "set-against-document":
        return apply_edit(unsent, state), []
    wanted, disputed = merge3(handed, state, document, units, begins=True)
    return apply_edit(unsent, wanted), disputed


# The request

FEW_CHARACTERS = 1000
"""Shorter operations are sent however short the document is."""


def text_of(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def body_of(operations):
    return text_of([{**operation, "path": pointer_of(operation["path"])} for operation in operations])


def pointer_of(path):
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in path)


def request_of(record, unsent, most_operations, units=()):
    """The operations of the next request, what it holds, and the steps that wait for the one after it."""
    room = most_operations - len(difference(record, unsent.plain))
    if sum(len(operations_of(step)) for step in unsent.steps) > room and FAULT != "units-cut":
        # A request that is cut sends no unit in halves.
        unsent = absorb(unsent, units, document_of(unsent))
    operations = difference(record, unsent.plain)
    if len(operations) > most_operations:
        operations = [
            {"op": "remove", "path": (key,)} if key not in unsent.plain
            else {"op": "add", "path": (key,), "value": unsent.plain[key]}
            for key in {**record, **unsent.plain}
            if record.get(key, MISSING) != unsent.plain.get(key, MISSING)
        ]
    characters = len(body_of(operations))
    is_long = characters > FEW_CHARACTERS and len(text_of(unsent.plain)) < characters
    if len(operations) > most_operations or is_long:
        operations = [{"op": "replace", "path": (), "value": unsent.plain}]
    held, waiting = [], list(unsent.steps)
    while waiting:
        step = waiting[0]
        room = most_operations - len(operations)
        if len(operations_of(step)) <= room:
            waiting.pop(0)
        elif step["op"] == "append" and room > 0:
            waiting[0] = {**step, "items": step["items"][room:]}
            step = {**step, "items": step["items"][:room]}
        else:
            break
        held.append(step)
        operations = operations + operations_of(step)
        if step is not unsent.steps[len(held) - 1]:
            break
    return operations, Unsent(unsent.plain, tuple(held)), tuple(waiting)
