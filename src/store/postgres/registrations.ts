// The registration of players in PostgreSQL. A name has at most one row, so registrations and erasures of it wait for each other. A
// registration looks for an erasure again once it holds the row, so that it misses no erasure.
import { distinct, KeyMap, setOf } from '../../lib/key-map.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { StoreBusy } from '../ports/errors.ts';
import { toAuditRow } from '../shared/audit.ts';
import { registered as registeredTold } from '../shared/events.ts';
import { insertAuditRows } from './audit.ts';
import type { Database } from './database.ts';
import { digest } from './digest.ts';
import type { Queries } from './executor.ts';
import { unseenLocks } from './locked-calls.ts';
import { type Found, findErasedNames, lookUp } from './player-names.ts';
import { deleteErased, deleteMetadata, deletePlayers, insertPlayers } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

interface PlayerRow {
  readonly playerId: string;
  readonly sequentialId: number;
}

export interface Registration {
  readonly playerId: string;
  readonly revive: boolean;
  readonly audited: AuditedAs | undefined;
}

export const registrationBatcher = (database: Database) =>
  createStatementBatcher<Registration, number | 'erased'>({
    monitor: database.admission.monitor('register-players'),
    locks: unseenLocks(database),
    isRepeatable: false,
    maxInFlight: 1,
    run: (calls) => database.executor.transaction((queries) => register(queries, calls, database)),
  });

type Registrar = Pick<Database, 'now' | 'tell'>;

async function register(
  queries: Queries,
  calls: readonly Registration[],
  database: Registrar,
): Promise<(number | 'erased')[]> {
  const found = await registerNames(queries, calls, database);
  // Another process erased these players since the first look-up. Now the digests of their names are there to be deleted.
  const erasedAgain = calls.filter((call) => call.revive && found.get(call.playerId) === 'erased');
  if (erasedAgain.length > 0)
    for (const [name, state] of await registerNames(queries, erasedAgain, database)) found.set(name, state);
  return calls.map(({ playerId, revive }) => {
    const state = found.get(playerId);
    if (state === undefined || (revive && state === 'erased')) throw new StoreBusy('contendedPlayer');
    return state;
  });
}

async function registerNames(
  queries: Queries,
  calls: readonly Registration[],
  { now, tell }: Registrar,
): Promise<KeyMap<Found>> {
  const names = distinct(calls.map((call) => call.playerId));
  const found = await lookUp(queries, names);
  const revived = calls.filter((call) => call.revive && found.get(call.playerId) === 'erased');
  for (const { playerId } of revived) found.delete(playerId);
  const fresh = names.filter((name) => !found.has(name));
  if (fresh.length === 0) return found;
  const rows = await queries.run(insertPlayers, { names: fresh, now: now() });
  // An erasure too has the row of the name before that of its digest, so the two cannot deadlock.
  if (revived.length > 0)
    await queries.run(deleteErased, { digests: revived.map((call) => digest(call.playerId)) });
  // This look-up sees every commit before the rows were locked.
  const states = await lookUpAgain(queries, fresh, rows);
  for (const [name, state] of states) found.set(name, state);
  const registered = rows.filter((row) => states.get(row.playerId) === row.sequentialId);
  if (tell.players)
    await tell.events(
      queries,
      registered.map(({ sequentialId }) => ({ sequentialId, ...registeredTold })),
      now(),
    );
  const entries = auditRows(calls, registered);
  if (entries.length > 0) await insertAuditRows(queries, entries, now());
  return found;
}

/** An entry for each new player whom an audited call registered. */
const auditRows = (calls: readonly Registration[], registered: readonly PlayerRow[]) =>
  registered.flatMap(({ playerId, sequentialId }) => {
    const audited = calls.find((call) => call.audited && call.playerId === playerId)?.audited;
    return audited ? [toAuditRow(audited, sequentialId)] : [];
  });

/** Looks names up after their registration, and removes the players whose erasure the first look-up missed. */
async function lookUpAgain(
  queries: Queries,
  names: readonly string[],
  inserted: readonly PlayerRow[],
): Promise<KeyMap<Found>> {
  const erased = setOf(await findErasedNames(queries, names));
  const overlooked = inserted.filter((row) => erased.has(row.playerId));
  if (overlooked.length > 0) {
    await queries.run(deletePlayers, { names: overlooked.map((row) => row.playerId) });
    await queries.run(deleteMetadata, { ids: overlooked.map((row) => row.sequentialId) });
  }
  const there = setOf(inserted.map((row) => row.playerId));
  const others = names.filter((name) => !there.has(name));
  const found = others.length > 0 ? await lookUp(queries, others) : new KeyMap<Found>();
  for (const row of inserted) {
    found.set(row.playerId, erased.has(row.playerId) ? 'erased' : row.sequentialId);
  }
  return found;
}
