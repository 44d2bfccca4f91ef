// What a device keeps of a save, and what happens when the game changes it, the service answers, or a question is answered: the rules
// of test/models/save_device.py. `kept` is on the storage and shared by tabs; each function replaces it at once or not at all.
import type { PlaykeepError } from '../failure.ts';
import type { JsonObject } from '../record.ts';
import { isSame, type ObjectValue, toData } from './exact.ts';
import { changedPaths, merge3 } from './merge3.ts';
import { applyPatch, DoesNotApply, incremented, type Operation, valueAt, withValue } from './patch.ts';
import { formatPointer, type Path, parsePointer } from './pointer.ts';
import {
  addStep,
  applyEdit,
  documentOf,
  joined,
  mergeRecord,
  mergeState,
  operationsOf,
  type Step,
  type Unsent,
} from './unsent.ts';

/** The one request under way: what leaves, byte for byte, and what it holds. */
export interface Request {
  readonly key: string;
  /** Missing in one that an earlier version of the client left on the device. */
  readonly installation?: string | undefined;
  readonly method: 'POST' | 'PATCH';
  readonly type: string;
  readonly body: string;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** What was unsent when it was made, as far as the request holds it. */
  readonly unsent: Unsent;
  /** All edits up to this number are in it, or were acknowledged before. */
  readonly upTo: number;
}

export type ConflictKind = 'paths' | 'first' | 'deleted';

/** What `resolve` is asked. `shown` is the document at that time; what the game does meanwhile is a change of it. */
export interface Question {
  readonly kind: ConflictKind;
  readonly base: ObjectValue | null;
  readonly mine: ObjectValue;
  readonly theirs: ObjectValue;
  readonly merged: Unsent;
  readonly paths: readonly string[];
  readonly shown: ObjectValue;
  /** Of theirs; null for a question of `set`, which is about no record. */
  readonly tag: string | null;
  readonly writtenAt: number | null;
  /** The steps that no longer fit. */
  readonly refused: readonly Step[];
}

/** A member that the service refuses: kept, and not sent while it has this value. */
export interface Held {
  readonly path: string;
  /** Undefined where it was removed. */
  readonly value?: ObjectValue[string] | undefined;
  readonly message: string;
  readonly detail?: string | undefined;
  readonly status: number;
}

export interface Kept {
  readonly record: ObjectValue;
  /** Undefined before the service was reached for the first time. */
  readonly tag: string | undefined;
  readonly unsent: Unsent;
  readonly request: Request | undefined;
  /** What the save began with, until the service has acknowledged it. */
  readonly begun: '' | 'initial' | 'existing';
  readonly questions: readonly Question[];
  readonly held: readonly Held[];
  readonly aside: readonly ObjectValue[];
  /** The state that the game handed over or loaded last; null before the first one. */
  readonly handed: JsonObject | null;
  /** Digests of the last states that were handed over or loaded. */
  readonly earlier: readonly string[];
  /** When the oldest unsent change was made. */
  readonly since: number | null;
  /** The number of the last edit, and of the last one that the service has. */
  readonly last: number;
  readonly acknowledged: number;
}

/** A change by the game, as the log of edits has it. */
export interface Edit {
  readonly at: number;
  /** The members that a plain change changed, as they were and as they are. The rest of both documents is left out. */
  readonly plain?: readonly [base: JsonObject, mine: JsonObject];
  readonly step?: Step;
  /** What was handed changes by the same difference. */
  readonly isHanded?: boolean;
  /** What was handed, where another tab had handed something else before. */
  readonly handed?: JsonObject;
  /** `load`: only what was handed is another one. */
  readonly isLoad?: boolean;
  /** Of a state that was handed over or loaded. */
  readonly digest?: string;
  /** The tab that made it has told of its conflict. */
  readonly isTold?: boolean;
}

export interface Answer {
  readonly tag: string;
  /** Undefined in a brief answer. */
  readonly record: ObjectValue | undefined;
  readonly writtenAt: number | null;
}

export type Outcome = 'mine' | 'theirs' | 'merged' | 'resolved';

/** The facts of a conflict, as the event tells it. */
export interface ToldConflict
  extends Pick<Question, 'kind' | 'base' | 'mine' | 'theirs' | 'paths' | 'writtenAt'> {
  readonly merged: ObjectValue;
  readonly kept: Outcome;
}

export interface DeviceOptions {
  readonly initial: ObjectValue | undefined;
  readonly existing: ObjectValue | undefined;
  /** Has the option `resolve`. */
  readonly resolves: boolean;
  /** The option `conflicts`: paths that are one value each. */
  readonly units: readonly Path[];
  readonly onConflict: (conflict: ToldConflict) => void;
  readonly onRefused: (step: Step) => void;
}

const mostEarlier = 16;
/** Guarded patches that are kept, and operations of a request. */
export const mostGuarded = 100;
export const mostOperations = 1_000;

/** The rules upon what is kept. Each takes what is kept, and answers with what is kept then. */
export type Device = ReturnType<typeof createDevice>;

export function createDevice(options: DeviceOptions) {
  const { initial, existing, resolves, units, onConflict } = options;

  const refuse = (steps: readonly Step[]): void => {
    for (const step of steps) options.onRefused(step);
  };

  const fresh = (record: ObjectValue, tag: string | undefined, begun: Kept['begun']): Kept => ({
    record,
    tag,
    unsent: { plain: record, steps: [] },
    request: undefined,
    begun,
    questions: [],
    held: [],
    aside: [],
    handed: null,
    earlier: [],
    since: null,
    last: 0,
    acknowledged: 0,
  });

  /** There is no record, or the attempts to reach the service have failed for three seconds. */
  function openWithout(tag: string | undefined): Kept {
    if (existing) return fresh(existing, tag, 'existing');
    // Without `initial` there is nothing to begin with, once the service has answered.
    return fresh(initial ?? {}, tag, initial || tag === undefined ? 'initial' : '');
  }

  /** The record that a save without a copy waited for. */
  function openWith(answer: Answer): Kept {
    const record = answer.record ?? {};
    if (Object.keys(record).length === 0) return openWithout(answer.tag);
    if (!existing) return fresh(record, answer.tag, '');
    return meet(openWithout(undefined), null, answer);
  }

  /** A change by the game. @param isTold its conflicts were told. @throws DoesNotApply */
  function edit(kept: Kept, change: Edit, number: number, isTold = false): Kept {
    const before = documentOf(kept.unsent);
    let next: Kept = { ...kept, last: Math.max(kept.last, number), since: kept.since ?? change.at };
    if (change.isLoad) next = { ...next, since: kept.since };
    else if (change.plain) {
      const { unsent, disputed } = mergeState(kept.unsent, ...change.plain, units);
      next = { ...next, unsent };
      if (disputed.length > 0) next = disputeState(next, before, change.plain, disputed, isTold);
    } else if (change.step) next = { ...next, unsent: addStep(kept.unsent, change.step) };
    const { digest, handed } = change;
    if (digest) next = { ...next, earlier: [...kept.earlier, digest].slice(-mostEarlier) };
    if (handed) return { ...next, handed };
    if (!change.isHanded || !kept.handed) return next;
    return { ...next, handed: handedAfter(kept.handed, change, before, documentOf(next.unsent)) };
  }

  /** `set` has changed what another device changed, too. The state's values stand. */
  function disputeState(
    kept: Kept,
    theirs: ObjectValue,
    [base, state]: readonly [ObjectValue, ObjectValue],
    disputed: readonly Path[],
    isTold: boolean,
  ): Kept {
    const shown = documentOf(kept.unsent);
    const whole = (part: ObjectValue): ObjectValue => merge3(state, part, shown, { units }).merged;
    const question: Question = {
      kind: 'paths',
      base: whole(base),
      mine: shown,
      theirs,
      merged: kept.unsent,
      paths: disputed.map(formatPointer),
      shown,
      tag: null,
      writtenAt: null,
      refused: [],
    };
    if (resolves) return { ...kept, questions: [...kept.questions, question] };
    if (!isTold) tell(question, 'merged');
    return kept;
  }

  /** The answer to a request, or `undefined` where it tells nothing: another tab was faster, or a question is open. */
  function answered(kept: Kept, { key }: Request, answer: Answer, isDone: boolean): Kept {
    const { request } = kept;
    if (request?.key !== key || kept.questions.length > 0) return kept;
    if (isDone) {
      const record = documentOf(request.unsent);
      const { upTo: acknowledged } = request;
      const next: Kept = { ...kept, record, tag: answer.tag, request: undefined, begun: '', acknowledged };
      // The answer to a repetition may hold later writes of others, too.
      return settled(answer.record ? meet(next, record, { ...answer, record: answer.record }) : next);
    }
    const base = kept.begun === 'existing' ? null : kept.record;
    return settled(meet(withdraw(kept), base, answer));
  }

  /** What the request under way holds is unsent again. */
  function withdraw(kept: Kept): Kept {
    if (!kept.request) return kept;
    return { ...kept, request: undefined, unsent: joined(kept.request.unsent, kept.unsent) };
  }

  /** A record of `live` or `refresh`. One that comes while a request is under way or a question open changes nothing. */
  function read(kept: Kept, answer: Answer): Kept {
    if (kept.request || kept.questions.length > 0 || answer.tag === kept.tag) return kept;
    const base = kept.begun === 'existing' ? null : kept.record;
    return settled(meet(kept, base, answer));
  }

  /** The unsent change, made upon `base`, meets a record of the service. `base` is null where the device cannot know it. */
  function meet(kept: Kept, base: ObjectValue | null, { record, tag, writtenAt }: Answer): Kept {
    const theirs = record ?? {};
    const mine = documentOf(kept.unsent);
    const isGone = Object.keys(theirs).length === 0;
    const isDeleted = isGone && Object.keys(kept.record).length > 0;
    const kind = kept.begun ? 'first' : isDeleted ? 'deleted' : 'paths';
    // It was deleted before this device had it: the save begins it again, and nobody is asked.
    if (kind === 'first' && isGone) return { ...kept, tag };
    let { unsent, disputed, refused } = mergeRecord(base ?? {}, kept.unsent, theirs, { units });
    if (kind === 'deleted') [unsent, disputed] = [{ plain: mine, steps: [] }, [[]]];
    else if (base === null) disputed = isSame(mine, theirs) ? [] : [[]];
    const adopted: Kept = { ...kept, record: theirs, tag, begun: '', unsent };
    if (disputed.length === 0) {
      refuse(refused);
      return adopted;
    }
    const paths = disputed.map(formatPointer);
    const question: Question = {
      ...{ kind, base, mine, theirs, merged: unsent, paths, shown: mine, tag, writtenAt, refused },
    };
    if (resolves) {
      return { ...kept, unsent: { plain: mine, steps: [] }, questions: [...kept.questions, question] };
    }
    tell(question, kind === 'paths' ? 'merged' : 'theirs');
    if (kind === 'paths') {
      refuse(refused);
      return adopted;
    }
    const aside = [...kept.aside, mine];
    if (kind === 'deleted') {
      const begin = openBegin(tag);
      return { ...kept, ...begin, aside };
    }
    if (base === null) return { ...adopted, aside, unsent: { plain: theirs, steps: [] } };
    ({ unsent, refused } = mergeRecord(base, kept.unsent, theirs, { units, winner: 'theirs' }));
    refuse(refused);
    return { ...adopted, aside, unsent };
  }

  /** A record that was deleted begins again from `initial`. */
  function openBegin(tag: string | undefined): Pick<Kept, 'record' | 'tag' | 'unsent' | 'begun'> {
    const record = initial ?? {};
    return { record, tag, unsent: { plain: record, steps: [] }, begun: initial ? 'initial' : '' };
  }

  function tell(question: Question, how: Outcome): void {
    onConflict({ ...question, merged: documentOf(question.merged), kept: how });
  }

  /** The answer of `resolve` to the first question. What the game changed meanwhile is merged upon it. */
  function decide(kept: Kept, question: Question, answer: ObjectValue): Kept {
    const [first, ...questions] = kept.questions;
    if (!first || !isSameQuestion(first, question)) return kept;
    tell(question, 'resolved');
    const { shown, theirs, tag, kind, base } = question;
    let next: Kept;
    let disputed: readonly Path[];
    if (tag === null) {
      // The document is already upon the record, so the answer is a change of it.
      const wanted = merge3(shown, documentOf(kept.unsent), answer, { units, begins: true });
      disputed = wanted.disputed;
      next = { ...kept, questions, unsent: applyEdit(kept.unsent, wanted.merged) };
    } else {
      // The value of what was merged keeps an addition an addition; that of theirs, or any other, takes it into itself.
      const decided = applyEdit(question.merged, answer);
      const meanwhile = mergeRecord(shown, kept.unsent, answer, { units, begins: true });
      disputed = meanwhile.disputed;
      refuse([...question.refused, ...meanwhile.refused]);
      const unsent = joined(decided, meanwhile.unsent);
      next = { ...kept, questions, record: theirs, tag, begun: '', unsent };
      if (kind === 'deleted') next = { ...next, begun: 'initial', record: base ?? {} };
    }
    if (disputed.length === 0) return settled(next);
    const document = documentOf(next.unsent);
    const again: Question = {
      ...question,
      ...{
        mine: document,
        merged: next.unsent,
        paths: disputed.map(formatPointer),
        shown: document,
        tag: null,
      },
    };
    return { ...next, questions: [again, ...questions] };
  }

  return { openWith, openWithout, edit, answered, withdraw, read, decide };
}

/** What was handed, with the difference that a change made: a number goes up by as much, whatever it was. */
export function handedAfter(
  handed: JsonObject,
  { plain, step }: Edit,
  before: ObjectValue,
  after: ObjectValue,
): JsonObject {
  if (plain) return toData(merge3(...plain, handed, { begins: true }).merged);
  try {
    if (step?.op !== 'increment') return toData(applyPatch(handed, step ? operationsOf(step) : []));
    const path = parsePointer(step.path);
    const { by, initial } = step;
    const sum = incremented(valueAt(handed, path), initial === undefined ? { by } : { by, initial });
    return toData(withValue(handed, path, sum) as ObjectValue);
  } catch (thrown) {
    if (!(thrown instanceof DoesNotApply)) throw thrown;
    return toData(merge3(toData(before), toData(after), handed).merged);
  }
}

const isSameQuestion = (one: Question, other: Question): boolean =>
  one === other ||
  (one.tag === other.tag &&
    one.kind === other.kind &&
    isSame(one.mine, other.mine) &&
    isSame(one.theirs, other.theirs));

/** What the player has. */
export const dataOf = (kept: Kept): JsonObject => toData(documentOf(kept.unsent));

/** Is anything of it not with the service? */
export const isUnsent = ({ begun, request, unsent, record }: Kept): boolean =>
  begun !== '' || request !== undefined || unsent.steps.length > 0 || !isSame(unsent.plain, record);

/** Is there something to send or to ask? Members that are held wait for the game. */
export const hasWork = (kept: Kept | undefined): boolean =>
  kept !== undefined &&
  (kept.questions.length > 0 || kept.request !== undefined || kept.tag === undefined || hasUnsent(kept));

const hasUnsent = (kept: Kept): boolean =>
  kept.begun !== '' || isUnsent({ ...kept, unsent: sendable(kept).unsent });

/** Without a date where nothing is unsent. */
const settled = (kept: Kept): Kept =>
  kept.since === null || isUnsent(kept) ? kept : { ...kept, since: null, acknowledged: kept.last };

/** A document with only these paths, and the objects around them. */
export function pick(document: JsonObject, paths: readonly Path[]): JsonObject {
  let picked: ObjectValue = {};
  for (const path of paths) {
    if (path.length === 0) return document;
    for (let length = 1; length <= path.length; length += 1) {
      const part = path.slice(0, length);
      const value = valueAt(document, part);
      if (value === undefined) break;
      if (length < path.length && valueAt(picked, part) !== undefined) continue;
      picked = withValue(picked, part, length < path.length ? {} : value) as ObjectValue;
    }
  }
  return picked as JsonObject;
}

/** The members that a plain change changed, as an edit has them. */
export function plainOf(
  before: JsonObject,
  after: JsonObject,
  units: readonly Path[],
): readonly [JsonObject, JsonObject] {
  const paths = changedPaths(before, after).map(
    (path) => units.find((unit) => unit.every((key, index) => path[index] === key)) ?? path,
  );
  return [pick(before, paths), pick(after, paths)];
}

/** What is unsent without the members that the service refuses, and those of them that still count. */
export function sendable(kept: Kept): { readonly unsent: Unsent; readonly held: readonly Held[] } {
  const document = documentOf(kept.unsent);
  const held = kept.held.filter(({ path, value }) => {
    const now = valueAt(document, parsePointer(path));
    return isSame(now, value) && !isSame(now, valueAt(kept.record, parsePointer(path)));
  });
  if (held.length === 0) return { unsent: kept.unsent, held };
  const steps = kept.unsent.steps.filter((step) => !held.some(({ path }) => touches(step, path)));
  let { plain } = kept.unsent;
  for (const { path } of held) plain = withOther(plain, parsePointer(path), kept.record);
  return { unsent: { plain, steps }, held };
}

/** An `increment` or `append` as an addition. */
export function stepOf(operation: Operation): Step {
  if (operation.op !== 'append') return operation as Extract<Operation, { op: 'increment' }>;
  const { path, value, maxItems } = operation;
  return { op: 'append', path, items: [value], ...(maxItems !== undefined && { maxItems }) };
}

const isPathOf = (one: string, other: string): boolean => `${one}/`.startsWith(`${other}/`);

export const touches = (step: Step, pointer: string): boolean =>
  operationsOf(step).some(({ path }) => isPathOf(path, pointer) || isPathOf(pointer, path));

/** The document with another one's value at a path. Where a parent is missing, the nearest parent is the other's. */
export function withOther(document: ObjectValue, path: Path, other: ObjectValue): ObjectValue {
  for (let length = 1; length <= path.length; length += 1) {
    const part = path.slice(0, length);
    const [own, others] = [valueAt(document, part), valueAt(other, part)];
    const isParent = typeof own === 'object' && typeof others === 'object' && !Array.isArray(own);
    if (length === path.length || !isParent) return withValue(document, part, others) as ObjectValue;
  }
  return other;
}

/** The changed members that a refusal names, by a pointer that may have `*` for a name. */
export function namedBy(failure: PlaykeepError, record: ObjectValue, unsent: Unsent): readonly string[] {
  const { detail = '', reason } = failure;
  const named =
    reason === 'field-not-writable' ? detail : /^the schema refuses (\/.*?): it /.exec(detail)?.[1];
  if (!named?.startsWith('/') || /~(?![01])/.test(named)) return [];
  const pattern = parsePointer(named);
  const isNamed = (path: Path): boolean =>
    path.length > 0 &&
    path.every((key, index) => index >= pattern.length || ['*', key].includes(pattern[index] ?? ''));
  return changedPaths(record, documentOf(unsent)).filter(isNamed).map(formatPointer);
}
