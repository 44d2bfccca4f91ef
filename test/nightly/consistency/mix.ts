// The random mix of operations of a recorded history: reproducible from a seed, except the tags and ids that clients learn from
// answers. Values are few and small, so that conditions hold about half of the time.
import type { Random } from '../../harness/seeded.ts';
import { type Conditions, installationOf, type Operation } from './operations.ts';
import { installationId, newText, nextSave } from './saves.ts';
import { pick, type Seen } from './seen.ts';

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
