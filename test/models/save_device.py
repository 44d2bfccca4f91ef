"""A device: what it keeps for one service and player, and what it does when the game changes the save, the service answers, or a question is
answered. Everything in `Device` is on the storage and shared by the tabs, each method is one update of it; a `Tab` is memory.
"""
import json
from collections import namedtuple
from dataclasses import dataclass, field, replace
from hashlib import sha256

from save_rules import (
    FAULT,
    DoesNotApply,
    Merged,
    Unsent,
    add_step,
    apply_edit,
    apply_patch,
    apply_step,
    document_of,
    grew,
    incremented,
    joined,
    merge3,
    merge_record,
    merge_state,
    operations_of,
    overlap,
    request_of,
    value_at,
    with_value,
)

Answer = namedtuple("Answer", "status tag record")
"""`record` is None in a brief answer."""


@dataclass(frozen=True)
class Request:
    """The one request under way: what leaves, and what it holds."""

    key: float
    operations: list
    tag: object  # of the record in If-Match, None for If-None-Match: *
    unsent: Unsent  # what was unsent when it was made, as far as the request holds it
    tab: str  # that made it, which decides nothing


@dataclass(frozen=True)
class Question:
    """What `resolve` is asked. `shown` is the document at that time; what the game does meanwhile is a change of it."""

    kind: str  # paths, first, deleted
    base: object
    mine: dict
    theirs: dict
    merged: Unsent
    paths: list
    shown: dict
    tag: object = None  # of theirs; None for a question of `set`, which is about no record
    refused: tuple = ()  # the steps that no longer fit
    is_again: bool = False  # asked again, since what the game changed meanwhile disputes the answer

    @property
    def merged_document(self):
        return document_of(self.merged)


@dataclass
class Tab:
    """The memory of one tab. `state` is what the game holds, `handed` what it handed over or loaded last."""

    name: str
    state: object = None
    handed: object = None
    has_loaded: bool = False


@dataclass
class Device:
    name: str
    initial: dict
    existing: object = None
    resolves: bool = False  # has the option `resolve`
    units: tuple = ()  # the option `conflicts`: ((),) for 'document', or the paths of members that are one value each
    most_operations: int = 1000  # of a request
    most_guarded: int = 100  # guarded patches that are kept
    # What is kept
    record: object = None  # None while there is no copy on the device
    tag: object = None
    unsent: object = None
    request: object = None
    begun: str = ""  # "initial" or "existing" where the save began without the service, until the service acknowledged it
    questions: list = field(default_factory=list)
    aside: list = field(default_factory=list)
    handed: object = None
    earlier: list = field(default_factory=list)
    # What the game is told
    told: list = field(default_factory=list)
    refused: list = field(default_factory=list)

    # The game

    @property
    def is_open(self):
        return self.unsent is not None

    @property
    def data(self):
        return document_of(self.unsent)

    def open_tab(self, tab):
        """A start of the game. What the game handed over last is on the device; without it, what the save holds."""
        tab.handed = self.data if self.handed is None or FAULT == "handed-at-opening" else self.handed
        tab.has_loaded = False

    def load(self, tab):
        self.remember(tab, self.data)
        tab.state, tab.has_loaded = tab.handed, True

    def remember(self, tab, handed):
        """Of earlier states a digest is enough: one that comes again has no change in it."""
        tab.handed = self.handed = handed
        self.earlier = [*self.earlier, digest(handed)][-16:]

    def handed_of(self, tab):
        return self.handed if FAULT == "handed-of-all-tabs" else tab.handed

    def set(self, tab, state):
        """`set(state)`, in one update of the storage with what was handed."""
        handed = self.handed_of(tab)
        # A storage of the game's own may be older than what was handed: then the game has changed nothing since.
        is_old = not tab.has_loaded and digest(state) in self.earlier and FAULT != "old-state-is-new"
        handed = state if is_old else handed
        before = self.data
        unsent, disputed = merge_state(self.unsent, handed, state, self.units)
        self.unsent = unsent
        self.remember(tab, state)
        tab.has_loaded = True
        if disputed:
            self.ask(Question("paths", handed, state, before, unsent, disputed, document_of(unsent)))

    def edit(self, tab, wanted):
        """`merge`, `patch` and `update`: a plain change of the document, and the same difference in what was handed."""
        before = self.data
        self.unsent = apply_edit(self.unsent, wanted)
        self.also_handed(tab, merge3(before, wanted, tab.handed)[0])

    def add(self, tab, step):
        """`increment`, `append` and guarded patches. @returns whether it applied"""
        before = self.data
        if step["op"] == "patch" and not self.has_room(step):
            return False
        try:
            after = apply_step(before, step)
        except DoesNotApply:
            return False
        self.unsent = add_step(self.unsent, step)
        assert self.data == after, "joined additions make the same as one after the other"
        self.also_handed(tab, self.handed_with(tab.handed, step, before))
        return True

    def has_room(self, guarded):
        held = self.request.unsent.steps if self.request else ()
        kept = [step for step in (*held, *self.unsent.steps) if step["op"] == "patch"]
        return len(kept) < self.most_guarded and len(operations_of(guarded)) <= self.most_operations

    def handed_with(self, handed, step, before):
        """What was handed, with the difference that a step made: the number goes up by as much, whatever it was."""
        if FAULT == "handed-takes-document":
            return self.data
        try:
            if step["op"] == "increment":
                free = {name: value for name, value in step.items() if name not in ("min", "max")}
                return with_value(handed, step["path"], incremented(value_at(handed, step["path"]), free))
            return apply_patch(handed, operations_of(step))
        except DoesNotApply:
            return merge3(before, self.data, handed)[0]

    def also_handed(self, tab, handed):
        is_newest = self.handed == tab.handed
        tab.handed = handed
        if is_newest or self.handed is None:
            self.handed = handed

    # Opening

    def open_with(self, answer):
        """The record that a save without a copy waited for."""
        if self.is_open:
            return
        if answer.record == {}:
            # Nothing was ever stored, or it was deleted: nobody is asked.
            self.open_without(answer.tag)
        elif self.existing is None or FAULT == "existing-dropped":
            self.adopt(answer.record, answer.tag, Unsent(answer.record))
        else:
            self.open_without()
            self.meet(None, answer.record, answer.tag)

    def open_without(self, tag=None):
        """There is no record, or the attempts to reach the service have failed for three seconds."""
        if self.existing is None:
            self.begin("initial", self.initial, tag)
        else:
            self.begin("existing", self.existing, tag)

    def begin(self, begun, document, tag):
        """What the save begins with is the base of a merge until the service has acknowledged it."""
        self.begun, self.record, self.tag, self.unsent = begun, document, tag, Unsent(document)
        if FAULT == "begun-without-base" and tag is not None:
            self.begun, self.record = "", {}

    # Sending

    def next_request(self, key, tab):
        """The request under way, or a new one, which is on the device before it leaves. None where nothing is to be sent."""
        if not self.is_open or (self.questions and FAULT != "sends-while-asked"):
            return None
        if FAULT == "request-of-each-tab" and self.request is not None and self.request.tab != tab.name:
            self.unsent, self.request = self.withdraw(), None
        if self.request is None:
            self.make_request(key, tab)
        elif FAULT == "new-key":
            self.request = replace(self.request, key=key)
        return self.request

    def make_request(self, key, tab):
        if self.begun:
            # The first write is the whole document, with If-None-Match: *, or If-Match where the record was deleted.
            document = self.data
            self.request = Request(key, [{"op": "replace", "path": (), "value": document}], self.tag, self.unsent, tab.name)
            self.unsent = Unsent(document)
            return
        operations, held, waiting = request_of(self.record, self.unsent, self.most_operations, self.units)
        if operations:
            self.request = Request(key, operations, self.tag, held, tab.name)
            self.unsent = Unsent(document_of(held), waiting)

    def document_sent(self):
        return document_of(self.request.unsent)

    def withdraw(self):
        """What the request under way holds is unsent again."""
        request, self.request = self.request, None
        return joined(request.unsent, self.unsent)

    def answer(self, key, answer):
        """A definite answer: 200 or 412. While a question is open no answer counts; the request goes again."""
        if self.request is None or self.request.key != key or (self.questions and FAULT != "sends-while-asked"):
            return
        if answer.status == 200:
            self.acknowledge(answer)
        elif FAULT == "keep-flight":
            self.request = replace(self.request, tag=answer.tag)
        else:
            unsent = self.unsent if FAULT == "forget-additions" else self.withdraw()
            self.request, self.unsent = None, unsent
            base = None if self.begun == "existing" else self.record
            self.meet(base, answer.record, answer.tag)

    def acknowledge(self, answer):
        """The record is what the request made of it. The answer to a repetition may hold later writes of others, too."""
        sent = self.document_sent()
        base = self.record if FAULT == "repeat-against-record" else sent
        if FAULT == "ack-takes-later":
            self.unsent = Unsent(self.data)
        self.record, self.tag, self.request, self.begun = sent, answer.tag, None, ""
        if answer.record is not None:
            self.meet(base, answer.record, answer.tag)

    def read(self, answer):
        """A record of `live`, `refresh` or another tab. One that comes while a request is under way or a question open changes nothing."""
        if not self.is_open:
            self.open_with(answer)
            return
        is_busy = self.request is not None and FAULT != "read-under-request"
        if is_busy or self.begun or self.questions or answer.tag <= self.tag:
            return
        self.meet(self.record, answer.record, answer.tag)

    # Meeting a record

    def meet(self, base, theirs, tag):
        """The unsent change, made upon `base`, meets a record of the service. `base` is None where the device cannot know it."""
        mine = self.data
        if self.begun and FAULT != "first-as-paths":
            kind = "first"
        elif theirs == {} and self.record != {} and FAULT != "deleted-is-a-change":
            kind = "deleted"
        else:
            kind = "paths"
        if kind == "first" and theirs == {}:
            # It was deleted before this device had it: the save begins it again, and nobody is asked.
            self.tag = tag
            return
        merged = merge_record({} if base is None else base, self.unsent, theirs, self.units)
        unsent, paths = merged.unsent, merged.disputed
        if kind == "deleted":
            unsent, paths = Unsent(mine), [()]
        elif base is None:
            paths = [()] if mine != theirs else []
        if paths and self.resolves:
            question = Question(kind, base, mine, theirs, unsent, paths, mine, tag, tuple(merged.refused))
            self.unsent = Unsent(mine)
            self.ask(question)
            return
        if not paths:
            self.refused += merged.refused
            self.adopt(theirs, tag, unsent)
            return
        self.tell(kind, base, mine, theirs, paths, "merged" if kind == "paths" else "theirs")
        if kind != "paths" and FAULT != "no-aside":
            self.put_aside(mine)
        if kind == "deleted":
            self.begin("initial", self.initial, tag)
            return
        if base is None:
            merged = Merged(Unsent(theirs), [], [])
        elif kind == "first":
            merged = merge_record(base, self.unsent, theirs, self.units, winner="theirs")
        self.refused += merged.refused
        self.adopt(theirs, tag, merged.unsent)

    def adopt(self, record, tag, unsent):
        self.record, self.tag, self.unsent, self.begun = record, tag, unsent, ""

    def put_aside(self, document):
        self.aside = [document] if FAULT == "one-aside" else [*self.aside, document]

    # Questions

    def tell(self, kind, base, mine, theirs, paths, kept):
        """The event `conflict`."""
        self.told.append({"kind": kind, "base": base, "mine": mine, "theirs": theirs, "paths": paths, "kept": kept})

    def ask(self, question):
        """Nothing is sent until the game has answered. Without `resolve` the answer is what was merged."""
        if self.resolves:
            self.questions.append(question)
        else:
            self.tell("paths", question.base, question.mine, question.theirs, question.paths, "merged")

    def decide(self, answer):
        """The answer to the first question. What the game changed meanwhile is merged upon it, with the document then shown as base."""
        question = self.questions.pop(0)
        self.tell(question.kind, question.base, question.mine, question.theirs, question.paths, "resolved")
        begins = FAULT != "answer-is-a-record"
        if question.tag is None:
            # The document is already upon the record, so the answer is a change of it.
            wanted, disputed = merge3(question.shown, self.data, answer, self.units, begins=begins)
            self.unsent = apply_edit(self.unsent, answer if FAULT == "answer-overwrites" else wanted)
        else:
            # The value of what was merged keeps an addition an addition; that of theirs, or any other, takes it into itself.
            decided = apply_edit(question.merged, answer)
            meanwhile = merge_record(question.shown, self.unsent, answer, self.units, begins=begins)
            if FAULT != "answer-overwrites":
                decided = joined(decided, meanwhile.unsent)
            disputed = meanwhile.disputed
            self.refused += [*question.refused, *meanwhile.refused]
            self.adopt(question.theirs, question.tag, decided)
            if question.kind == "deleted":
                self.begun, self.record = "initial", question.base
        if FAULT == "asked-once":
            asked = [path for other in self.questions for path in other.paths]
            disputed = [path for path in disputed if not any(overlap(path, other) for other in asked)]
        if disputed:
            document = self.data
            again = replace(question, mine=document, merged=self.unsent, paths=disputed, shown=document, tag=None, is_again=True)
            self.questions.insert(0, again)


def digest(state):
    return sha256(json.dumps(state, sort_keys=True).encode()).digest()[:16]
