// `playkeep doctor`: its lines, its exit status, and that it changes nothing, beside a running service and without one.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../harness/command.ts';
import { engines, type TestDatabase, temporaryDirectory } from '../harness/engines.ts';
import { exportedRecords } from '../harness/exports.ts';
import { runProgram, type ServiceProcess, startProcess } from '../harness/process.ts';
import { rawDatabase } from '../harness/raw-database.ts';

const path = '/api/game/metadata';

describe.each(engines)('playkeep doctor on $name', (engine) => {
  let database: TestDatabase;
  let service: ServiceProcess | undefined;
  beforeEach(async () => {
    database = await engine.create();
  });
  afterEach(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    service = undefined;
    await database.remove();
  });

  const run = (...args: string[]) => runCommand(args, database.environment);
  const serve = async (): Promise<ServiceProcess> => {
    service = await startProcess(database.environment, database.directory);
    return service;
  };
  const save = (player: string) =>
    service?.as(player, 'POST', path, { body: '{"data":{"secret":"of the player"}}' });

  test('finds nothing beside a running service, and after it was killed', async () => {
    await run('migrate');
    const running = await serve();
    for (const player of ['ann', 'bob']) expect((await save(player))?.status).toBe(200);
    for (const kill of [false, true]) {
      if (kill) running.signal('SIGKILL');
      if (kill) await running.exited;
      const { status, stdout, stderr } = await run('doctor');
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toStartWith(
        'nothing is wrong: 2 players examined, 0 of them wait for the service to mend',
      );
    }
  });

  test('prints a line for each finding, without metadata, and ends with status 1', async () => {
    await run('migrate');
    await serve();
    for (const player of ['ann', 'bob']) await save(player);
    const tables = rawDatabase(database.environment);
    await tables.run(`UPDATE metadata SET text = '{"secret":' WHERE sequential_id = 2`);
    expect((await run('doctor')).status).toBe(1);
    await tables.run('DELETE FROM metadata WHERE sequential_id = 1');
    await tables.close();
    const { environment, directory } = database;
    const { status, stdout, stderr } = await runProgram(['doctor'], environment, directory);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout.trimEnd().split('\n')).toEqual([
      'metadata of player 2: the text is not the text of a JSON object nested at most 1024 deep',
      // On Citus such a name is no finding: the next contact of the player gives it metadata.
      ...(engine.name === 'citus' ? [] : ['players of player 1: the player has no metadata']),
      expect.stringMatching(
        new RegExp(
          `^${engine.name === 'citus' ? 1 : 2} findings: 1 players examined, .*, database (?:sqlite|postgres):`,
        ),
      ),
    ]);
    expect(stdout).not.toContain('secret');
  });

  test('changes nothing, and needs the newest schema', async () => {
    const empty = await engine.create({ migrated: false });
    if (engine.name === 'sqlite') await runCommand(['migrate'], empty.environment);
    const tables = rawDatabase(empty.environment);
    const schema = 'playkeep_schema';
    if (engine.name === 'sqlite') await tables.run('PRAGMA user_version = 13');
    else await tables.run(`CREATE TABLE ${schema} AS SELECT 15 AS version`);
    const { status, stderr } = await runCommand(['doctor'], empty.environment);
    expect([status, stderr]).toEqual([1, expect.stringContaining('run playkeep migrate')]);
    const [row] = await tables.run(
      engine.name === 'sqlite' ? 'PRAGMA user_version' : `SELECT version FROM ${schema}`,
    );
    expect(Object.values(row ?? {})).toEqual([engine.name === 'sqlite' ? 13 : 15]);
    await tables.close();
    await empty.remove();

    await run('migrate');
    await serve();
    await save('ann');
    const [before, after] = ['before', 'after'].map((name) => join(database.directory, name));
    await run('export', before ?? '');
    expect((await run('doctor')).status).toBe(0);
    await run('export', after ?? '');
    expect(exportedRecords(after ?? '')).toEqual(exportedRecords(before ?? ''));
  });
});

test('a file that is damaged is a finding, and a missing one is told', async () => {
  const { directory, remove } = temporaryDirectory();
  const file = join(directory, 'playkeep.db');
  const environment = { DATABASE_URL: `sqlite:${file}` };
  const missing = await runCommand(['doctor'], environment);
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('there is no database at')]);
  expect(existsSync(file)).toBe(false);

  await runCommand(['migrate'], environment);
  const tables = rawDatabase(environment);
  const players = 2_000;
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${players})`;
  await tables.run(
    `${numbers} INSERT INTO players (sequential_id, player_id, registered_at) SELECT n, 'player ' || n, n FROM numbers`,
  );
  await tables.run(
    `${numbers} INSERT INTO metadata (sequential_id, text, version) SELECT n, '{"n":"' || printf('%.500c', 'x') || '"}', 1 FROM numbers`,
  );
  await tables.run('PRAGMA wal_checkpoint(TRUNCATE)');
  await tables.close();
  expect((await runCommand(['doctor'], environment)).stdout).toContain(`${players} players`);
  // A page in the middle of the file is overwritten.
  const bytes = readFileSync(file);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4_096, 0xee), 0, 4_096, Math.floor(bytes.length / 8_192) * 4_096);
  const { status, stdout } = await runCommand(['doctor'], environment);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^the file: /m);
  remove();
});
