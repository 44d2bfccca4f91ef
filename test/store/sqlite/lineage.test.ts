// A database file that other tools put in place: the doctor and the start tell it, until `playkeep restored`.
import { expect, test } from 'bun:test';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../src/config/settings.ts';
import { paths } from '../../harness/api.ts';
import { runCommand } from '../../harness/command.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { startProcess } from '../../harness/process.ts';

async function look(environment: Environment): Promise<readonly string[]> {
  const { stdout } = await runCommand(['doctor', '--surroundings'], environment);
  return stdout.split('\n').filter((line) => /^(?:ok: )?file: /.test(line));
}

const isKnown = ['ok: file: the one on record'];
const another = /^file: it is another file than the one on record: .* playkeep restored/;

test('a file that was copied is told by the doctor and at the start, and one that was moved is not', async () => {
  using folder = temporaryDirectory();
  const path = join(folder.directory, 'playkeep.db');
  const environment = { DATABASE_URL: `sqlite:${path}` };
  /** Starts a service, saves something and stops it. @returns its output */
  const serve = async (): Promise<string> => {
    const service = await startProcess(environment, folder.directory);
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' });
    service.signal('SIGTERM');
    await service.exited;
    return service.output();
  };
  expect(await serve()).not.toContain('on record');
  expect(await look(environment)).toEqual(isKnown);

  const moved = join(folder.directory, 'moved.db');
  renameSync(path, moved);
  renameSync(moved, path);
  expect(await look(environment)).toEqual(isKnown);

  copyFileSync(path, moved);
  rmSync(path);
  copyFileSync(moved, path);
  expect(await look(environment)).toEqual([expect.stringMatching(another)]);
  expect(await serve()).toContain('it is another file than the one on record');
  expect(await look(environment)).toEqual([expect.stringMatching(another)]);
  expect((await runCommand(['restored'], environment)).status).toBe(0);
  expect(await look(environment)).toEqual(isKnown);
  expect(await serve()).not.toContain('on record');

  const copy = join(folder.directory, 'copy.db');
  expect((await runCommand(['backup', copy], environment)).status).toBe(0);
  // The bytes of a backup in the same file.
  copyFileSync(copy, path);
  expect(await look(environment)).toEqual([
    expect.stringMatching(
      /^file: it is a backup that was put in place without playkeep restore; .* restored/,
    ),
  ]);
  const noted = await runCommand(['restored', '--nothing-lost'], environment);
  expect([noted.status, noted.stdout]).toEqual([
    0,
    expect.stringContaining('noted that no write is missing'),
  ]);
  expect(await look(environment)).toEqual(isKnown);

  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  expect((await runCommand(['restore', copy], environment)).status).toBe(0);
  expect(await look(environment)).toEqual(isKnown);
}, 60_000);
