// Two processes that count on one database while players play and sessions are imported: either is killed, or stopped for longer
// than its lease, at any moment. In the end all figures are those of the session rows: nothing counts twice or is left out.
import { describe, expect, test } from 'bun:test';
import { systemClock } from '../../../src/lib/clock.ts';
import type { EndedSessionRecord } from '../../../src/store/ports/transfer.ts';
import { paths } from '../../harness/api.ts';
import { manualClock } from '../../harness/clock.ts';
import { engines, type TestEngine } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import { type Random, seed, seeded } from '../../harness/seeded.ts';
import { testServerKey } from '../../harness/server-keys.ts';
import { openStoreOn } from '../../harness/store.ts';
import { until } from '../../harness/until.ts';
import { expectEqualFigures, pointers } from '../../statistics/compare.ts';
import { importSessions, randomRecords } from '../../statistics/imported.ts';
import type { ReferenceSession } from '../../statistics/reference.ts';

const kills = amount(4, 100);
const stops = amount(2, 20);
const zone = 'Europe/Berlin';
const timeoutSeconds = 3;
const day = 86_400_000;
/** Players whose sessions are imported, and players who play. */
const importedPlayers = 200;
const playingPlayers = 12;
const importedDays = 25;

type Pair = Awaited<ReturnType<typeof startPair>>;

/** Either process can be killed or stopped at any moment. */
async function startPair(engine: TestEngine, random: Random) {
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

  async function killAll(): Promise<void> {
    for (const member of members) {
      member.signal('SIGCONT');
      member.signal('SIGKILL');
    }
    await Promise.all(members.map(({ exited }) => exited));
  }
  /** Moves what is stored a minute back: the lease ends, and published sums are too old for an answer. */
  async function letMinutePass(): Promise<void> {
    await tables.run(
      'UPDATE statistics_state SET lease_until = lease_until - 60000, as_of = as_of - 60000 WHERE id = 1',
    );
  }
  return {
    tables,
    members,
    letMinutePass,
    async importRandom(count: number) {
      const fresh = randomRecords(random, count, importedDays, beginning).map((record) => ({
        ...record,
        sequentialId: 1 + random(importedPlayers),
      }));
      // Some are imported again.
      const from = random(imported.length + 1);
      const again = imported.slice(from, from + Math.ceil(count / 10));
      imported.push(...fresh);
      await importSessions({ environment, clock: systemClock }, [...fresh, ...again]);
    },
    /** Kills a process and starts another in its place. @param seen runs between the two */
    async replace(index: number, seen: () => Promise<void>) {
      const victim = members[index] as ServiceProcess;
      victim.signal('SIGKILL');
      await victim.exited;
      await seen();
      members[index] = await start();
    },
    /** Is there no transaction of a process that others would wait for? */
    async isUnlocked(): Promise<boolean> {
      if (engine.name === 'sqlite') return isFileUnlocked(tables);
      const free = await tables.run('SELECT id FROM statistics_state WHERE id = 1 FOR UPDATE SKIP LOCKED');
      return free.length > 0;
    },
    /** Compares the figures with the rows once no process is there any more: one kill comes last. */
    async expectFigures() {
      await killAll();
      await letMinutePass();
      const clock = manualClock(Date.now());
      const last = await openStoreOn(environment, clock);
      try {
        await expectEqualFigures(last.statistics, zone, await readSessions(tables, clock.now()));
      } finally {
        await last.close();
      }
    },
    async close() {
      await killAll();
      await tables.close();
      await database.remove();
    },
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

/**
 * Lets players begin, go on with and end sessions on both processes until the result is called. Calls to a process that is killed fail,
 * and the player goes on with the next one.
 */
function playOn(members: readonly ServiceProcess[], random: Random): () => Promise<void> {
  let isOver = false;
  const anyMember = () => members[random(2)] as ServiceProcess;
  async function playAs(n: number): Promise<void> {
    for (let life = 0; !isOver; life += 1) {
      const name = `player ${n}, life ${life}`;
      // An erasure removes the contexts, counted or not. So players who will be erased have none.
      const isErased = n < 3;
      for (let step = 0; !isOver && (!isErased || step < 40); step += 1) {
        await stepAs(anyMember(), name, isErased ? undefined : n).catch(() => undefined);
        // A session that is left alone for longer than the time-out expires.
        await Bun.sleep(random(20) === 0 ? timeoutSeconds * 1000 + 200 : 20 + random(120));
      }
      if (isErased && !isOver) await erase(anyMember(), name).catch(() => undefined);
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

const erase = (member: ServiceProcess, name: string) =>
  member.call('DELETE', `/api/server/players/by-id/${encodeURIComponent(name)}`, { token: testServerKey });

/** The sessions in the tables. Expired ones that no process has moved yet have ended at their last activity. */
async function readSessions(tables: RawDatabase, asOf: number): Promise<ReferenceSession[]> {
  const rows = await tables.run(
    `SELECT sequential_id, started_at, ended_at AS until, reason, context, 0 AS expires_from FROM ended_sessions
     UNION ALL SELECT sequential_id, started_at, last_activity, 'active', context,
       coalesce(corrected_activity, last_activity) FROM active_sessions`,
  );
  return rows.map((row) => {
    const isActive = row.reason === 'active' && Number(row.expires_from) > asOf - timeoutSeconds * 1000;
    return {
      player: Number(row.sequential_id),
      start: Number(row.started_at),
      end: isActive ? null : Number(row.until),
      reason: row.reason === 'active' && !isActive ? 'expired' : String(row.reason),
      context: row.context === null ? null : String(row.context),
    };
  });
}

async function findPass({ tables }: Pair) {
  const [row] = await tables.run(
    `SELECT lease_holder, version, (SELECT count(*) FROM ended_sessions WHERE counted <> 1) AS uncounted
     FROM statistics_state WHERE id = 1`,
  );
  const holder = row?.lease_holder as string | null;
  return { holder, version: Number(row?.version), uncounted: Number(row?.uncounted) };
}

/** Is a pass under way that makes no step any more, and has sessions left to count? */
async function findStuck(pair: Pair): Promise<boolean> {
  const before = await findPass(pair);
  if (before.holder === null || before.uncounted === 0) return false;
  await Bun.sleep(200);
  const after = await findPass(pair);
  return after.holder === before.holder && after.version === before.version;
}

/** Waits until a pass is under way. It may have been too short to be seen, or none may begin, so the wait ends after ten seconds. */
async function untilPass(pair: Pair): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; ) {
    const { holder, uncounted } = await findPass(pair);
    if (uncounted === 0 || holder !== null) return;
  }
}

/** An answer needs exact sums, so the process begins to count. */
const askFor = (member: ServiceProcess) =>
  member.call('GET', '/api/server/statistics/online', { token: testServerKey });
const ask = (member: ServiceProcess): void => void askFor(member).catch(() => undefined);

/** Stops a process in the middle of a pass, but not in the middle of a transaction: others would wait for its locks. */
async function stopInPass(pair: Pair, member: ServiceProcess, random: Random): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await pair.importRandom(1_500);
    await pair.letMinutePass();
    ask(member);
    // Where requests take long, the pass may begin later than the stop.
    if (attempt % 2 === 1) await untilPass(pair);
    await Bun.sleep(random(attempt % 2 === 1 ? 20 : 100));
    member.signal('SIGSTOP');
    if ((await findStuck(pair)) && (await pair.isUnlocked())) return;
    member.signal('SIGCONT');
  }
  throw new Error('no pass was under way');
}

for (const engine of engines) {
  describe(`two processes that count on ${engine.name}`, () => {
    test(`count each session once when either is killed ${kills} times, from seed ${seed}`, async () => {
      const random = seeded(seed);
      const pair = await startPair(engine, random);
      let passes = 0;
      try {
        const stopPlaying = playOn(pair.members, random);
        // A short run goes on until a kill has come in the middle of a pass.
        for (let kill = 0; kill < kills || (passes === 0 && kill < 10 * kills); kill += 1) {
          await pair.importRandom(800 + random(1_600));
          await pair.letMinutePass();
          const victim = random(2);
          ask(pair.members[victim] as ServiceProcess);
          if (random(2) === 0) ask(pair.members[1 - victim] as ServiceProcess);
          if (kill % 2 === 1) await untilPass(pair);
          await Bun.sleep(random(kill % 2 === 1 ? 20 : 150));
          await pair.replace(victim, async () => {
            if (await findStuck(pair)) passes += 1;
            await pair.letMinutePass();
          });
        }
        await stopPlaying();
        process.stderr.write(`${kills} kills on ${engine.name}, ${passes} of them in a pass\n`);
        await pair.expectFigures();
        expect(passes).toBeGreaterThan(0);
      } finally {
        await pair.close();
      }
    }, 1_800_000);

    test(`count each session once when one is stopped for longer than its lease, from seed ${seed}`, async () => {
      const random = seeded(seed + 1);
      const pair = await startPair(engine, random);
      try {
        const [first, second] = pair.members as [ServiceProcess, ServiceProcess];
        for (let stop = 0; stop < stops; stop += 1) {
          await stopInPass(pair, first, random);
          await pair.letMinutePass();
          ask(second);
          await until(async () => (await findPass(pair)).uncounted === 0);
          first.signal('SIGCONT');
        }
        // What the first one still does after its stop comes before an answer of its own.
        await pair.letMinutePass();
        await until(async () => (await askFor(first)).status === 200);
        await pair.expectFigures();
      } finally {
        await pair.close();
      }
    }, 600_000);
  });
}
