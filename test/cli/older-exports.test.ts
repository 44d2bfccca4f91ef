// Exports of earlier versions of the format, as the services of their time wrote them: each comes in whole, on every engine, and
// goes out with all that it held.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { expectImportEntry, exportedRecords } from '../harness/exports.ts';

const folder = join(import.meta.dir, '../fixtures/exports');

for (const engine of engines) {
  for (const version of [1, 2, 3]) {
    test(`an export of version ${version} comes into ${engine.name} with every member of its records`, async () => {
      const database = await engine.create();
      const old = join(folder, `version-${version}.jsonl`);
      const run = async (...args: string[]) => {
        const { status, stdout, stderr } = await runCommand(args, database.environment);
        expect([args, status, stderr]).toEqual([args, 0, '']);
        return stdout;
      };
      const { records } = exportedRecords(old);
      expect(await run('import', old)).toContain(' 0 already there, 0 left');
      expect(await run('doctor')).toContain('nothing is wrong');
      const out = join(database.directory, 'out.jsonl');
      await run('export', out);
      const now = exportedRecords(out);
      // A kept version, a session or a day may lie elsewhere among the records of its kind.
      const parsed = (lines: readonly string[]) => lines.toSorted().map((line) => JSON.parse(line));
      expect(parsed(now.records)).toMatchObject(parsed(records));
      expectImportEntry(now.imports, { records: records.length, added: records.length });
      await database.remove();
    });
  }
}
