// The ordinary test files, and the parts of the nightly run. The folder of a file says where it belongs: everything in a folder
// `nightly` is nightly, all else ordinary. The tests of a package that a browser or another program loads lie beside it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const nightlyFolder = 'test/nightly';

/** With tests in a folder `test`, whose nightly ones are a part with the name of the package. */
const packages = ['client', 'console', 'server-client'];

/** The part whose files run one after the other: they measure times, or other files would disturb them. */
export const alonePart = 'alone';

/** Parts without a folder: the ordinary tests on PostgreSQL, and a list of tests on each form of the program (programs.ts). */
export const postgresPart = 'postgres';
export const programsPart = 'programs';

function listFiles(folder: string): string[] {
  return [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync(root)].toSorted();
}

export const listOrdinaryFiles = (): string[] =>
  ['test', ...packages.map((name) => `${name}/test`)]
    .flatMap(listFiles)
    .filter((file) => !file.includes('/nightly/'))
    .toSorted();

export const listParts = (): string[] =>
  [...readdirSync(join(root, nightlyFolder)), ...packages, postgresPart, programsPart].toSorted();

/** The files of a part that has folders, and of that for PostgreSQL. */
export const listFilesOf = (part: string): string[] =>
  part === postgresPart
    ? listOrdinaryFiles()
    : [`${nightlyFolder}/${part}`, `${part}/test/nightly`]
        .filter((folder) => existsSync(join(root, folder)))
        .flatMap(listFiles);
