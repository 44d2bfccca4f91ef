// Two processes of the service that count the sessions of one database, under a stream of sessions. Either can be killed or stopped
// at any moment.
import { systemClock } from '../../../src/lib/clock.ts';
import type { EndedSessionRecord } from '../../../src/store/ports/transfer.ts';
import { paths } from '../../harness/api.ts';
import type { TestDatabase, TestEngine } from '../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import type { Random } from '../../harness/seeded.ts';
import { testServerKey } from '../../harness/server-keys.ts';
import { openStoreOn } from '../../harness/store.ts';
import { pointers } from '../../statistics/compare.ts';
import { importSessions, randomRecords } from '../../statistics/imported.ts';
import type { ReferenceSession } from '../../statistics/reference.ts';

export const zone = 'Europe/Berlin';
const timeoutSeconds = 3;
const day = 86_400_000;
/** Players whose sessions are imported, and players who play. */
const importedPlayers = 200;
const playingPlayers = 12;
const importedDays = 25;

export interface Pair {
  readonly tables: RawDatabase;
  readonly members: ServiceProcess[];
  /** The first instant of an imported session. */
  readonly beginning: number;
  importRandom(count: number): Promise<void>;
  /** Kills a process and starts another in its place. @param seen runs between the two */
  replace(index: number, seen: () => Promise<void>): Promise<void>;
  /** Moves what is stored a minute back: the lease ends, and published sums are too old for an answer. */
  letMinutePass(): Promise<void>;
  /** Is there no transaction of a process that others would wait for? */
  isUnlocked(): Promise<boolean>;
  /** Lets players begin, go on with and end sessions on both processes until the result is called. */
  play(): () => Promise<void>;
  /** The sessions in the tables as of a moment. */
  readSessions(): Promise<(asOf: number) => ReferenceSession[]>;
  close(): Promise<void>;
}

export async function startPair(engine: TestEngine, random: Random): Promise<Pair> {
  const database = await engine.create();
  const environment = {
    ...database.environment,
    STATISTICS_TIME_ZONE: zone,
    STATISTICS_CONTEXT: pointers.join(','),
    SESSION_TIMEOUT_SECONDS: String(timeoutSeconds),
    SERVER_API_KEY: testServerKey,
    LOG_LEVEL: 'info',
  };
  const store = await openStoreOn(environment, systemClock);
  for (let n = 1; n <= importedPlayers; n += 1) await store.players.register(`imported ${n}`);
  await store.close();
  const start = () => startProcess(environment, database.directory);
  const members = await Promise.all([start(), start()]);
  const tables = rawDatabase(database.environment);
  const beginning = Math.floor(Date.now() / day) * day - (importedDays + 3) * day;
  const imported: EndedSessionRecord[] = [];

  return {
    tables,
    members,
    beginning,
    async importRandom(count) {
      const fresh = randomRecords(random, count, beginning, importedDays).map((record) => ({
        ...record,
        sequentialId: 1 + random(importedPlayers),
      }));
      // Some are imported again.
      const from = random(imported.length + 1);
      const again = imported.slice(from, from + Math.ceil(count / 10));
      imported.push(...fresh);
      await importSessions({ environment, clock: systemClock }, [...fresh, ...again]);
    },
    async replace(index, seen) {
      const victim = members[index] as ServiceProcess;
      victim.signal('SIGKILL');
      await victim.exited;
      await seen();
      members[index] = await start();
    },
    async letMinutePass() {
      await tables.run(
        'UPDATE statistics_state SET lease_until = lease_until - 60000, as_of = as_of - 60000 WHERE id = 1',
      );
    },
    async isUnlocked() {
      if (engine.name === 'sqlite') return isFileUnlocked(tables);
      const free = await tables.run('SELECT id FROM statistics_state WHERE id = 1 FOR UPDATE SKIP LOCKED');
      return free.length > 0;
    },
    play: () => playOn(members, random),
    readSessions: () => readSessions(tables),
    close: () => endPair(members, tables, database),
  };
}

async function isFileUnlocked(tables: RawDatabase): Promise<boolean> {
  await tables.run('PRAGMA busy_timeout = 20');
  try {
    await tables.run('BEGIN IMMEDIATE');
    await tables.run('ROLLBACK');
    return true;
  } catch {
    return false;
  } finally {
    await tables.run('PRAGMA busy_timeout = 5000');
  }
}

async function endPair(
  members: readonly ServiceProcess[],
  tables: RawDatabase,
  database: TestDatabase,
): Promise<void> {
  for (const member of members) {
    member.signal('SIGCONT');
    member.signal('SIGKILL');
  }
  await Promise.all(members.map(({ exited }) => exited));
  await tables.close();
  await database.remove();
}

/** Calls to a process that is killed fail, and the player goes on with the next one. */
function playOn(members: readonly ServiceProcess[], random: Random): () => Promise<void> {
  let isOver = false;
  async function playAs(n: number): Promise<void> {
    for (let life = 0; !isOver; life += 1) {
      const name = `player ${n}, life ${life}`;
      // An erasure removes the contexts, counted or not. So players who will be erased have none.
      const isErased = n < 3;
      for (let step = 0; !isOver && (!isErased || step < 40); step += 1) {
        const member = members[random(2)] as ServiceProcess;
        await stepAs(member, name, isErased ? undefined : n).catch(() => undefined);
        // A session that is left alone for longer than the time-out expires.
        await Bun.sleep(random(20) === 0 ? timeoutSeconds * 1000 + 200 : 20 + random(120));
      }
      if (isErased && !isOver) await erase(members[random(2)] as ServiceProcess, name).catch(() => undefined);
    }
  }
  async function stepAs(member: ServiceProcess, name: string, n: number | undefined): Promise<void> {
    const choice = random(100);
    const context = n === undefined ? undefined : { platform: n % 2 === 0 ? 'ios' : 'web', version: n };
    const body = JSON.stringify({ onActive: 'replace', ...(context && { context }) });
    if (choice < 35) await member.as(name, 'POST', paths.start, { body });
    else if (choice < 65) await member.as(name, 'POST', paths.heartbeat);
    else await member.as(name, 'POST', paths.stop);
  }
  const playing = Promise.all(Array.from({ length: playingPlayers }, (_, n) => playAs(n)));
  return async () => {
    isOver = true;
    await playing;
  };
}

async function erase(member: ServiceProcess, name: string): Promise<void> {
  const key = { token: testServerKey };
  const found = await member.call('POST', '/api/server/players/lookup', {
    ...key,
    body: JSON.stringify({ playerIds: [name] }),
  });
  const id = found.body.data.players[0]?.sequentialId;
  if (id !== undefined) await member.call('DELETE', `/api/server/players/${id}`, key);
}

/** Expired sessions that no process has moved yet have ended at their last activity. */
async function readSessions(tables: RawDatabase): Promise<(asOf: number) => ReferenceSession[]> {
  const ended = await tables.run(
    'SELECT sequential_id AS player, started_at AS start, ended_at AS "end", reason, context FROM ended_sessions',
  );
  const open = await tables.run(
    `SELECT sequential_id AS player, started_at AS start, last_activity AS "end",
       coalesce(corrected_activity, last_activity) AS "expiresFrom", context FROM active_sessions`,
  );
  return (asOf) => [
    ...ended.map((row) => toSession(row, Number(row.end), String(row.reason))),
    ...open.map((row) =>
      Number(row.expiresFrom) <= asOf - timeoutSeconds * 1000
        ? toSession(row, Number(row.end), 'expired')
        : toSession(row, null, 'active'),
    ),
  ];
}

function toSession(
  { player, start, context }: Readonly<Record<string, unknown>>,
  end: number | null,
  reason: string,
): ReferenceSession {
  return {
    player: Number(player),
    start: Number(start),
    end,
    reason,
    context: context === null ? null : String(context),
  };
}
