// The joins of changes that only a client with the paths of its sets can make.
import type { QueuedChange } from '../../client/src/save/change.ts';
import { compactChanges } from '../../client/src/save/compact.ts';
import { changeOf } from './answers.ts';
import type { Given, VectorChange } from './cases.ts';
import { mark } from './rounded-numbers.ts';

const markedMember = ([name, part]: readonly [string, unknown]): readonly [string, unknown] => [
  name,
  typeof part === 'string' && name !== 'kind' ? mark(part) : part,
];

/** The change with a string for each number that JavaScript rounds. */
export const markedChange = (change: VectorChange): QueuedChange =>
  changeOf(Object.fromEntries(Object.entries(change).map(markedMember)) as unknown as VectorChange);

/** Is a set joined with one that is not its neighbour, or another change with one before a set? */
export function isPathsNeeded({ document, changes, isAny }: Given<'compact'>): boolean {
  const all = changes.map((change) =>
    change.kind === 'increment' ? changeOf(change) : markedChange(change),
  );
  const places: QueuedChange[] = [];
  return all.some((change, index) => {
    const compacted = compactChanges(JSON.parse(mark(document)), all.slice(0, index + 1), isAny);
    const isGone = compacted.has(change.number) && compacted.get(change.number) === undefined;
    if (!isGone) {
      places.push(change);
      return false;
    }
    const target = [...compacted].find(([, joined]) => joined?.id === change.id)?.[0] ?? 0;
    const passed = places.filter(({ number }) => number > target);
    return 'data' in change.body ? passed.length > 0 : passed.some(({ body }) => 'data' in body);
  });
}
