// A look whether any worker of Citus answers. It asks one after the other, first the one that answered last, so it has one
// connection at a time, also while workers are silent.

import { StoreUnavailable } from '../../ports/errors.ts';
import type { Queries } from '../executor.ts';
import { meaningOf } from '../faults.ts';
import type { Shards } from './shards.ts';
import { askWorker } from './sql/statements.ts';

/** Enough ids for one on each worker. They need not be those of players. */
const triedIds = 1_000;

export function createWorkerLook(
  { run }: Pick<Queries, 'run'>,
  shards: Pick<Shards, 'ofId'>,
): () => Promise<string | undefined> {
  let lastGood = 1;

  function idsOfWorkers(): readonly number[] {
    const ids = new Map<object, number>([[shards.ofId(lastGood).worker, lastGood]]);
    for (let id = 1; id <= triedIds; id += 1) {
      const { worker } = shards.ofId(id);
      if (!ids.has(worker)) ids.set(worker, id);
    }
    return [...ids.values()];
  }

  return async () => {
    for (const id of idsOfWorkers()) {
      try {
        await run(askWorker, { sequentialId: id });
        lastGood = id;
        return undefined;
      } catch (error) {
        if (meaningOf(error) === 'bug' && !(error instanceof StoreUnavailable)) throw error;
      }
    }
    return 'no worker of Citus answers';
  };
}
