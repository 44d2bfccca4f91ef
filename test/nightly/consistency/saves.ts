// Saves: the writes of installations. A save decides on a state that was seen, and comes again as it was, in another session, or
// with the tag of another state. More installations save than the service remembers.
import type { Random } from '../../harness/seeded.ts';
import type { Operation, Save, Write } from './operations.ts';
import { noteSave, pick, type Seen } from './seen.ts';

const installations = 20;

export const installationId = (number: number): string => `installation-${100 + number}`;

export const newText = (random: Random, unique: string): string =>
  JSON.stringify({ n: random(4), by: unique });

type Content = (random: Random, unique: string) => Write;

const set: Content = (random, unique) => ({ kind: 'set', text: newText(random, unique) });
const increment: Content = () => ({ kind: 'count', steps: [{ op: 'increment', path: '/c', by: 1 }] });

const contents: readonly Content[] = [
  set,
  set,
  increment,
  (_, unique) => ({ kind: 'count', steps: [{ op: 'append', path: '/l', value: unique, maxItems: 3 }] }),
  (random, unique) => ({ kind: 'patch', steps: [{ op: 'add', path: `/p${random(3)}`, value: unique }] }),
  (random, unique) => ({ kind: 'merge', patch: { [`m${random(3)}`]: unique } }),
  () => ({ kind: 'delete' }),
  // Changes nothing.
  () => ({ kind: 'merge', patch: {} }),
];

/** @param unique a text that is unique to the operation */
export function nextSave(random: Random, seen: Seen, unique: string): Operation {
  const earlier = seen.saves.at(-1 - random(random(2) === 0 ? 3 : seen.saves.length));
  if (earlier && random(3) === 0) return repetition(earlier, random, seen);
  const isFirst = seen.tags.length === 0 || random(12) === 0;
  const content = contents[isFirst ? 0 : random(contents.length)] ?? set;
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
