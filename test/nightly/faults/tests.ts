// The test files of a tree, by the ends of their paths, so that they are found wherever they have moved.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All test files of a tree, as paths from its root. */
export const listTests = (tree: string): readonly string[] =>
  [...new Bun.Glob('**/*.test.ts').scanSync(tree)]
    .filter((file) => !/(?:^|\/)(?:node_modules|faults)\//.test(file))
    .toSorted();

/**
 * @param hint the end of the path of a file, or a folder with a slash behind it. Other folders may be between its parts, as in
 *   `client/test/saves/play.test.ts` for `client/play.test.ts`.
 */
export function testsNamed(hint: string, all: readonly string[]): readonly string[] {
  const parts = hint.replaceAll('.', '\\.').split('/').join('/(?:.*/)?');
  const form = new RegExp(`(?:^|/)${parts}${hint.endsWith('/') ? '' : '$'}`);
  return all.filter((file) => form.test(file));
}

/** Does a file belong to the nightly run alone? */
export const isNightlyAlone = (file: string): boolean => /(?:^|\/)nightly\//.test(file);

/** Does a file do more in the nightly run than in an ordinary one? */
export const doesMoreNightly = (tree: string, file: string): boolean =>
  /\/harness\/(?:nightly|seeded)\.ts'/.test(readFileSync(join(tree, file), 'utf8'));
