// When waiting changes are made fewer: beyond a number or size, and again when as many have come that it is worth the work. Requests
// go on meanwhile: whichever is stored first, the update of the other does not apply.
import { applyChanges, type QueuedChange, stateOf } from './change.ts';
import { compactChanges } from './compact.ts';
import type { SaveQueue } from './queue.ts';

const mostChanges = 64;
const mostCharacters = 1_048_576;
/** So many more than the last time left. */
const moreChanges = 16;
const moreCharacters = 262_144;
/** Beyond it merges of different members are joined too. */
const fewChanges = 32;

/** @returns a function that makes the waiting changes fewer where it is time. It never fails */
export function createCompaction(queue: SaveQueue): () => Promise<void> {
  let left = { count: 0, characters: 0 };
  let running: Promise<void> | undefined;

  const isWaiting = (change: QueuedChange): boolean => stateOf(change, queue.batch) === 'queued';
  const waitingOnes = () => queue.pending.filter(isWaiting);

  async function compact(): Promise<void> {
    const waiting = waitingOnes();
    const { sizeCharacters } = queue;
    left = {
      count: Math.min(left.count, waiting.length),
      characters: Math.min(left.characters, sizeCharacters),
    };
    const isMany = waiting.length > mostChanges && waiting.length >= left.count + moreChanges;
    const isLarge = sizeCharacters > mostCharacters && sizeCharacters >= left.characters + moreCharacters;
    if (!isMany && !isLarge) return;
    const state = applyChanges(
      queue.baseData,
      queue.pending.filter((change) => !isWaiting(change)),
    );
    const careful = compactChanges(state, waiting, false);
    const removed = [...careful.values()].filter((change) => change === undefined).length;
    const isEnough = waiting.length - removed <= fewChanges && !isLarge;
    const changes = isEnough ? careful : compactChanges(state, waiting, true);
    if (changes.size > 0) {
      const expectedChanges = waiting.filter(({ number }) => changes.has(number));
      await queue.commit({ changes, expectedChanges });
    }
    left = { count: waitingOnes().length, characters: queue.sizeCharacters };
  }

  return () => {
    // A storage that fails keeps the changes as they are.
    running ??= compact()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
