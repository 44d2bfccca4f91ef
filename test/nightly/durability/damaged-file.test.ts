// A database file that is damaged, truncated, incomplete, foreign or read-only: the start refuses it in one line that names it,
// and leaves every byte as it is. Damage at run time is 503 until the good file is back.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../harness/api.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { canMount, mountSmallDisk } from '../../harness/mounts.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testSecret } from '../../harness/service.ts';

setDefaultTimeout(60_000);

const players = 30;
const filler = 'x'.repeat(3_000);
const save = (round: number, n: number) => ({ body: `{"data":{"round":${round},"n":${n},"f":"${filler}"}}` });

let root: string;
let remove: () => void;
/** A folder as a killed service leaves it: half of the data is in the file, half in the log. */
let model: string;

beforeAll(async () => {
  ({ directory: root, remove } = temporaryDirectory());
  model = join(root, 'model');
  mkdirSync(model);
  for (const round of [1, 2]) {
    const service = await startProcess(environmentOf(join(model, 'game.db')), root);
    await saveAll(service, round);
    service.signal(round === 1 ? 'SIGTERM' : 'SIGKILL');
    await service.exited;
  }
  rmSync(join(model, 'game.db-shm'));
});
afterAll(() => remove());

const environmentOf = (path: string) => ({
  DATABASE_URL: `sqlite:${path}`,
  JWT_SECRET: testSecret,
  PORT: '0',
});

/** Starts a service on a file, and kills it after the work. */
async function serve(path: string, work: (service: ServiceProcess) => Promise<void>): Promise<void> {
  const service = await startProcess(environmentOf(path), root);
  try {
    await work(service);
  } finally {
    service.signal('SIGKILL');
    await service.exited;
  }
}

async function saveAll(service: ServiceProcess, round: number): Promise<void> {
  for (let n = 0; n < players; n += 1) {
    expect((await service.as(`player ${n}`, 'POST', paths.metadata, save(round, n))).status).toBe(200);
  }
}

async function expectAll(service: ServiceProcess, round: number): Promise<void> {
  for (let n = 0; n < players; n += 1) {
    const answer = await service.as(`player ${n}`, 'GET', paths.metadata);
    expect(answer.body.data.metadata).toEqual({ round, n, f: filler });
  }
}

function copyOfModel({ withLog = true } = {}): string {
  const directory = join(root, crypto.randomUUID());
  cpSync(model, directory, { recursive: true });
  const path = join(directory, 'game.db');
  if (!withLog) rmSync(`${path}-wal`);
  return path;
}

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

const garbage = (size: number) => crypto.getRandomValues(new Uint8Array(size));
const bytesOf = (path: string) =>
  ['', '-wal'].map((end) =>
    statSync(path + end, { throwIfNoEntry: false })?.isFile()
      ? Bun.hash(readFileSync(path + end)).toString()
      : 'none',
  );

const damaged = 'it is damaged, or no database; put a backup in its place';

/** The damage to a copy of the model, and the message for the operator. */
const refusals: [name: string, withLog: boolean, damage: (path: string) => void, told: string][] = [
  ['a header of random bytes', true, (path) => overwrite(path, 0, garbage(100)), damaged],
  ['the same without a log', false, (path) => overwrite(path, 0, garbage(100)), damaged],
  ['a schema of random bytes', false, (path) => overwrite(path, 100, garbage(3_900)), damaged],
  ['half of the file', false, (path) => truncateSync(path, statSync(path).size / 2), damaged],
  ['text', false, (path) => writeFileSync(path, 'dear diary, '.repeat(1_000)), damaged],
  ['an empty file beside a log', true, (path) => truncateSync(path, 0), 'the file is empty, but game.db-wal'],
  ['no file beside a log', true, (path) => rmSync(path), 'the file is missing, but game.db-wal'],
  ['a log that was removed', false, (path) => writeFileSync(`${path}-shm`, ''), 'game.db-wal is missing'],
  ['a newer schema, by the log', true, makeNewer, 'newer than this program knows'],
  ['a table that is gone', false, dropTable, 'no such table: metadata'],
  ['a folder', false, makeFolder, 'cannot be opened'],
];

/** The fault is found after the file was opened, so there is a log, an empty one. */
function dropTable(path: string): void {
  const db = new Database(path);
  db.run('DROP TABLE metadata');
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  writeFileSync(`${path}-wal`, '');
}

/** The file of a killed newer program, whose changes are in the log alone. */
function makeNewer(path: string): void {
  const db = new Database(path);
  db.run('PRAGMA user_version = 999');
  for (const end of ['', '-wal']) cpSync(path + end, `${path}.copy${end}`);
  db.close();
  for (const end of ['', '-wal']) renameSync(`${path}.copy${end}`, path + end);
}

function makeFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

async function expectRefusal(path: string, told: string, under: readonly string[] = []): Promise<void> {
  const { status, stdout, stderr } = await runProgram(['serve'], environmentOf(path), root, { under });
  expect([status, stdout.replace(/^.*it is another file.*\n/, '')]).toEqual([1, '']); // A copy is noticed first.
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(told)]);
  expect(stderr).toStartWith(`playkeep: ${path}: `);
}

describe('at start', () => {
  test('a damaged, foreign or newer file is refused, and stays as it is', async () => {
    const refused = refusals.map(async ([name, withLog, damage, told]) => {
      const path = copyOfModel({ withLog });
      damage(path);
      const before = bytesOf(path);
      await expectRefusal(path, told);
      expect([name, ...bytesOf(path)]).toEqual([name, ...before]);
    });
    await Promise.all(refused);
  });

  test('a link to a file is examined like the file', async () => {
    const path = copyOfModel();
    symlinkSync(path, `${path}.link`);
    rmSync(path);
    await expectRefusal(`${path}.link`, 'the file is missing, but game.db-wal');
  });

  test('the good file, put back, is served with every acknowledged write', async () => {
    const path = copyOfModel();
    const good = readFileSync(path);
    overwrite(path, 0, garbage(4_096));
    await expectRefusal(path, damaged);
    writeFileSync(path, good);
    await serve(path, (service) => expectAll(service, 2));
  });

  test('complete transactions of a damaged log are served, and incomplete ones are not', async () => {
    const path = copyOfModel();
    overwrite(`${path}-wal`, 0, garbage(statSync(`${path}-wal`).size));
    await serve(path, async (service) => {
      await expectAll(service, 1);
      await saveAll(service, 3);
    });
    await serve(path, (service) => expectAll(service, 3));
  });

  test('an empty file alone is a new database', async () => {
    const path = copyOfModel({ withLog: false });
    truncateSync(path, 0);
    await serve(path, async (service) => {
      expect((await service.as('ann', 'GET', paths.metadata)).body.data.sequentialId).toBe(1);
    });
  });
});

describe('while the service runs', () => {
  for (const [name, damage] of [
    ['garbage in its pages', (path: string) => overwrite(path, 8_192, garbage(statSync(path).size - 8_192))],
    ['half of the file', (path: string) => truncateSync(path, statSync(path).size / 2)],
  ] as const) {
    test(`${name}: each answer is 503 or true, a line names the file, and every write is there once the bytes are restored`, async () => {
      const path = copyOfModel();
      const first = await startProcess(environmentOf(path), root);
      first.signal('SIGTERM');
      await first.exited;
      const good = readFileSync(path);
      await serve(path, async (service) => {
        damage(path);
        let refused = 0;
        for (let n = 0; n < players; n += 1) {
          const answer = await service.as(`player ${n}`, 'GET', paths.metadata);
          expect([200, 503]).toContain(answer.status);
          if (answer.status === 200) expect(answer.body.data.metadata).toEqual({ round: 2, n, f: filler });
          else refused += 1;
          expect([400, 503]).toContain((await service.as(`player ${n}`, 'POST', paths.heartbeat)).status);
        }
        expect(refused).toBeGreaterThan(0);
        expect(service.output()).toContain(`${path}: ${damaged}`);
        expect((await service.call('GET', '/livez')).status).toBe(200);
        overwrite(path, 0, good);
        await expectAll(service, 2);
        await saveAll(service, 3);
        await expectAll(service, 3);
      });
    });
  }
});

describe('export and import', () => {
  test('name the damaged database', async () => {
    const path = copyOfModel();
    const database = environmentOf(path);
    const file = join(root, 'export.jsonl');
    expect((await runProgram(['export', file], database, root)).status).toBe(0);
    overwrite(path, 8_192, garbage(statSync(path).size - 8_192));
    for (const args of [
      ['export', `${file}.again`],
      ['import', file],
    ]) {
      const { status, stderr } = await runProgram(args, database, root);
      expect([status, stderr]).toEqual([
        1,
        `playkeep: ${path}: ${damaged} (database disk image is malformed)\n`,
      ]);
    }
  });
});

/** Root without its right to ignore modes: it can still enter a folder of its own, such as that of this project. */
const bound = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
const canBeBound = process.getuid?.() === 0 && Bun.spawnSync([...bound, 'cat', import.meta.path]).success;

describe('a place that may not be written to', () => {
  test.skipIf(!canBeBound)(
    'is refused at start: the file, the log, or the folder',
    async () => {
      const modes = [
        [0o777, 0o444, 0o666, 'may not be written to'],
        [0o777, 0o666, 0o000, 'cannot be opened'],
        [0o555, 0o666, 0o666, 'cannot be opened'],
        [0o777, 0o000, 0o666, 'cannot be opened'],
        [0o000, 0o666, 0o666, 'permission denied'],
      ] as const;
      const refused = modes.map(async ([folder, file, log, told]) => {
        const path = copyOfModel();
        chmodSync(path, file);
        chmodSync(`${path}-wal`, log);
        const before = bytesOf(path);
        chmodSync(join(path, '..'), folder);
        await expectRefusal(path, told, bound);
        expect(bytesOf(path)).toEqual(before);
      });
      await Promise.all(refused);
    },
    60_000,
  );

  test.skipIf(!canMount)('is refused at start: a read-only file system', async () => {
    const disk = mountSmallDisk(8 * 1024 * 1024);
    const path = join(disk.directory, 'game.db');
    try {
      for (const end of ['', '-wal']) cpSync(join(model, `game.db${end}`), path + end);
      disk.setReadOnly(true);
      await Promise.all([
        expectRefusal(path, 'cannot be opened or made'),
        expectRefusal(join(disk.directory, 'new', 'game.db'), 'read-only file system'),
      ]);
      disk.setReadOnly(false);
      await serve(path, (service) => expectAll(service, 2));
    } finally {
      disk.remove();
    }
  });
});
