// The random mix of operations of a recorded history: reproducible from a seed, except the tags and ids that clients learn from
// answers. Values are few and small, so that conditions hold about half of the time.
import type { Random } from '../harness/seeded.ts';
import type { Conditions, Operation, Output } from './operations.ts';

/** The values of one player that its clients saw recently, the newest last. */
export interface Seen {
  readonly tags: string[];
  readonly sessionIds: string[];
  readonly counts: number[];
}

export const nothingSeen = (): Seen => ({ tags: [], sessionIds: [], counts: [] });

const memory = 3;

export function look(seen: Seen, { tag, sessionId, text }: Output): void {
  remember(seen.tags, tag);
  remember(seen.sessionIds, sessionId);
  remember(seen.counts, text === undefined ? undefined : JSON.parse(text).n);
}

function remember<T>(values: T[], value: T | undefined): void {
  if (value === undefined || values.at(-1) === value) return;
  values.push(value);
  if (values.length > memory) values.shift();
}

/** The newest value more often than older ones. */
const pick = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.max(values.length - 1 - Math.max(random(memory + 2) - 2, 0), 0)];

type Make = (random: Random, seen: Seen, unique: string) => Operation;

const set = (conditions: Conditions, random: Random, unique: string): Operation => ({
  kind: 'set',
  text: JSON.stringify({ n: random(4), by: unique }),
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
  [10, (random, seen, unique) => ({ kind: 'heartbeat', ...named(random, seen), ...withKey(random, unique) })],
  [5, (random, seen, unique) => ({ kind: 'stop', ...named(random, seen), ...withKey(random, unique) })],
  [6, () => ({ kind: 'active' })],
  [1, () => ({ kind: 'suspend' })],
  [4, () => ({ kind: 'unsuspend' })],
];
const allWeights = mix.reduce((sum, [weight]) => sum + weight, 0);

/** A fourth of all writes of metadata are of a server. */
function byAnyWriter(operation: Operation, random: Random): Operation {
  const isWrite = ['set', 'merge', 'patch', 'count', 'delete'].includes(operation.kind);
  return isWrite && random(4) === 0 ? ({ ...operation, by: 'server' } as Operation) : operation;
}

/** @param unique a text that is unique to the operation. */
export function nextOperation(random: Random, seen: Seen, unique: string): Operation {
  let left = random(allWeights);
  for (const [weight, make] of mix) {
    left -= weight;
    if (left < 0) return byAnyWriter(make(random, seen, unique), random);
  }
  return { kind: 'active' };
}
