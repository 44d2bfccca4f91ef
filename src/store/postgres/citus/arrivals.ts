// The arrival of new players on Citus, in steps that many players take together: no digest of an erasure, a sequential id, the name with
// that id, the row of metadata with the entry of the audit. At last the digest is looked for once more, so that no erasure is missed.
import { distinct, KeyMap, setOf } from '../../../lib/key-map.ts';
import type { RegisterOptions } from '../../ports/players.ts';
import { toAuditRow } from '../../shared/audit.ts';
import { insertAuditRows } from '../audit.ts';
import type { Database } from '../database.ts';
import { digest } from '../digest.ts';
import { findErased, findPlayers, takeIds } from '../sql/statements.ts';
import { insertRows, newMetadata, newNames } from './insert-rows.ts';
import type { Shards } from './shards.ts';
import { createStepBatcher, type Step } from './step-batcher.ts';

interface Newcomer extends Pick<RegisterOptions, 'audited'> {
  readonly playerId: string;
  readonly digest: string;
  /** The id that the name has, or is to get. */
  sequentialId: number;
  /**
   * `unknown` for a name that was not there; `cut off` for one that was there without a row of metadata: its registration or its
   * erasure was cut off. Undefined for a name that nobody has looked for.
   */
  readonly look: Look | undefined;
}

export type Look = 'unknown' | 'cut off';

/**
 * - a number: the sequential id of a player who is there;
 * - `known`: the id of a name that was there, whether or not it has a player;
 * - `erased`: a digest was there before anything was done;
 * - `contended`: another process is changing the name, and nothing was done;
 * - `overtaken`: an erasure came between, and the name and the row are to be taken back.
 */
export type Arrival =
  | number
  | 'erased'
  | 'contended'
  | { readonly known: number }
  | { readonly overtaken: number };

type ArrivalStep = Step<Newcomer, Arrival>;

export async function findIds(
  { executor }: Pick<Database, 'executor'>,
  names: readonly string[],
): Promise<KeyMap<number>> {
  const found = new KeyMap<number>();
  for (const row of await executor.run(findPlayers, { names: distinct(names) }))
    found.set(row.playerId, row.sequentialId);
  return found;
}

/** Answers for each digest whether an erasure left it. */
export async function areErased(
  { executor }: Pick<Database, 'executor'>,
  digests: readonly string[],
): Promise<readonly boolean[]> {
  const found = await executor.run(findErased, { digests: distinct(digests) });
  const erased = setOf(found.map((row) => row.digest));
  return digests.map((each) => erased.has(each));
}

const lookStep = (database: Database, shards: Shards): ArrivalStep => ({
  shardOf: (call) => (call.look ? undefined : shards.ofName(call.playerId)),
  async run(calls) {
    const names = calls.filter((call) => !call.look).map((call) => call.playerId);
    const found = names.length > 0 ? await findIds(database, names) : new KeyMap<number>();
    return calls.map(({ look, playerId }) => {
      const known = look ? undefined : found.get(playerId);
      return known === undefined ? undefined : { known };
    });
  },
});

/** The digests are on the coordinator. */
const digestStep = (
  database: Database,
  arrivalOf: (call: Newcomer, isErased: boolean) => Arrival | undefined,
): ArrivalStep => ({
  shardOf: () => undefined,
  async run(calls) {
    const erased = await areErased(
      database,
      calls.map((call) => call.digest),
    );
    return calls.map((call, index) => arrivalOf(call, erased[index] === true));
  },
});

const isNew = (call: Newcomer): boolean => call.look !== 'cut off';

/** Takes an id for each new name. A process that finds the name given away takes one in vain. */
const idStep = ({ executor }: Database): ArrivalStep => ({
  shardOf: () => undefined,
  async run(calls) {
    const fresh = calls.filter(isNew);
    const names = distinct(fresh.map((call) => call.playerId));
    const ids = names.length > 0 ? await executor.run(takeIds, { count: names.length }) : [];
    const idOf = new KeyMap<number>();
    names.forEach((name, index) => void idOf.set(name, ids[index]?.id ?? Number.NaN));
    for (const call of fresh) call.sequentialId = idOf.get(call.playerId) ?? Number.NaN;
    return calls.map(() => undefined);
  },
});

interface NameRow {
  readonly playerId: string;
  readonly sequentialId: number;
}

/**
 * Gives names their ids. A name that has one keeps it, and so does one that was known: it may have been revived under another id
 * since. Rows are made in the order of the names, so that processes which register the same players wait for each other in one order.
 */
const nameStep = (database: Database, shards: Shards): ArrivalStep => ({
  shardOf: (call) => shards.ofName(call.playerId),
  async run(calls) {
    const ids = new KeyMap<number>();
    for (const call of calls.filter(isNew)) ids.set(call.playerId, call.sequentialId);
    const fresh = [...ids].sort(([a], [b]) => (a < b ? -1 : 1));
    const given = new KeyMap<number>();
    const rows = await insertRows<NameRow>(database.executor, newNames, fresh, [database.now()]);
    for (const row of rows) given.set(row.playerId, row.sequentialId);
    const others = calls.map((call) => call.playerId).filter((name) => !given.has(name));
    if (others.length > 0) for (const [name, id] of await findIds(database, others)) given.set(name, id);
    return calls.map((call) => {
      const id = given.get(call.playerId);
      if (id === undefined) return 'contended';
      call.sequentialId = id;
      return undefined;
    });
  },
});

/**
 * Makes the rows of metadata, in the order of the ids, each with the entry of the audit. A repetition after an unknown outcome finds
 * the row, and its entry was committed with it.
 */
const rowStep = ({ executor, now }: Database, shards: Shards): ArrivalStep => ({
  shardOf: (call) => shards.ofId(call.sequentialId),
  async run(calls) {
    const byId = new Map(calls.map((call) => [call.sequentialId, call.playerId]));
    const rows = [...byId].sort(([a], [b]) => a - b);
    const audits = new Map(
      calls.flatMap(({ sequentialId, audited }) => (audited ? [[sequentialId, audited] as const] : [])),
    );
    if (audits.size === 0) await insertRows(executor, newMetadata, rows);
    else
      await executor.transaction(async (queries) => {
        for (const { sequentialId } of await insertRows<NameRow>(queries, newMetadata, rows)) {
          const audited = audits.get(sequentialId);
          if (audited) await insertAuditRows(queries, [toAuditRow(audited, sequentialId)], now());
        }
      });
    return calls.map(() => undefined);
  },
});

export interface Arrivals {
  /** @param found what a look has just found, with the id of a name that was cut off */
  arrive(
    playerId: string,
    found: { readonly look: Look | undefined; readonly id?: number | undefined },
    audited: RegisterOptions['audited'],
  ): Promise<Arrival>;
  drain(): Promise<void>;
}

export function createArrivals(database: Database, shards: Shards): Arrivals {
  const batcher = createStepBatcher<Newcomer, Arrival>(database.admission.monitor('register-players'), 1, [
    lookStep(database, shards),
    digestStep(database, (_, isErased) => (isErased ? 'erased' : undefined)),
    idStep(database),
    nameStep(database, shards),
    rowStep(database, shards),
    digestStep(database, ({ sequentialId }, isErased) =>
      isErased ? { overtaken: sequentialId } : sequentialId,
    ),
  ]);
  return {
    arrive: (playerId, { look, id = Number.NaN }, audited) =>
      batcher.add({ playerId, audited, digest: digest(playerId), sequentialId: id, look }),
    drain: batcher.drain,
  };
}
