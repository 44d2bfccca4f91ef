// The random mix of operations of a recorded history: reproducible from a seed, except the tags and ids that clients learn from
// answers. Values are few and small, so that conditions hold about half of the time. Saves are the writes of installations: a save
// decides on a state that was seen, and comes again as it was, in another session, or with the tag of another state. More
// installations save than the service remembers.
import type { Random } from '../../harness/seeded.ts';
import {
  type Conditions,
  installationOf,
  type Operation,
  type Output,
  type Save,
  type Write,
} from './operations.ts';

/** The values of a player that clients have seen or sent. The newest value is the last one. */
export interface Seen {
  readonly tags: string[];
  readonly sessionIds: string[];
  readonly counts: number[];
  /** The saves that were sent. */
  readonly saves: Save[];
}

export const nothingSeen = (): Seen => ({ tags: [], sessionIds: [], counts: [], saves: [] });

const memory = 3;
const memoryOfSaves = 40;

export function look(seen: Seen, { tag, sessionId, text }: Output): void {
  remember(seen.tags, tag);
  remember(seen.sessionIds, sessionId);
  remember(seen.counts, text === undefined ? undefined : JSON.parse(text).n);
}

function noteSave({ saves }: Seen, save: Save): Save {
  remember(saves, save, memoryOfSaves);
  return save;
}

function remember<T>(values: T[], value: T | undefined, most = memory): void {
  if (value === undefined || values.at(-1) === value) return;
  values.push(value);
  if (values.length > most) values.shift();
}

/** The newest value more often than older ones. */
const pick = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.max(values.length - 1 - Math.max(random(memory + 2) - 2, 0), 0)];

const installations = 20;

const installationId = (number: number): string => `installation-${100 + number}`;

const newText = (random: Random, unique: string): string => JSON.stringify({ n: random(4), by: unique });

type Content = (random: Random, unique: string) => Write;

const setContent: Content = (random, unique) => ({ kind: 'set', text: newText(random, unique) });
const increment: Content = () => ({ kind: 'count', steps: [{ op: 'increment', path: '/c', by: 1 }] });

const contents: readonly Content[] = [
  setContent,
  setContent,
  increment,
  (_, unique) => ({ kind: 'count', steps: [{ op: 'append', path: '/l', value: unique, maxItems: 3 }] }),
  (random, unique) => ({ kind: 'patch', steps: [{ op: 'add', path: `/p${random(3)}`, value: unique }] }),
  (random, unique) => ({ kind: 'merge', patch: { [`m${random(3)}`]: unique } }),
  () => ({ kind: 'delete' }),
  // Changes nothing.
  () => ({ kind: 'merge', patch: {} }),
];

/** @param unique a text that is unique to the operation */
function nextSave(random: Random, seen: Seen, unique: string): Operation {
  const earlier = seen.saves.at(-1 - random(random(2) === 0 ? 3 : seen.saves.length));
  if (earlier && random(3) === 0) return repetition(earlier, random, seen);
  const isFirst = seen.tags.length === 0 || random(12) === 0;
  const content = contents[isFirst ? 0 : random(contents.length)] ?? setContent;
  const id = installationId(random(installations));
  // A used key with other content is a request of its own.
  const installation = earlier && random(12) === 0 ? earlier.installation : { id, writeKey: unique };
  const requiredSessionId = random(8) === 0 ? pick(seen.sessionIds, random) : undefined;
  const save = { ...content(random, unique), ...onNewest(isFirst ? [] : seen.tags), installation };
  return noteSave(seen, requiredSessionId === undefined ? save : { ...save, requiredSessionId });
}

/** A save of one of many installations that save one after the other, or a repetition of an earlier one. */
export function saveInTurn(random: Random, seen: Seen, turn: number): Operation {
  const earlier = seen.saves[random(seen.saves.length)];
  if (earlier && random(2) === 0) return earlier;
  const installation = { id: installationId(turn % installations), writeKey: `turn${turn}` };
  return noteSave(seen, { ...increment(random, ''), ...onNewest(seen.tags), installation });
}

const onNewest = (tags: readonly string[]): Pick<Save, 'ifMatch' | 'ifNoneMatch'> => {
  const ifMatch = tags.at(-1);
  return ifMatch === undefined ? { ifNoneMatch: '*' } : { ifMatch };
};

/** Neither the session nor the tag tells a save apart. */
function repetition(save: Save, random: Random, seen: Seen): Operation {
  const sessionId = random(3) === 0 ? pick(seen.sessionIds, random) : undefined;
  const again = sessionId === undefined ? save : { ...save, requiredSessionId: sessionId };
  if (random(6) > 0) return again;
  const { ifMatch: _, ifNoneMatch: __, ...withoutCondition } = again;
  return { ...withoutCondition, ...onNewest(seen.tags) };
}

type Make = (random: Random, seen: Seen, unique: string) => Operation;

const set = (conditions: Conditions, random: Random, unique: string): Operation => ({
  kind: 'set',
  text: newText(random, unique),
  ...conditions,
});

const withKey = (random: Random, unique: string): { readonly key?: string } =>
  random(7) === 0 ? { key: unique } : {};

function conditions(random: Random, seen: Seen, unique: string, oneIn: number): Conditions {
  const ifMatch = random(oneIn) === 0 ? (random(6) === 0 ? '*' : pick(seen.tags, random)) : undefined;
  const requiredSessionId = random(oneIn + 2) === 0 ? pick(seen.sessionIds, random) : undefined;
  return {
    ...(ifMatch !== undefined && { ifMatch }),
    ...(requiredSessionId !== undefined && { requiredSessionId }),
    ...withKey(random, unique),
  };
}

const named = (random: Random, seen: Seen): { readonly sessionId?: string } => {
  const sessionId = random(2) === 0 ? pick(seen.sessionIds, random) : undefined;
  return sessionId === undefined ? {} : { sessionId };
};

// biome-ignore format: a table
const mix: readonly (readonly [weight: number, make: Make])[] = [
  [12, () => ({ kind: 'read', via: 'own' })],
  [3, () => ({ kind: 'read', via: 'id' })],
  [2, () => ({ kind: 'read', via: 'lookup' })],
  [3, () => ({ kind: 'read', via: 'server' })],
  [3, (random, seen) => {
    const ifChangedFrom = pick(seen.tags, random);
    return { kind: 'read', via: 'own', ...(ifChangedFrom !== undefined && { ifChangedFrom }) };
  }],
  [8, (random, _, unique) => set(withKey(random, unique), random, unique)],
  [10, (random, seen, unique) => set(conditions(random, seen, unique, 1), random, unique)],
  [7, (random, seen, unique) => {
    const requiredSessionId = pick(seen.sessionIds, random);
    return set({ ...(requiredSessionId !== undefined && { requiredSessionId }), ...withKey(random, unique) }, random, unique);
  }],
  [4, (random, _, unique) => set({ ifNoneMatch: '*', ...withKey(random, unique) }, random, unique)],
  [6, (random, seen, unique) => {
    const n = random(3) === 0 ? { n: random(2) === 0 ? null : random(4) } : {};
    return { kind: 'merge', patch: { ...n, [`m${random(3)}`]: unique }, ...conditions(random, seen, unique, 4) };
  }],
  [9, (random, seen, unique) => {
    const value = pick(seen.counts, random) ?? 0;
    const steps = [
      { op: 'test', path: '/n', value },
      { op: 'replace', path: '/n', value: (value + 1) % 4 },
      { op: 'add', path: `/p${random(3)}`, value: unique },
    ] as const;
    return { kind: 'patch', steps, ...conditions(random, seen, unique, 5) };
  }],
  [8, (random, seen, unique) => {
    const max = random(4) === 0 ? { max: 10 } : {};
    const steps = [{ op: 'increment', path: '/c', by: 1 + random(3), ...max }] as const;
    return { kind: 'count', steps, ...conditions(random, seen, unique, 6) };
  }],
  [4, (random, seen, unique) => {
    const steps = [
      { op: 'append', path: '/l', value: unique, maxItems: 3 },
      { op: 'increment', path: '/n', by: 1 },
    ] as const;
    return { kind: 'count', steps, ...conditions(random, seen, unique, 6) };
  }],
  [5, (random, seen, unique) => ({ kind: 'delete', ...conditions(random, seen, unique, 3) })],
  [5, (random, _, unique) => ({ kind: 'start', ...withKey(random, unique) })],
  [3, (random, _, unique) => ({ kind: 'start', onActive: 'replace', ...withKey(random, unique) })],
  [2, (random, _, unique) => ({ kind: 'start', onActive: 'resume', ...withKey(random, unique) })],
  [3, (random) => ({ kind: 'start', installationId: installationId(random(3)) })],
  [3, (random) => ({ kind: 'start', onActive: 'replaceOwn', installationId: installationId(random(3)) })],
  [10, (random, seen, unique) => ({ kind: 'heartbeat', ...named(random, seen), ...withKey(random, unique) })],
  [5, (random, seen, unique) => ({ kind: 'stop', ...named(random, seen), ...withKey(random, unique) })],
  [6, () => ({ kind: 'active' })],
  [30, nextSave],
  [1, () => ({ kind: 'suspend' })],
  [4, () => ({ kind: 'unsuspend' })],
];
const allWeights = mix.reduce((sum, [weight]) => sum + weight, 0);

/** A fourth of all writes of metadata without an installation are of a server. */
function byAnyWriter(operation: Operation, random: Random): Operation {
  const isWrite = ['set', 'merge', 'patch', 'count', 'delete'].includes(operation.kind);
  return isWrite && !installationOf(operation) && random(4) === 0
    ? ({ ...operation, by: 'server' } as Operation)
    : operation;
}

/** @param unique a text that is unique to the operation. */
export function nextOperation(random: Random, seen: Seen, unique: string): Operation {
  // A game begins with a first save.
  if (seen.tags.length === 0 && random(2) === 0) return nextSave(random, seen, unique);
  let left = random(allWeights);
  for (const [weight, make] of mix) {
    left -= weight;
    if (left < 0) return byAnyWriter(make(random, seen, unique), random);
  }
  return { kind: 'active' };
}
