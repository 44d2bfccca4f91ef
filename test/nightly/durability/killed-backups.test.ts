// Kills of `playkeep backup` and `playkeep restore` at random moments: under their names there is nothing or something whole, the
// same command does its work when it is run again, and the service beside it loses nothing.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/lib/clock.ts';
import { RESTORED_VERSIONS } from '../../../src/tuning.ts';
import { paths } from '../../harness/api.ts';
import { examine } from '../../harness/doctor.ts';
import { sqlite, temporaryDirectory } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../harness/process.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { startRandomKills } from './random-kills.ts';

const kills = amount(10, 200);
const players = Array.from({ length: 6 }, (_, index) => `player ${index}`);
/** Players who only make the file large, so that there are many moments to kill a command at. */
const idle = 40;
const pad = 'x'.repeat(900_000);
const set = (value: unknown) => ({ body: JSON.stringify({ data: value }) });

interface Saved {
  readonly n: number;
  readonly version: number;
}

/** The saves in a database file without a fault, by player. */
function readSound(path: string): ReadonlyMap<string, Saved> {
  const db = new Database(path, { readonly: true });
  try {
    expect(db.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
    const rows = db
      .query<{ player_id: string; text: string; version: number }, []>(
        `SELECT player_id, text, version FROM players JOIN metadata USING (sequential_id)
         WHERE player_id LIKE 'player %'`,
      )
      .all();
    return new Map(rows.map((row) => [row.player_id, { n: JSON.parse(row.text).n, version: row.version }]));
  } finally {
    db.close();
  }
}

/** Players who save higher and higher numbers. */
function startSaving(service: ServiceProcess) {
  const acknowledged = new Map(players.map((player) => [player, 0]));
  let isOver = false;
  const saving = players.map(async (player) => {
    for (let n = 1; !isOver; n += 1) {
      const { status } = await service.as(player, 'POST', paths.metadata, set({ n }));
      expect(status).toBe(200);
      acknowledged.set(player, n);
    }
  });
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(saving);
    },
  };
}

const drafts = (directory: string) => readdirSync(directory).filter((name) => name.includes('.part'));

test(`${kills} kills of a backup beside a writing service (SEED=${seed})`, async () => {
  const { directory, environment, remove } = await sqlite.create();
  using backups = temporaryDirectory();
  const target = join(backups.directory, 'copy.db');
  const random = seeded(seed);
  const service = await startProcess(environment, directory);
  try {
    for (let n = 0; n < idle; n += 1) await service.as(`idle ${n}`, 'POST', paths.metadata, set({ pad }));
    const { acknowledged, stop } = startSaving(service);
    const saved = () => Math.min(...acknowledged.values());
    while (saved() === 0) await Bun.sleep(5);
    const moments = { cwd: directory, count: kills };
    const commands = await startRandomKills(['backup', target], environment, moments);
    while (commands.isDue()) {
      rmSync(target, { force: true });
      const before = new Map(acknowledged);
      const status = await commands.kill(0.2 + random(1_000) / 1_000);
      if (!existsSync(target)) {
        expect(status).toBe(null);
        commands.cutOff += 1;
        continue;
      }
      const copy = readSound(target);
      for (const [player, n] of before) expect(copy.get(player)?.n).toBeGreaterThanOrEqual(n);
    }
    expect(commands.cutOff).toBeGreaterThan(0);
    // The rests of those that were killed are not in the way.
    rmSync(target, { force: true });
    const left = drafts(backups.directory);
    const { status, stderr } = await runProgram(['backup', target], environment, directory);
    expect([status, stderr]).toEqual([0, '']);
    expect(drafts(backups.directory)).toEqual(left);
    expect(readSound(target).size).toBe(players.length);
    await stop();
    for (const [player, n] of acknowledged) {
      const { body } = await service.as(player, 'GET', paths.metadata);
      expect(body.data.metadata).toEqual({ n });
    }
  } finally {
    service.signal('SIGKILL');
    await service.exited;
    await remove();
  }
}, 1_800_000);

test(`${kills} kills of a restore (SEED=${seed})`, async () => {
  const { directory, environment, remove } = await sqlite.create();
  using restored = temporaryDirectory();
  const copy = join(directory, 'copy.db');
  const target = join(restored.directory, 'playkeep.db');
  const settings = { ...environment, DATABASE_URL: `sqlite:${target}` };
  const random = seeded(seed);
  try {
    const service = await startProcess(environment, directory);
    for (let n = 0; n < idle; n += 1) await service.as(`idle ${n}`, 'POST', paths.metadata, set({ pad }));
    for (const player of players) await service.as(player, 'POST', paths.metadata, set({ n: 7 }));
    expect((await runProgram(['backup', copy], environment, directory)).status).toBe(0);
    service.signal('SIGTERM');
    await service.exited;
    const expectRestored = () => {
      const saves = readSound(target);
      expect([...saves.values()]).toEqual(players.map(() => ({ n: 7, version: RESTORED_VERSIONS + 1 })));
    };
    const restore = ['restore', copy];
    const commands = await startRandomKills(restore, settings, { cwd: directory, count: kills });
    while (commands.isDue()) {
      for (const ending of ['', '-wal', '-shm']) rmSync(target + ending, { force: true });
      const status = await commands.kill(0.2 + random(1_000) / 1_000);
      if (existsSync(target)) expectRestored();
      else {
        expect(status).toBe(null);
        commands.cutOff += 1;
      }
    }
    expect(commands.cutOff).toBeGreaterThan(0);
    if (existsSync(target)) unlinkSync(target);
    const { status, stderr } = await runProgram(restore, settings, directory);
    expect([status, stderr]).toEqual([0, '']);
    expectRestored();
    expect((await examine(settings, systemClock)).findings).toEqual([]);
    const again = await startProcess(settings, restored.directory);
    const { body, headers } = await again.as('player 0', 'GET', paths.metadata);
    again.signal('SIGTERM');
    await again.exited;
    expect([body.data.metadata, headers.get('etag')]).toEqual([
      { n: 7 },
      `"${idle + 1}-${RESTORED_VERSIONS + 1}"`,
    ]);
  } finally {
    await remove();
  }
}, 1_800_000);
