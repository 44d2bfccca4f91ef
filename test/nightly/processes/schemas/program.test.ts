// The schema of metadata in a process of its own: no module of the validator is loaded without one, and a reload of several processes
// reads the file anew.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../../src/config/settings.ts';
import { paths } from '../../../harness/api.ts';
import { sqlite, type TestDatabase } from '../../../harness/engines.ts';
import { runProgram, startProcess } from '../../../harness/process.ts';
import { startSeveral, until } from '../../../processes/several.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await sqlite.create();
});
afterEach(() => database.remove());

const save = (level: number) => ({ body: `{"data":{"level":${level}}}` });
const most = (level: number) => JSON.stringify({ properties: { level: { maximum: level } } });

describe('the modules of the validator', () => {
  async function modulesWith(settings: Environment): Promise<readonly string[]> {
    const file = join(database.directory, 'modules');
    const service = await startProcess(
      {
        ...{ ...database.environment, NODE_ENV: 'production', HOST: '127.0.0.1', ...settings },
        TEST_PROGRAM: join(import.meta.dir, '../../../../src/main.ts'),
        TEST_MODULES: file,
      },
      database.directory,
      { program: join(import.meta.dir, '../../../harness/list-modules.ts') },
    );
    try {
      expect((await service.as('ann', 'POST', paths.metadata, save(1))).status).toBe(200);
      service.signal('SIGUSR2');
      await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
      return readFileSync(file, 'utf8').split('\n');
    } finally {
      service.signal('SIGKILL');
      await service.exited;
    }
  }
  const own = (modules: readonly string[]) =>
    modules.filter((path) => /node_modules\/(?:ajv|fast-uri)\/|src\/schemas\/(?!invalid-schema)/.test(path));

  test('are loaded with a schema', async () => {
    const file = join(database.directory, 'schema.json');
    writeFileSync(file, most(50));
    expect(own(await modulesWith({ METADATA_SCHEMA: file })).length).toBeGreaterThan(20);
  });

  test('are not loaded without one', async () => {
    const modules = await modulesWith({});
    expect(own(modules)).toEqual([]);
    expect(modules.length).toBeGreaterThan(20);
  });
});

test('a reload of several processes reads the file anew, and leaves them where it is no schema', async () => {
  const file = join(database.directory, 'schema.json');
  writeFileSync(file, most(50));
  await using service = await startSeveral({ METADATA_SCHEMA: file, METADATA_SCHEMA_ENFORCED: 'players' });
  const reload = () => runProgram(['reload'], service.environment, service.directory);
  const statuses = (level: number) =>
    Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        // They come at once, to processes that have just started.
        service.as(`p${level}-${n}`, 'POST', paths.metadata, save(level)),
      ),
    ).then((answers) => [...new Set(answers.map(({ status }) => status))]);
  expect([await statuses(50), await statuses(51)]).toEqual([[200], [400]]);
  writeFileSync(file, '{"maximun":50}');
  expect((await reload()).status).toBe(1);
  await until(() => service.output().includes('METADATA_SCHEMA: '));
  expect([await statuses(50), await statuses(51)]).toEqual([[200], [400]]);
  writeFileSync(file, most(60));
  expect(await reload()).toMatchObject({ status: 0 });
  expect([await statuses(51), await statuses(61)]).toEqual([[200], [400]]);
}, 60_000);

test('problems of the METADATA_SCHEMA file are listed with the others, by `config` and by `serve`', async () => {
  const METADATA_SCHEMA = join(database.directory, 'schema.json');
  for (const command of ['serve', 'config']) {
    const missing = await runProgram(
      [command],
      { METADATA_SCHEMA: `${METADATA_SCHEMA}.none` },
      database.directory,
    );
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('METADATA_SCHEMA: ')]);
    writeFileSync(METADATA_SCHEMA, '{"$ref":"https://schemas.example/save.json"}');
    const remote = await runProgram([command], { METADATA_SCHEMA, PORT: 'x' }, database.directory);
    expect([remote.status, remote.stderr]).toEqual([
      2,
      expect.stringMatching(
        /have 2 problems:\n {2}PORT: .*\n {2}METADATA_SCHEMA: .*"https:\/\/schemas\.example\/save\.json", which is not in the file; nothing is fetched/,
      ),
    ]);
  }
  writeFileSync(METADATA_SCHEMA, '{"type":"object"}');
  expect((await runProgram(['config'], { METADATA_SCHEMA }, database.directory)).status).toBe(0);
});
