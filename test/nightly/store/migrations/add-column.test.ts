// The recipe "Add a column to players" of CONTRIBUTING.md, followed: a copy of the sources gets a column by changes of the files that
// the recipe names, then runs as an operator would run it. Every reader of the description has the column.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEngines, type TestDatabase, temporaryDirectory } from '../../../harness/engines.ts';
import { exportedRecords } from '../../../harness/exports.ts';
import { runProgram, startProcess } from '../../../harness/process.ts';
import { rawDatabase } from '../../../harness/raw-database.ts';

const root = join(import.meta.dir, '../../../..');
const { directory, remove } = temporaryDirectory();
const tree = join(directory, 'tree');
const program = join(tree, 'src/main.ts');
const read = (path: string): string => readFileSync(join(tree, path), 'utf8');

/** The path of the next migration of an engine. */
function nextMigration(engine: string): string {
  const folder = `src/store/${engine}/migrations/`;
  const newest = readdirSync(join(tree, folder)).toSorted().at(-1) ?? '';
  const number = Number.parseInt(newest, 10) + 1;
  return `${folder}${String(number).padStart(4, '0')}-nicknames.sql`;
}

/** Changes a file of the copy, or makes one. */
function change(path: string, edit: (text: string) => string): void {
  const before = existsSync(join(tree, path)) ? read(path) : '';
  const after = edit(before);
  expect([path, after === before]).toEqual([path, false]);
  writeFileSync(join(tree, path), after);
}

beforeAll(async () => {
  for (const path of ['src', 'test/statements', 'package.json'])
    cpSync(join(root, path), join(tree, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  change(nextMigration('sqlite'), () => '-- Nicknames.\nALTER TABLE metadata ADD COLUMN nickname TEXT;\n');
  change(nextMigration('postgres'), () => '-- Nicknames.\nALTER TABLE metadata ADD COLUMN nickname text;\n');
  const shape = 'z.string().max(40).nullable().default(null)';
  const described = `  nickname: column('nickname', 'text', ${shape}, 'A nickname.', { isShown: true }),\n`;
  change('src/store/ports/rows/players.ts', (text) => text.replace(/^\}\);\n/m, `${described}});\n`));
  change('src/wire/players.ts', (text) =>
    text.replace(
      /^(export const player = z\.strictObject\(\{.*?)^\}\);/ms,
      '$1  nickname: z.string().nullable(),\n});',
    ),
  );
  const written = Bun.spawn([process.execPath, '--no-env-file', 'test/statements/write.ts'], {
    cwd: tree,
    stdout: 'inherit',
    stderr: 'inherit',
  });
  expect(await written.exited).toBe(0);
}, 60_000);
afterAll(remove);

const key = 'a key of the backend, for this test alone: 0123456789';
const bare = {
  type: 'player',
  sequentialId: 2,
  playerId: 'bob',
  registeredAt: 5,
  metadataVersion: 0,
  metadataText: null,
};
const named = { ...bare, sequentialId: 1, playerId: 'ann', nickname: 'Annie "the" 🎮' };
const exported = [
  { type: 'playkeep-export', version: 3, lastSequentialId: 2 },
  ...[named, bare],
  { type: 'end', records: 2 },
];

describe('a column that the recipe has added', () => {
  const first = join(directory, 'first.jsonl');
  let before = first;
  beforeAll(() => writeFileSync(first, exported.map((line) => `${JSON.stringify(line)}\n`).join('')));

  for (const engine of allEngines) {
    describe(`on ${engine.name}`, () => {
      let database: TestDatabase;
      beforeAll(async () => {
        database = await engine.create();
      });
      afterAll(() => database.remove());

      const run = (...args: string[]) =>
        runProgram(args, database.environment, database.directory, { program });

      test('is in the import of another engine’s export, in the export and in the server API', async () => {
        const imported = await run('import', before);
        expect([imported.status, imported.stderr]).toEqual([0, '']);
        const after = join(directory, `${engine.name}.jsonl`);
        expect((await run('export', after)).stderr).toBe('');
        const records = exportedRecords(after).records.map((line) => JSON.parse(line));
        expect(records).toMatchObject([named, { ...bare, nickname: null }]);
        expect(Object.keys(records[0]).at(-1)).toBe('nickname');
        before = after;

        const service = await startProcess(
          { ...database.environment, SERVER_API_KEY: key },
          database.directory,
          { program },
        );
        const shown = await service.call('POST', '/api/server/players/lookup', {
          ...{ token: key, body: '{"sequentialIds":[1,2]}' },
        });
        service.signal('SIGTERM');
        await service.exited;
        expect(shown.body.data.players).toMatchObject([
          { playerId: 'ann', nickname: named.nickname },
          { playerId: 'bob', nickname: null },
        ]);
      }, 60_000);

      test('is checked by the doctor, within the bounds of its description', async () => {
        const fine = await run('doctor');
        expect([fine.status, fine.stderr]).toEqual([0, '']);
        const tables = rawDatabase(database.environment);
        await tables.run(`UPDATE metadata SET nickname = '${'x'.repeat(41)}' WHERE sequential_id = 2`);
        await tables.close();
        const { status, stdout } = await run('doctor');
        expect([status, stdout]).toEqual([
          1,
          expect.stringContaining('metadata of player 2: the column nickname: '),
        ]);
        expect(stdout).not.toContain('xx');
      }, 60_000);
    });
  }
});
