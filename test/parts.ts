// The ordinary test files, and the parts of the nightly run. The folder of a file says where it belongs: `test/nightly/PART/` is
// nightly, everything else below `test/` ordinary.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const nightlyFolder = 'test/nightly';

/** The part whose files run one after the other: they measure times, or other files would disturb them. */
export const alonePart = 'alone';

/** Parts without a folder: the ordinary tests on PostgreSQL, and a list of tests on each form of the program (programs.ts). */
export const postgresPart = 'postgres';
export const programsPart = 'programs';

const isNightly = (file: string): boolean => file.startsWith(`${nightlyFolder}/`);

function listFiles(folder: string): string[] {
  return [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync(root)].toSorted();
}

export const listOrdinaryFiles = (): string[] => listFiles('test').filter((file) => !isNightly(file));

export const listParts = (): string[] =>
  [...readdirSync(join(root, nightlyFolder)), postgresPart, programsPart].toSorted();

/** The files of a part that has a folder, and of that for PostgreSQL. */
export const listFilesOf = (part: string): string[] =>
  part === postgresPart ? listOrdinaryFiles() : listFiles(`${nightlyFolder}/${part}`);
