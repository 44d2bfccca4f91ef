// The registration of players on Citus, in two commits: the name gets a sequential id, then the id gets its row of metadata. A player
// exists from the second one on. A name without that row is finished by the next registration, under the same sequential id.
import { EDIT_ATTEMPTS } from '../../../limits.ts';
import { StoreBusy } from '../../ports/errors.ts';
import type { PlayerStore, RegisterOptions } from '../../ports/players.ts';
import { batchesInFlight, type Database } from '../database.ts';
import { digest } from '../digest.ts';
import { createStatementBatcher } from '../statement-batcher.ts';
import { type Arrivals, areErased, createArrivals, findIds, type Look } from './arrivals.ts';
import type { Shards } from './shards.ts';
import { deleteDigest, deleteName, findRows } from './sql/statements.ts';
import { createStepBatcher } from './step-batcher.ts';

const common = { isRepeatable: true, maxInFlight: batchesInFlight };

/** The looks at one table, where it is on shards in batches of one. */
function createLooks(database: Database, shards: Shards) {
  const { executor, admission } = database;

  const names = createStepBatcher<string, { readonly id: number | undefined }>(
    admission.monitor('find-players'),
    batchesInFlight,
    [
      {
        shardOf: shards.ofName,
        async run(names) {
          const found = await findIds(database, names);
          return names.map((name) => ({ id: found.get(name) }));
        },
      },
    ],
  );

  /** Answers for each sequential id whether its player exists. */
  const rows = createStatementBatcher<number, boolean>({
    ...common,
    monitor: admission.monitor('find-rows'),
    shardOf: shards.ofId,
    async run(ids) {
      const found = await executor.run(findRows, { ids });
      const present = new Set(found.map((row) => row.sequentialId));
      return ids.map((id) => present.has(id));
    },
  });

  const digests = createStatementBatcher<string, boolean>({
    ...common,
    monitor: admission.monitor('find-erased'),
    run: (digests) => areErased(database, digests),
  });

  return { names, rows, digests };
}

type DeleteRows = (sequentialId: number) => Promise<unknown>;

/** @returns the registration of a player, after a look at the name or without one */
function createRegister(
  { executor }: Database,
  { rows }: ReturnType<typeof createLooks>,
  arrivals: Arrivals,
  deleteRows: DeleteRows,
) {
  /** One attempt. @returns undefined when another call was in between */
  async function tryRegister(
    playerId: string,
    look: Look | undefined,
    { revive = false, audited }: RegisterOptions,
  ): Promise<number | 'erased' | undefined> {
    let arrival = await arrivals.arrive(playerId, { look }, audited);
    let knownId: number | undefined;
    if (typeof arrival === 'object' && 'known' in arrival) {
      knownId = arrival.known;
      if (await rows.add(knownId)) return knownId;
      arrival = await arrivals.arrive(playerId, { look: 'cut off', id: knownId }, audited);
    }
    if (typeof arrival === 'number') return arrival;
    if (arrival === 'erased') {
      if (!revive) return 'erased';
      // The name of an erasure that was cut off. Its sequential id is not given again.
      if (knownId !== undefined) await executor.run(deleteName, { playerId, sequentialId: knownId });
      await executor.run(deleteDigest, { digest: digest(playerId) });
    } else if (typeof arrival === 'object' && 'overtaken' in arrival) {
      await deleteRows(arrival.overtaken);
      await executor.run(deleteName, { playerId, sequentialId: arrival.overtaken });
      if (!revive) return 'erased';
    }
    return undefined;
  }

  return async function register(playerId: string, options: RegisterOptions, look?: Look) {
    for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
      const registered = await tryRegister(playerId, attempt === 1 ? look : undefined, options);
      if (registered !== undefined) return registered;
    }
    throw new StoreBusy('contendedPlayer');
  };
}

export type Registration = Pick<PlayerStore, 'find' | 'findToAct' | 'findOrRegister' | 'register'> & {
  drain(): Promise<unknown>;
};

/** @param deleteRows deletes all rows of a sequential id, as its erasure does */
export function citusRegistration(database: Database, shards: Shards, deleteRows: DeleteRows): Registration {
  const looks = createLooks(database, shards);
  const arrivals = createArrivals(database, shards);
  const register = createRegister(database, looks, arrivals, deleteRows);

  const findId = async (playerId: string): Promise<number | undefined> =>
    (await looks.names.add(playerId)).id;

  async function unlessErased(playerId: string): Promise<'erased' | undefined> {
    return (await looks.digests.add(digest(playerId))) ? 'erased' : undefined;
  }

  async function find(playerId: string): Promise<number | 'erased' | undefined> {
    const id = await findId(playerId);
    if (id !== undefined && (await looks.rows.add(id))) return id;
    return unlessErased(playerId);
  }

  return {
    find,
    findToAct: async (playerId) => (await findId(playerId)) ?? unlessErased(playerId),
    findOrRegister: async (playerId) => (await findId(playerId)) ?? register(playerId, {}, 'unknown'),
    register: (playerId, options = {}) => register(playerId, options),
    drain: () => Promise.all([...Object.values(looks), arrivals].map((part) => part.drain())),
  };
}
