// Every test file of the tree is either ordinary or of one part.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { alonePart, listFilesOf, listOrdinaryFiles, listParts, postgresPart, programsPart } from './parts.ts';
import { programTests } from './programs.ts';

const root = join(import.meta.dir, '..');
const parts = listParts().filter((part) => part !== postgresPart && part !== programsPart);

test('each part has files', () => {
  expect(parts).toContain(alonePart);
  expect(parts.filter((part) => listFilesOf(part).length === 0)).toEqual([]);
});

test('each test file is ordinary or of one part', () => {
  const all = [...new Bun.Glob('**/*.test.ts').scanSync(root)].filter(
    (file) => !file.includes('node_modules/'),
  );
  const found = [...listOrdinaryFiles(), ...parts.flatMap(listFilesOf)];
  expect(found.toSorted()).toEqual(all.toSorted());
  expect(programTests.filter((file) => !all.includes(file))).toEqual([]);
});

test('the ordinary tests are those that run on PostgreSQL too', () => {
  expect(listFilesOf(postgresPart)).toEqual(listOrdinaryFiles());
  expect(listOrdinaryFiles()).toContain('test/parts.test.ts');
});

test('an unknown part ends the run with the list of parts', () => {
  const command = [process.execPath, '--no-env-file', join(root, 'test/run.ts'), '--nightly', 'nowhere'];
  const { exitCode, stderr } = Bun.spawnSync(command, { stderr: 'pipe' });
  expect(exitCode).toBe(2);
  for (const part of listParts()) expect(stderr.toString()).toContain(`  ${part} `);
});
