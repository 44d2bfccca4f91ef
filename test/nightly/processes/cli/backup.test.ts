// `playkeep backup` and `playkeep restore` on an embedded file: names, and files that are damaged, cut short or of a killed service. Their kills
// stand in test/nightly/durability/killed-backups.test.ts.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { paths } from '../../../harness/api.ts';
import { sqlite, type TestDatabase, temporaryDirectory } from '../../../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../harness/process.ts';

const set = (value: unknown) => ({ body: JSON.stringify({ data: value }) });

describe('a backup of an embedded file', () => {
  let database: TestDatabase;
  let service: ServiceProcess | undefined;
  const file = () => join(database.directory, 'playkeep.db');
  const backUp = (to: string) => runProgram(['backup', to], database.environment, database.directory);
  const restoreFrom = (from: string) =>
    runProgram(['restore', from], database.environment, database.directory);
  const start = async () => {
    service = await startProcess(database.environment, database.directory);
    return service;
  };
  /** Moves the files of the database away, as a restore demands. */
  const moveAway = () => {
    for (const ending of ['', '-wal', '-shm']) {
      if (existsSync(file() + ending)) renameSync(file() + ending, join(database.directory, `old${ending}`));
    }
  };

  beforeEach(async () => {
    database = await sqlite.create();
  });
  afterEach(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    service = undefined;
    await database.remove();
  });

  test('is named by the date in a folder, replaces nothing, and leaves nothing behind where it fails', async () => {
    const running = await start();
    await running.as('ann', 'POST', paths.metadata, set({ gold: 1 }));
    const folder = join(database.directory, 'backups');
    const { status, stderr } = await backUp(folder);
    expect([status, stderr]).toEqual([0, '']);
    using empty = temporaryDirectory();
    expect((await backUp(empty.directory)).status).toBe(0);
    expect(readdirSync(empty.directory)).toEqual([expect.stringMatching(/^playkeep-\d{8}T\d{6}Z\.db$/)]);
    for (const [to, reason] of [
      [folder, 'there is a file already, and it is not replaced'],
      [file(), 'there is a file already, and it is not replaced'],
      [join(empty.directory, 'no/such/folder/copy.db'), 'ENOENT'],
    ] as const) {
      const refused = await backUp(to);
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain(reason);
    }
    expect(readdirSync(database.directory).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await running.as('ann', 'GET', paths.metadata)).body.data.metadata).toEqual({ gold: 1 });
  });

  test('of a damaged database fails with a sentence, and leaves no file', async () => {
    const running = await start();
    await running.as('ann', 'POST', paths.metadata, set({ pad: 'x'.repeat(400_000) }));
    running.signal('SIGTERM');
    await running.exited;
    const bytes = readFileSync(file());
    bytes.fill(0xff, bytes.length - 300_000, bytes.length - 200_000);
    writeFileSync(file(), bytes);
    const { status, stdout, stderr } = await backUp(join(database.directory, 'copy.db'));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^playkeep: .*playkeep\.db: it is damaged[^\n]*\n$/);
    expect(readdirSync(database.directory).filter((name) => name.includes('copy'))).toEqual([]);
  });

  test('may also be the files of a service that was killed', async () => {
    const running = await start();
    await running.as('ann', 'POST', paths.metadata, set({ gold: 7 }));
    running.signal('SIGKILL');
    await running.exited;
    using other = temporaryDirectory();
    const copy = join(other.directory, 'copy.db');
    for (const ending of ['', '-wal']) copyFileSync(file() + ending, copy + ending);
    expect(statSync(`${copy}-wal`).size).toBeGreaterThan(0);
    moveAway();
    expect((await restoreFrom(copy)).status).toBe(0);
    const again = await start();
    expect((await again.as('ann', 'GET', paths.metadata)).body.data.metadata).toEqual({ gold: 7 });
  });

  test('that is damaged, cut short or of another program is refused, and nothing is put in place', async () => {
    const running = await start();
    await running.as('ann', 'POST', paths.metadata, set({ pad: 'x'.repeat(200_000) }));
    const copy = join(database.directory, 'copy.db');
    await backUp(copy);
    running.signal('SIGTERM');
    await running.exited;
    moveAway();
    const spoiled = (name: string, spoil: (path: string) => void): string => {
      const path = join(database.directory, name);
      copyFileSync(copy, path);
      spoil(path);
      return path;
    };
    const cases: readonly (readonly [path: string, reason: RegExp])[] = [
      [spoiled('cut.db', (path) => truncateSync(path, 100_000)), /cut\.db: it is damaged/],
      [
        spoiled('text.db', (path) => writeFileSync(path, 'no database at all, but a text')),
        /text\.db: it is damaged, or no database/,
      ],
      [spoiled('empty.db', (path) => truncateSync(path, 0)), /empty\.db: it is no database of Playkeep/],
      [join(database.directory, 'missing.db'), /missing\.db: there is no such file/],
    ];
    for (const [path, reason] of cases) {
      const { status, stderr, stdout } = await restoreFrom(path);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(reason);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    expect(readdirSync(dirname(file())).filter((name) => name.includes('playkeep.db'))).toEqual([]);
    expect((await restoreFrom(copy)).status).toBe(0);
  });
});
