// The registration of players on Citus, in two commits: the name gets a sequential id, then the id gets its row of metadata. A player
// exists from the second one on. A name without that row is finished by the next registration, under the same sequential id. The
// digest of an erasure is looked for once more after each step, so that no erasure is missed.
import { distinct, KeyMap, setOf } from '../../../lib/key-map.ts';
import { EDIT_ATTEMPTS } from '../../../limits.ts';
import { StoreBusy } from '../../ports/errors.ts';
import type { PlayerStore, RegisterOptions } from '../../ports/players.ts';
import { toAuditRow } from '../../shared/audit.ts';
import type { Batcher } from '../../shared/batcher.ts';
import { insertAuditRows } from '../audit.ts';
import { batchesInFlight, type Database } from '../database.ts';
import { digest } from '../digest.ts';
import { findErased, findPlayers } from '../sql/statements.ts';
import { createStatementBatcher } from '../statement-batcher.ts';
import { insertRows, newMetadata, newNames as newNameRows } from './insert-rows.ts';
import type { Shards } from './shards.ts';
import { deleteDigest, deleteName, findRows, takeIds } from './sql/statements.ts';

interface PlayerRow {
  readonly playerId: string;
  readonly sequentialId: number;
}

interface Rows extends PlayerRow {
  readonly audited: RegisterOptions['audited'];
}

const toMetadataRow = ({ sequentialId, playerId }: PlayerRow): unknown[] => [sequentialId, playerId, 0];

const common = { isRepeatable: true, maxInFlight: batchesInFlight };

async function findIds({ executor }: Database, names: readonly string[]): Promise<KeyMap<number>> {
  const found = new KeyMap<number>();
  for (const row of await executor.run(findPlayers, { names: distinct(names) }))
    found.set(row.playerId, row.sequentialId);
  return found;
}

/** The steps that look, each in batches of one shard. */
function lookingSteps(database: Database, shards: Shards) {
  const { executor, admission } = database;

  const names = createStatementBatcher<string, number | undefined>({
    ...common,
    monitor: admission.monitor('find-players'),
    shardOf: shards.ofName,
    async run(names) {
      const found = await findIds(database, names);
      return names.map((name) => found.get(name));
    },
  });

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

  /** Answers for each digest whether an erasure left it. */
  const digests = createStatementBatcher<string, boolean>({
    ...common,
    monitor: admission.monitor('find-erased'),
    shardOf: shards.ofName,
    async run(digests) {
      const found = await executor.run(findErased, { digests: distinct(digests) });
      const erased = setOf(found.map((row) => row.digest));
      return digests.map((each) => erased.has(each));
    },
  });

  return { names, rows, digests };
}

/** The steps that write, each in batches of one shard. */
function writingSteps(database: Database, shards: Shards) {
  const { executor, admission, now } = database;

  /** Gives names their ids; undefined for a name to which another process gives one. One batch at a time takes no id in vain. */
  const newNames = createStatementBatcher<string, number | undefined>({
    ...common,
    maxInFlight: 1,
    monitor: admission.monitor('register-names'),
    shardOf: shards.ofName,
    async run(names) {
      const given = await findIds(database, names);
      const fresh = distinct(names.filter((name) => !given.has(name))).sort();
      if (fresh.length > 0)
        for (const row of await insertFresh(fresh)) given.set(row.playerId, row.sequentialId);
      return names.map((name) => given.get(name));
    },
  });

  async function insertFresh(names: readonly string[]): Promise<readonly PlayerRow[]> {
    const ids = await executor.run(takeIds, { count: names.length });
    const registeredAt = now();
    return insertRows(
      executor,
      newNameRows,
      names.map((name, index) => [name, ids[index]?.id, registeredAt]),
    );
  }

  /** Makes the rows of metadata, each with the entry of the audit. */
  const newRows = createStatementBatcher<Rows, undefined>({
    ...common,
    // A repetition after an unknown outcome finds the row, and its audit entry was committed with it.
    monitor: admission.monitor('register-players'),
    shardOf: (row) => shards.ofId(row.sequentialId),
    async run(calls) {
      const rows = [...new Map(calls.map((call) => [call.sequentialId, call])).values()];
      if (calls.every((call) => !call.audited))
        await insertRows(executor, newMetadata, rows.map(toMetadataRow));
      else await insertAudited(calls, rows);
      return calls.map(() => undefined);
    },
  });

  const insertAudited = (calls: readonly Rows[], rows: readonly Rows[]): Promise<void> =>
    executor.transaction(async (queries) => {
      const inserted = await insertRows<PlayerRow>(queries, newMetadata, rows.map(toMetadataRow));
      for (const { sequentialId } of inserted) {
        const audited = calls.find((call) => call.audited && call.sequentialId === sequentialId)?.audited;
        if (audited) await insertAuditRows(queries, [toAuditRow(audited, sequentialId)], now());
      }
    });

  return { newNames, newRows };
}

export type Registration = Pick<PlayerStore, 'find' | 'register'> & {
  /** The sequential id of a name, also of one whose registration or erasure was cut off. */
  findName(playerId: string): Promise<number | undefined>;
  drain(): Promise<unknown>;
};

/** @param deleteRows deletes all rows of a sequential id, as its erasure does */
export function citusRegistration(
  database: Database,
  shards: Shards,
  deleteRows: (sequentialId: number) => Promise<unknown>,
): Registration {
  const { executor } = database;
  const steps = { ...lookingSteps(database, shards), ...writingSteps(database, shards) };
  const isErased = (playerId: string): Promise<boolean> => steps.digests.add(digest(playerId));

  async function find(playerId: string): Promise<number | 'erased' | undefined> {
    const id = await steps.names.add(playerId);
    if (id !== undefined && (await steps.rows.add(id))) return id;
    return (await isErased(playerId)) ? 'erased' : undefined;
  }

  /** One attempt. @returns undefined when another call was in between */
  async function tryRegister(
    playerId: string,
    { revive = false, audited }: RegisterOptions,
  ): Promise<number | 'erased' | undefined> {
    let id = await steps.names.add(playerId);
    if (id !== undefined && (await steps.rows.add(id))) return id;
    if (await isErased(playerId)) {
      if (!revive) return 'erased';
      // The name of an erasure that was cut off. Its sequential id is not given again.
      if (id !== undefined) await executor.run(deleteName, { playerId, sequentialId: id });
      await executor.run(deleteDigest, { digest: digest(playerId) });
      id = undefined;
    }
    id ??= await steps.newNames.add(playerId);
    if (id === undefined) return undefined;
    if (!(await isErased(playerId))) {
      await steps.newRows.add({ playerId, sequentialId: id, audited });
      if (!(await isErased(playerId))) return id;
      await deleteRows(id);
    }
    await executor.run(deleteName, { playerId, sequentialId: id });
    return revive ? undefined : 'erased';
  }

  return {
    find,
    findName: steps.names.add,
    async register(playerId, options = {}) {
      for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
        const registered = await tryRegister(playerId, options);
        if (registered !== undefined) return registered;
      }
      throw new StoreBusy('contendedPlayer');
    },
    drain: () => Promise.all(Object.values(steps).map((step: Batcher<never, unknown>) => step.drain())),
  };
}
