// The file of an export: it is complete or absent, and only its owner can read it.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { manualClock } from '../harness/clock.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { runProgram } from '../harness/process.ts';
import { openStoreOn } from '../harness/store.ts';

/** Files cannot grow past 256 KiB. A write past that fails, or a signal ends the process. */
const limited = (onTooLong: 'fails' | 'is ended') => [
  'bash',
  '-c',
  `${onTooLong === 'fails' ? 'trap "" XFSZ; ' : ''}ulimit -f 256; exec "$@"`,
  'bash',
];

describe.each(engines)('an export from $name', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let file: string;
  beforeEach(async () => {
    database = await engine.create();
    folder = join(database.directory, 'backups');
    mkdirSync(folder);
    file = join(folder, 'players.jsonl');
    const store = await openStoreOn(database.environment, manualClock());
    const id = Number(await store.players.register('ann'));
    await store.metadata.save(id, JSON.stringify({ long: 'x'.repeat(500_000) }));
    await store.close();
  });
  afterEach(() => database.remove());

  const runExport = (under: readonly string[] = [], path = file) =>
    runProgram(['export', path], database.environment, database.directory, { under });

  test('is readable by its owner alone, even when it replaces a file that others could read', async () => {
    writeFileSync(file, 'of yesterday');
    chmodSync(file, 0o644);
    expect((await runExport()).status).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toEndWith('{"type":"end","records":1}\n');
    expect(readdirSync(folder)).toEqual(['players.jsonl']);
  });

  test('that cannot be written keeps the file before, and leaves no other file', async () => {
    for (const [there, files] of [
      [undefined, []],
      ['of yesterday', ['players.jsonl']],
    ] as const) {
      if (there !== undefined) writeFileSync(file, there);
      const { status, stderr } = await runExport(limited('fails'));
      expect([status, stderr]).toEqual([1, expect.stringContaining(`playkeep: ${file}: EFBIG`)]);
      expect(readdirSync(folder)).toEqual([...files]);
      if (there !== undefined) expect(readFileSync(file, 'utf8')).toBe(there);
    }
  });

  test('that is interrupted keeps the file before', async () => {
    writeFileSync(file, 'of yesterday');
    expect((await runExport(limited('is ended'))).status).not.toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('of yesterday');
  });

  test('to a link replaces the file behind it, and to a device writes into it', async () => {
    const link = join(folder, 'latest');
    writeFileSync(file, 'of yesterday');
    symlinkSync(file, link);
    expect((await runExport([], link)).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toStartWith('{"type":"playkeep-export"');
    expect(readdirSync(folder).sort()).toEqual(['latest', 'players.jsonl']);
    expect((await runExport([], '/dev/null')).status).toBe(0);
    expect(statSync('/dev/null').isFile()).toBe(false);
  });
});
