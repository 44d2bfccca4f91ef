#!/usr/bin/env python3
"""The model of a save: one to three devices with games that keep a whole state, a storage of their own, or make operations, under a network that
loses, delays and doubles, with kills, tabs, grants, deletions and questions. The rules are in save_rules.py, the device in save_device.py.

    python3 test/models/save_model.py [SEEDS] [FIRST]   plays so many runs, and prints those that are wrong
    FAULT=name python3 test/models/save_model.py ...    with a deliberate fault, until the first run that is wrong; FAULT=list names them

A run is wrong where a change is lost or counts twice, where a value is overwritten that the game had not seen and no conflict tells it, where a
conflict is told or asked that is none, or where a device does not end with the record.
"""
import random
import sys
import traceback

from save_device import Answer, Device, Tab
from save_rules import FAULT, MISSING, DoesNotApply, apply_patch, apply_step, operations_of, overlap, value_at, with_value

FAULTS = """
    set-against-document repeat-against-record forget-additions ack-takes-later keep-flight new-key
    members-whole arrays-replaced removals-ignored plain-beside-additions bounds-joined guards-last guard-in-parts
    units-ignored units-without-additions answer-overwrites sends-while-asked throw-decides question-lost
    first-as-paths first-overwrites existing-dropped no-aside one-aside deleted-is-a-change
    read-under-request request-in-memory request-of-each-tab handed-of-all-tabs handed-at-opening handed-takes-document
    old-state-is-new begun-without-base last-max-items guard-absorbed units-cut
    answer-is-a-record asked-once append-before-set
""".split()

RARE = {
    "answer-is-a-record": 12100, "append-before-set": 1600, "asked-once": 2800, "bounds-joined": 800, "removals-ignored": 400,
    "units-without-additions": 650,
}
"""The seeds from which on a fault that few runs show is looked for."""

# The values of a game
#
# A text names all texts that it came from: 'i.a1.b4' was 'i', then device a made 1 of it, then b made 4. A number is a sum of powers of two,
# each of them one change. So a value tells which changes are in it.


def contains(value, other):
    """Has the value been made with the knowledge of the other?"""
    if isinstance(value, int) and isinstance(other, int):
        return other & ~value == 0
    if isinstance(value, str) and isinstance(other, str):
        return f"{value}.".startswith(f"{other}.")
    return value == other


def leaves(document, at=()):
    """The paths and values of a document, each array as one."""
    if not isinstance(document, dict):
        return {at: document}
    return {path: value for key, child in document.items() for path, value in leaves(child, (*at, key)).items()}


INITIAL = {
    "born": "yes", "own": {}, "shared": {"x": "i", "y": "i"}, "sum": 0, "mixed": 0, "gold": 20, "granted": 0, "log": [], "feed": [],
    "team": ["t"], "temp": {}, "loadout": {"weapon": "i", "skin": "i", "ammo": 0}, "bought": {},
}
LINEAGES = ("own", "shared", "temp", "loadout", "mixed")


class Service:
    """The record under If-Match, and the last write of each installation. It keeps all versions."""

    def __init__(self, r, record):
        self.versions, self.last, self.deletions = [{}] if record is None else [{}, record], {}, 0
        self.answers_whole = r.random() < 0.2  # an older service, without Prefer: return=minimal

    @property
    def tag(self):
        return len(self.versions) - 1

    @property
    def record(self):
        return self.versions[-1]

    def write(self, name, request):
        """@returns the answer, and the record before where it changed"""
        if self.last.get(name) == (request.key, request.operations, request.tag):
            return Answer(200, self.tag, self.record), None
        expected = 0 if request.tag is None else request.tag
        if self.tag != expected and not (request.tag is None and FAULT == "first-overwrites"):
            return Answer(412, self.tag, self.record), None
        before = self.record
        after = apply_patch(before, request.operations)
        if after != before:
            self.versions.append(after)
            self.last[name] = (request.key, request.operations, request.tag)
        return Answer(200, self.tag, after if self.answers_whole else None), before

    def grant(self):
        if self.record:
            self.versions.append({**self.record, "granted": self.record["granted"] + 1})

    def delete(self):
        if self.record:
            self.versions.append({})
            self.deletions += 1

    def read(self):
        return Answer(200, self.tag, self.record)


class Game:
    """A game in one tab. `kind` is whole, own (whole, with a storage of its own), operations or mixed."""

    def __init__(self, world, device, kind, name):
        self.world, self.r, self.device, self.kind = world, world.r, device, kind
        self.tab = Tab(name)
        self.own_storage = None
        self.is_running = False

    def start(self):
        self.is_running = True
        self.device.open_tab(self.tab)
        if self.kind == "own" and self.own_storage is not None:
            # It comes with what it has, hands that over before anybody plays on, and takes what came of it.
            self.tab.state = self.own_storage
            self.hand_over()
            if not self.is_running or self.r.random() < 0.3:
                return
        self.load()

    def load(self):
        self.device.load(self.tab)
        if self.kind == "own" and self.r.random() < 0.8:
            self.own_storage = self.tab.state

    def kill(self):
        self.is_running = False
        self.tab = Tab(self.tab.name)

    @property
    def has_unhanded(self):
        return self.tab.state != self.tab.handed

    def play(self):
        if self.kind == "operations" or (self.kind == "mixed" and self.r.random() < 0.4 and not self.has_unhanded):
            wanted = self.changed(self.device.data)
            self.device.edit(self.tab, wanted)
            self.world.is_durable(wanted)
            if self.kind == "mixed":
                self.load()
        else:
            self.tab.state = self.changed(self.tab.state)

    def hand_over(self):
        """A game with a storage of its own writes there what it hands over, a moment before or after; it may be killed between the two."""
        state, is_first = self.tab.state, self.r.random() < 0.5
        if self.kind == "own" and is_first:
            self.own_storage = state
            if self.r.random() < 0.1:
                return self.kill()
        self.device.set(self.tab, state)
        self.world.is_durable(state)
        if self.kind == "own" and not is_first and self.r.random() > 0.1:
            self.own_storage = state
        elif self.kind == "own" and not is_first:
            self.kill()

    def changed(self, state):
        """The state after the player did something."""
        r, name, token = self.r, self.tab.name, self.world.token(self.device.name)

        def put(path, value):
            return with_value(state, path, value)

        def follow(path):
            before = value_at(state, path)
            return put(path, token if before is MISSING else f"{before}.{token}")

        what = r.choice(["own", "own", "shared", "mixed", "log", "team", "temp", "temp", "loadout"])
        if value_at(state, (what,)) is MISSING:
            return state  # what is left of a deleted save
        if what == "own":
            return follow(("own", name))
        if what == "shared":
            return follow(("shared", r.choice("xy")))
        if what == "loadout":
            state = follow(("loadout", r.choice(["weapon", "skin"])))
            self.world.loadouts.append(state["loadout"])
            return state
        if what == "mixed":
            return put(("mixed",), state["mixed"] + self.world.bit())
        if what == "log":
            return put(("log",), state["log"] + [token])
        if what == "team":
            self.world.dropped.update(item for item in state["team"] if (is_new := r.random() < 0.3))
            return put(("team",), [item for item in state["team"] if item not in self.world.dropped] + [token])
        if state["temp"] and r.random() < 0.6:
            path = ("temp", r.choice(sorted(state["temp"])))
            if r.random() < 0.5:
                return follow(path)
            self.world.removed.setdefault(path, []).append(value_at(state, path))
            return put(path, MISSING)
        return put(("temp", token), token)

    def add(self):
        r, world = self.r, self.world
        token = world.token(self.device.name)
        if self.kind in ("whole", "own"):
            return
        what = r.choice(["sum", "mixed", "gold", "gold", "ammo", "log", "feed", "buy", "buy"])
        if what == "buy":
            self.buy(token)
            return
        if what in ("sum", "mixed"):
            step = {"op": "increment", "path": (what,), "by": world.bit()}
        elif what == "ammo":
            step = {"op": "increment", "path": ("loadout", "ammo"), "by": world.bit()}
        elif what == "gold":
            step = {"op": "increment", "path": ("gold",), "by": r.choice([-9, -7, -3, 2, 5, 9]), "min": 0, "max": r.choice([30, 60])}
        elif what == "log":
            step = {"op": "append", "path": ("log",), "items": [token]}
        else:
            step = {"op": "append", "path": ("feed",), "items": [token], "maxItems": r.choice([2, 4, 4])}
        if self.kind == "mixed" and self.has_unhanded and (
            (step["op"] == "append" and FAULT != "append-before-set") or self.r.random() < 0.5
        ):
            self.hand_over()  # before an append, so that its new items come in the order in which the save has them
        before = self.tab.state
        if self.kind == "mixed":
            # It does the same to its own state, whatever that is. Where it cannot, it does not do it at all.
            try:
                before = apply_step(before, step)
            except DoesNotApply:
                return
        if self.device.add(self.tab, step):
            self.tab.state = before
            world.made(step, self.device.data)
            if self.kind == "mixed":
                world.loadouts.append(value_at(before, ("loadout",)))

    def buy(self, token):
        """A purchase: a guarded patch that applies whole or not at all."""
        if self.kind not in ("operations", "mixed"):
            return
        if self.kind == "mixed" and self.has_unhanded:
            self.hand_over()
        shared = ("shared", self.r.choice("xy"))
        operations = [
            {"op": "add", "path": ("bought", token), "value": token},
            {"op": "increment", "path": ("gold",), "by": -4, "min": 0},
        ]
        for path in [shared, ("gold",)]:
            seen = value_at(self.device.data, path)
            if self.r.random() < 0.3 and seen is not MISSING:
                operations.insert(0, {"op": "test", "path": path, "value": seen})
        if self.r.random() < 0.3:
            operations.append({"op": "append", "path": ("log",), "value": token})
        if self.r.random() < 0.3:
            operations.append({"op": "increment", "path": ("loadout", "ammo"), "by": self.world.bit()})
        step = {"op": "patch", "operations": operations}
        if self.device.add(self.tab, step):
            self.world.made(step, self.device.data)
        if self.kind == "mixed":
            self.load()


class World:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.tokens = 0
        self.bits = 0
        self.loadouts, self.removed, self.dropped = [INITIAL["loadout"]], {}, set()
        self.durable, self.added, self.wrong = {}, [], []
        self.grants = 0
        self.chose_older = False
        self.has_deletions = r.random() < 0.25
        units = r.choice([(), (), (), (("loadout",),), ((),)])
        policy = r.choice(["none", "none", "merged", "paths", "mine", "theirs"])
        kinds = {"whole": ["whole"], "operations": ["operations"], "any": ["whole", "operations", "mixed", "own"]}
        kinds = kinds[r.choice(["whole", "operations", "any", "any"])]
        self.units, self.policy = units, policy
        self.service = Service(r, {**INITIAL} if r.random() < 0.6 else None)
        self.flying = []
        self.devices, self.games = [], []
        for name in "abc"[: r.randint(1, 3)]:
            device = Device(name, INITIAL, None, policy != "none", units, r.choice([1000, 1000, 5]), r.choice([100, 100, 2]))
            if r.random() < 0.15:
                device.existing = {**INITIAL, "own": {f"{name}0": f"{name}old"}, "shared": {"x": f"i.{name}old", "y": "i"}}
                self.loadouts.append(device.existing["loadout"])
            kind = r.choice(kinds)
            self.devices.append(device)
            self.games += [Game(self, device, kind, f"{name}{tab}") for tab in range(1 if kind == "own" else r.choice([1, 1, 2]))]

    def token(self, name):
        self.tokens += 1
        return f"{name}{self.tokens}"

    def bit(self):
        self.bits += 1
        return 1 << self.bits

    def made(self, step, document):
        self.added.append(step)
        self.loadouts.append(value_at(document, ("loadout",)))

    def is_durable(self, state):
        """The changes in a state that was handed over."""
        for path, value in leaves(state).items():
            if isinstance(value, int) and path[0] in LINEAGES:
                self.durable.setdefault(path, set()).update(1 << bit for bit in range(value.bit_length()) if value >> bit & 1)
            elif path[0] in LINEAGES:
                self.durable.setdefault(path, set()).add(value)
            elif path[0] in ("log", "team"):
                self.durable.setdefault(path, set()).update(value)

    # The steps of a run

    def step(self):
        r = self.r
        game = r.choice(self.games)
        device, x = game.device, r.random()
        if not device.is_open:
            if x < 0.5:
                device.open_with(self.service.read())
            elif x < 0.6:
                device.open_without()
            return
        if not game.is_running:
            game.start()
        elif x < 0.2:
            game.play()
        elif x < 0.3:
            game.add()
        elif x < 0.4:
            if game.kind != "operations":
                game.hand_over()
        elif x < 0.45:
            if not game.has_unhanded:
                game.load()
        elif x < 0.62:
            self.send(device, game)
        elif x < 0.86 and self.flying:
            self.deliver()
        elif x < 0.89:
            if self.service.record:
                self.service.grant()
                self.grants += 1
        elif x < 0.93:
            device.read(self.service.read())
        elif x < 0.96:
            self.decide(device)
        elif x < 0.98:
            # What a game had not handed over is its own loss.
            self.kill(device)
        elif x < 0.984 and self.has_deletions:
            self.service.delete()

    def kill(self, device):
        for game in self.games:
            if game.device is device:
                game.kill()
        if FAULT == "request-in-memory" and device.request is not None:
            device.unsent = device.withdraw()
        if FAULT == "question-lost":
            device.questions = [question for question in device.questions if question.tag is not None]

    def send(self, device, game):
        request = device.next_request(self.r.random(), game.tab)
        if request is not None:
            self.flying += [(device, request)] * self.r.choice([1, 1, 1, 2])

    def deliver(self):
        device, request = self.flying.pop(self.r.randrange(len(self.flying)))
        if self.r.random() < 0.15:
            return
        answer = self.write(device, request)
        if self.r.random() > 0.3:
            device.answer(request.key, answer)

    def write(self, device, request):
        answer, before = self.service.write(device.name, request)
        if before:
            self.check_write(device, before, self.service.record)
        return answer

    def decide(self, device, is_final=False):
        """The player answers the question, sooner or later; or the dialog throws, and the question stays."""
        if not device.questions:
            return
        question = device.questions[0]
        if self.r.random() < 0.2 and not is_final:
            if FAULT == "throw-decides":
                device.questions.pop(0)
            return
        # Where another tab's question decided the same member meanwhile, the second one may ask about a value that knows the other.
        if not question.is_again:
            self.check_question(device, question.kind, question.mine, question.theirs, question.paths)
        answer = self.answer_to(question)
        self.loadouts.append(value_at(answer, ("loadout",)))
        self.chose_older |= any(
            contains(value_at(side, path), value_at(answer, path)) and value_at(side, path) != value_at(answer, path)
            for path in question.paths for side in (question.mine, question.theirs)
        )
        device.decide(answer)

    def answer_to(self, question):
        merged = question.merged_document
        if question.kind == "deleted":
            return self.r.choice([question.mine, INITIAL])
        if self.policy == "mine":
            return question.mine
        if self.policy == "theirs":
            return question.theirs
        if self.policy == "paths" and () not in question.paths:
            for path in question.paths:
                side = self.r.choice([question.mine, question.theirs])
                try:
                    merged = with_value(merged, path, value_at(side, path))
                except DoesNotApply:
                    pass
        return merged

    # What must be true

    def fail(self, text):
        self.wrong.append(text)

    def was_told(self, path, value=None, device=None, kinds=("paths", "first", "deleted")):
        """Was a conflict told, or asked, that had the value at a path? Without a value: any conflict about the path."""
        for one in self.devices:
            for told in one.told:
                if told["kind"] not in kinds or (device is not None and one is not device):
                    continue
                if told["kind"] == "paths" and self.policy not in ("mine", "theirs") and not any(overlap(path, at) for at in told["paths"]):
                    continue
                if value is None or any(self.holds(side, path, value) for side in (told["mine"], told["theirs"])):
                    return True
        return False

    def holds(self, document, path, value):
        """Is a change in a document, or was it removed there with its knowledge?"""
        place = value_at(document, path)
        if place is MISSING:
            return any(contains(seen, value) for seen in self.removed.get(path, []))
        return value in place if isinstance(place, list) else contains(place, value)

    def check_write(self, device, before, after):
        """A device changed the record: it, or its player, knows of each value that is gone."""
        if self.service.deletions:
            return
        old, new = leaves(before), leaves(after)
        for path in {**old, **new}:
            if path[0] not in LINEAGES:
                continue
            was, now = old.get(path, MISSING), new.get(path, MISSING)
            if was == now:
                continue
            if was is MISSING:
                is_seen = not self.was_there(path, now)
            elif now is MISSING:
                is_seen = any(contains(seen, was) for seen in self.removed.get(path, []))
            else:
                is_seen = contains(now, was)
            if not is_seen and not self.was_told(path, device=device):
                self.fail(f"{device.name} overwrote {was} at {path} by {now}, unseen")
        # A purchase with ammunition that was refused leaves a loadout that nobody made.
        has_refused = any(path == ("loadout", "ammo") for one in self.devices for step in one.refused for path, _ in changes_of(step))
        if ("loadout",) in self.units and after["loadout"] not in self.loadouts and not has_refused:
            self.fail(f"a loadout of two halves: {after['loadout']}")
        if not 0 <= after["gold"] <= 60:
            self.fail(f"gold is {after['gold']}")

    def was_there(self, path, now):
        return any(contains(now, value) for version in self.service.versions[:-1] if (value := value_at(version, path)) is not MISSING)

    def check_question(self, device, kind, mine, theirs, paths):
        """A conflict is one only where each side has a change that the other does not know."""
        if self.service.deletions or kind != "paths" or self.went_back():
            return
        for path in paths:
            if path == () or path in self.units:
                continue
            if path[0] not in LINEAGES and path[0] != "team":
                self.fail(f"{device.name} was told of a conflict at {path}, where there is none")
                continue
            one, other = value_at(mine, path), value_at(theirs, path)
            if one is MISSING or other is MISSING:
                kept = other if one is MISSING else one
                is_conflict = any(not contains(seen, kept) for seen in self.removed.get(path, []))
            else:
                is_conflict = path[0] == "team" or not isinstance(one, dict) and not (contains(one, other) or contains(other, one))
            if not is_conflict:
                self.fail(f"{device.name} was told of a conflict at {path}, where {one} and {other} agree")

    def went_back(self):
        """Did a player choose an older value, or a whole document with older values in it? Then a value does not tell any more what its writer knew."""
        return self.chose_older or any(
            told["base"] is None or (told["kept"] == "resolved" and self.policy in ("mine", "theirs"))
            for device in self.devices for told in device.told
        )

    def end(self):
        """All that flies arrives or is lost, every question is answered, and each device sends until nothing is unsent."""
        for round in range(60):
            for device in self.devices:
                if not device.is_open:
                    device.open_with(self.service.read())
                while device.questions:
                    self.decide(device, is_final=True)
                games = [game for game in self.games if game.device is device]
                for game in games:
                    if not game.is_running:
                        game.start()
                    if game.is_running and game.kind != "operations":
                        game.hand_over()
                while device.questions:
                    self.decide(device, is_final=True)
                request = device.next_request(self.r.random(), games[0].tab)
                if request is not None:
                    device.answer(request.key, self.write(device, request))
                device.read(self.service.read())
                for game in games:
                    if game.is_running:
                        game.load()
            if self.flying and self.r.random() < 0.5:
                self.write(*self.flying.pop())
        while self.flying:
            self.write(*self.flying.pop())
        for device in self.devices:
            device.read(self.service.read())
        self.check_end()

    def check_end(self):
        record, relaxed = self.service.record, self.service.deletions > 0
        for device in self.devices:
            for told in device.told:
                if told["kept"] != "resolved":
                    self.check_question(device, *(told[name] for name in ("kind", "mine", "theirs", "paths")))
                if told["kept"] == "theirs" and told["mine"] not in device.aside:
                    self.fail(f"{device.name} has not put aside what it had before")
            if device.data != record or device.request is not None or device.questions:
                self.fail(f"{device.name} shows {device.data}, the service has {record}, request {device.request}")
            if device.existing is not None and device.existing != record and not relaxed and not self.holds_existing(device):
                self.fail(f"what {device.name} had from before is gone")
        if record.get("born") != "yes":
            self.fail(f"the save has lost members: {record}")
            return
        if relaxed:
            return
        refused = {change for device in self.devices for step in device.refused for change in changes_of(step)}
        for path, values in self.durable.items():
            left = [value for value in values if (path, value) not in refused]
            self.check_durable(path, left, value_at(record, path))
        self.check_sums(record)

    def holds_existing(self, device):
        return any(contains_document(one, device.existing) for one in self.service.versions) or any(
            told["kind"] == "first" for told in device.told
        )

    def check_durable(self, path, values, final):
        for value in values:
            if path[0] == "log" or path[0] == "team":
                if value in self.dropped or final.count(value) == 1:
                    continue
                if final.count(value) > 1:
                    self.fail(f"{value} is in {path} twice")
                    continue
            elif final is not MISSING and contains(final, value):
                continue
            elif final is MISSING and any(contains(seen, value) for seen in self.removed.get(path, [])):
                continue
            if not self.was_told(path, value):
                self.fail(f"{value} at {path} is lost, the record has {final}")

    def check_sums(self, record):
        """Each addition is in the record once, or was refused, or was part of a document that the player let go."""
        if record["granted"] != self.grants and not self.was_told(("granted",)):
            self.fail(f"granted {record['granted']} of {self.grants}")
        refused = [step for device in self.devices for step in device.refused]
        bought = {one["path"][-1]: True for step in self.added if step["op"] == "patch" for one in step["operations"] if one["op"] == "add"}
        gone = {one["path"][-1] for step in refused if step["op"] == "patch" for one in step["operations"] if one["op"] == "add"}
        for token in bought:
            if (token in record["bought"]) == (token in gone) and not self.was_told(("bought",)):
                self.fail(f"the purchase {token} is {'still there' if token in gone else 'gone'}")
        if not self.was_told(("gold",)):
            gold = INITIAL["gold"] + sum(map(gold_of, self.added)) - sum(map(gold_of, refused))
            if record["gold"] != gold:
                self.fail(f"gold is {record['gold']}, not {gold}")
        made = sum(step["by"] for step in self.added if step["op"] == "increment" and step["path"] == ("sum",))
        if record["sum"] != made and not self.was_told(("sum",)):
            self.fail(f"the sum is {record['sum']:b}, not {made:b}")
        feed = [item for step in self.added if step["op"] == "append" and step["path"] == ("feed",) for item in step["items"]]
        for step in self.added:
            if step["op"] == "increment" and step["path"][0] in LINEAGES:
                final = value_at(record, step["path"])
                if not contains(final, step["by"]) and not self.was_told(step["path"], step["by"]):
                    self.fail(f"{step['by']:b} is not in {step['path']}, {final:b}")
            if step["op"] != "append":
                continue
            for item in step["items"]:
                key = step["path"][0]
                was_there = any(item in version.get(key, []) for version in self.service.versions)
                # Two later items may have pushed it out of the feed before it was sent.
                may_be_out = key == "feed" and len([one for one in feed[feed.index(item):] if one[0] == item[0]]) > 2
                if record[key].count(item) > 1 or not (was_there or may_be_out or self.was_told(step["path"], item)):
                    self.fail(f"{item} was never in {step['path']}, or is there twice")


def changes_of(step):
    """The items and the bits that a step added, with their paths."""
    for one in operations_of(step):
        if one["op"] == "append":
            yield one["path"], one["value"]
        elif one["op"] == "increment" and one["path"][0] in LINEAGES:
            yield from ((one["path"], 1 << bit) for bit in range(one["by"].bit_length()) if one["by"] >> bit & 1)


def gold_of(step):
    operations = step["operations"] if step["op"] == "patch" else [step]
    return sum(one["by"] for one in operations if one["op"] == "increment" and one["path"] == ("gold",))


def contains_document(document, other):
    return all(contains(value_at(document, path), value) for path, value in leaves(other).items() if path[0] in ("own", "shared"))


def run(seed):
    world = World(seed)
    try:
        for _ in range(world.r.randint(30, 300)):
            world.step()
        world.end()
    except Exception as error:  # a rule does not hold, or a game stumbles over what is left of its save
        place = traceback.extract_tb(error.__traceback__)[-1]
        world.fail(f"{error!r} in {place.name}, line {place.lineno}")
    return world.wrong


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else RARE.get(FAULT, 0)
    if FAULT == "list":
        print(*FAULTS)
        return
    if FAULT and FAULT not in FAULTS:
        sys.exit(f"there is no fault {FAULT}; FAULT=list names them")
    count = 0
    for seed in range(first, first + seeds):
        wrong = run(seed)
        if not wrong:
            continue
        count += 1
        if count <= 3:
            print(f"seed {seed}:", *wrong[:3], sep="\n  ")
        if FAULT:
            print(f"{FAULT} is found after {seed - first + 1} seeds, in seed {seed}")
            sys.exit(1)
    print(f"{count} of {seeds} runs are wrong")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
