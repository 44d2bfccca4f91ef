// Kills of `playkeep restored`, and of the database below it: all versions are raised or none, with one entry in the audit for each
// time, and the command does its work when it is run again.
import { describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { systemClock } from '../../../src/lib/clock.ts';
import { RAISE_STEP_IDS, RESTORED_VERSIONS } from '../../../src/tuning.ts';
import { paths } from '../../harness/api.ts';
import { examine } from '../../harness/doctor.ts';
import { engines, postgres, temporaryDirectory } from '../../harness/engines.ts';
import { untilLockWait } from '../../harness/lock-waits.ts';
import { amount, isNightly } from '../../harness/nightly.ts';
import { startPostgres } from '../../harness/postgres.ts';
import { killProgram, runProgram, startProcess } from '../../harness/process.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { fillPlayers, settle } from './filled.ts';
import { startRandomKills } from './random-kills.ts';

const kills = amount(8, 100);
const databaseKills = amount(3, 40);
/** Several steps of one transaction. */
const players = 3 * RAISE_STEP_IDS;

/** How often all versions were raised. The audit says the same. */
async function countRaises(raw: RawDatabase): Promise<number> {
  const [found] = await raw.run(
    'SELECT min(version) AS least, max(version) AS most, count(*) AS players FROM metadata',
  );
  expect([Number(found?.least), Number(found?.players)]).toEqual([Number(found?.most), players]);
  const raises = (Number(found?.least) - 1) / RESTORED_VERSIONS;
  const [told] = await raw.run(`SELECT count(*) AS entries FROM audit_entries WHERE action = 'restored'`);
  expect(Number(told?.entries)).toBe(raises);
  return raises;
}

describe.each(engines)('playkeep restored on $name', (engine) => {
  test(`${kills} kills leave all versions raised or none (SEED=${seed})`, async () => {
    const { directory, environment, remove } = await engine.create();
    if (engine.name === 'sqlite') await runProgram(['migrate'], environment, directory);
    const raw = rawDatabase(environment);
    const random = seeded(seed);
    try {
      await fillPlayers(raw, engine, players);
      const moments = { cwd: directory, count: kills };
      const commands = await startRandomKills(['restored'], environment, moments);
      let raises = await countRaises(raw);
      expect(raises).toBe(1);
      while (commands.isDue()) {
        const status = await commands.kill(0.3 + (0.8 * random(1_000)) / 1_000);
        await settle(raw, engine);
        const after = await countRaises(raw);
        // One that was killed may have been done, and one that ended is done.
        expect(status === 0 ? [raises + 1] : [raises, raises + 1]).toContain(after);
        if (after === raises) commands.cutOff += 1;
        raises = after;
      }
      expect(commands.cutOff).toBeGreaterThan(0);
      const again = await runProgram(['restored'], environment, directory);
      expect([again.status, again.stderr]).toEqual([0, '']);
      expect(await countRaises(raw)).toBe(raises + 1);
      expect((await examine(environment, systemClock)).findings).toEqual([]);
    } finally {
      await raw.close();
      await remove();
    }
  }, 1_800_000);
});

test('playkeep restored that is killed half way on PostgreSQL has done nothing', async () => {
  const { directory, environment, remove } = await postgres.create();
  const raw = rawDatabase(environment);
  const holder = new SQL(environment.DATABASE_URL ?? '', { max: 1, prepare: false });
  try {
    await fillPlayers(raw, postgres, players);
    const reserved = await holder.reserve();
    await reserved.unsafe('BEGIN');
    // A row of the last step, so that those before it are raised by then.
    await reserved.unsafe(`UPDATE metadata SET text = text WHERE sequential_id = ${players}`);
    const abandon = new AbortController();
    const running = killProgram(['restored'], environment, directory, abandon.signal);
    await untilLockWait(reserved);
    abandon.abort();
    expect(await running).toBe(null);
    await reserved.unsafe('COMMIT');
    reserved.release();
    await holder.close();
    await settle(raw, postgres);
    expect(await countRaises(raw)).toBe(0);
    expect((await runProgram(['restored'], environment, directory)).status).toBe(0);
    expect(await countRaises(raw)).toBe(1);
  } finally {
    await raw.close();
    await remove();
  }
}, 60_000);

test(`${databaseKills} kills of PostgreSQL below playkeep restored leave all versions raised or none (SEED=${seed})`, async () => {
  const server = await startPostgres();
  using folder = temporaryDirectory();
  const { directory } = folder;
  const environment = { DATABASE_URL: server.url('postgres') };
  const random = seeded(seed);
  const restored = () => runProgram(['restored'], environment, directory);
  /** The connection of a test does not outlive its server. */
  const look = async <Result>(work: (raw: RawDatabase) => Promise<Result>): Promise<Result> => {
    const raw = rawDatabase(environment);
    return work(raw).finally(() => raw.close());
  };
  try {
    expect((await runProgram(['migrate'], environment, directory)).status).toBe(0);
    await look((raw) => fillPlayers(raw, postgres, players));
    const begun = performance.now();
    expect((await restored()).status).toBe(0);
    const wholeMilliseconds = performance.now() - begun;
    let raises = 1;
    let cutOff = 0;
    for (let kill = 1; kill <= databaseKills; kill += 1) {
      const running = restored();
      await Bun.sleep(wholeMilliseconds * (0.3 + (0.6 * random(1_000)) / 1_000));
      await server.killAll();
      await server.restart();
      const { status, stderr } = await running;
      // Sentences, and no trace of a program.
      if (status !== 0) expect([status, stderr]).toEqual([1, expect.stringMatching(/^(?:playkeep: .+\n)+$/)]);
      const after = await look(countRaises);
      expect(status === 0 ? [raises + 1] : [raises, raises + 1]).toContain(after);
      if (after === raises) cutOff += 1;
      raises = after;
    }
    // On a busy machine all of a few kills may come before the beginning or after the commit.
    if (isNightly) expect(cutOff).toBeGreaterThan(0);
    expect((await restored()).status).toBe(0);
    expect(await look(countRaises)).toBe(raises + 1);
    const service = await startProcess(environment, directory);
    const { headers } = await service.as('player 1', 'GET', paths.metadata);
    service.signal('SIGKILL');
    await service.exited;
    expect(headers.get('etag')).toBe(`"1-${(raises + 1) * RESTORED_VERSIONS + 1}"`);
  } finally {
    await server.stop();
  }
}, 1_800_000);
