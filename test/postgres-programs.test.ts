// The tests run for root in a folder that only root may enter: PostgreSQL then runs as another user, from a copy of its programs.
import { afterAll, expect, test } from 'bun:test';
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './harness/engines.ts';
import { copyForOthers, installedPrograms, isRunnableByOthers } from './harness/postgres-programs.ts';

const { directory, remove } = temporaryDirectory();
afterAll(remove);

test.skipIf(process.getuid?.() !== 0)(
  'root copies PostgreSQL programs that other users cannot reach, with their links',
  () => {
    const hidden = join(directory, 'hidden');
    Bun.spawnSync(['cp', '-a', installedPrograms(), hidden]);
    chmodSync(hidden, 0o700);
    expect(isRunnableByOthers(hidden)).toBe(false);

    const copy = copyForOthers(hidden) ?? '';
    expect(isRunnableByOthers(copy)).toBe(true);
    const entries = (of: string) => readdirSync(of, { recursive: true, encoding: 'utf8' }).toSorted();
    expect(entries(copy)).toEqual(entries(hidden));
    for (const entry of entries(copy)) {
      const [copied, original] = [lstatSync(join(copy, entry)), lstatSync(join(hidden, entry))];
      expect([entry, copied.isSymbolicLink()]).toEqual([entry, original.isSymbolicLink()]);
      expect([entry, copied.mode & 0o004]).toEqual([entry, 0o004]);
    }
    expect(copyForOthers(copy)).toBeUndefined();
    rmSync(copy, { recursive: true });
  },
);
