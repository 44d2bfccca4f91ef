// The statements of PostgreSQL and of Citus. On Citus a file of the same name stands for a statement, or else the same file with the
// fragments of Citus, where these make a difference.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Composed, compose, type Fragments } from './compose.ts';
import type { RowFragment } from './row-fragments.ts';
import { rowFragments } from './rows.ts';
import { type Declarations, mayTellEvents, parseSqlFile, type SqlFile, withoutComments } from './sql-file.ts';

const plainFolder = 'src/store/postgres/sql';
const citusFolder = 'src/store/postgres/citus/sql';

export interface Engines {
  /** The statements of PostgreSQL. */
  readonly plain: readonly Composed[];
  /** The statements that only Citus has, and those that stand for one of PostgreSQL. */
  readonly citus: readonly Composed[];
}

/** Reads the statements of a source tree. */
export function readEngines(root: string): Engines {
  const plainFiles = readFiles(root, plainFolder);
  const plain = composeAll(plainFiles, readFragments(root, [plainFolder]), false);
  const fragments = readFragments(root, [citusFolder, plainFolder]);
  const own = readFiles(root, citusFolder);
  const texts = new Map(plain.map(({ name, text }) => [name, text]));
  // Citus tells no events.
  const shared = new Map([...plainFiles].filter(([name]) => !own.has(name) && !name.endsWith(withEvents)));
  const citus = [
    ...composeAll(own, fragments, true),
    ...composeAll(shared, fragments, true).filter(({ name, text }) => texts.get(name) !== text),
  ];
  return { plain, citus };
}

const listFiles = (root: string, folder: string): readonly string[] =>
  [...new Bun.Glob(`${folder}/*.sql`).scanSync(root)].sort();
const nameOf = (path: string): string => basename(path, '.sql');

/** The ending of the name of a statement that also tells events. */
const withEvents = '-with-events';

const readFiles = (root: string, folder: string): ReadonlyMap<string, SqlFile> =>
  new Map(
    listFiles(root, folder).flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const plain = [nameOf(path), parseSqlFile(path, text, declarations)] as const;
      if (!mayTellEvents(text)) return [plain];
      return [plain, [nameOf(path) + withEvents, parseSqlFile(path, text, declarations, true)] as const];
    }),
  );

const described = new Map<string, RowFragment>(rowFragments.map((each) => [each.name, each]));
const declarations: Declarations = (fragment) => described.get(fragment);

/**
 * The fragment `not_suspended` is the file not-suspended.sql. The first folder that has it decides. The fragments of rows come from
 * their descriptions.
 */
function readFragments(root: string, folders: readonly string[]): Fragments {
  const found = new Map<string, string>([...described].map(([name, { body }]) => [name, body]));
  for (const folder of folders.toReversed()) {
    for (const path of listFiles(root, `${folder}/fragments`)) {
      found.set(nameOf(path).replaceAll('-', '_'), withoutComments(readFileSync(join(root, path), 'utf8')));
    }
  }
  return (name) => found.get(name);
}

const composeAll = (
  files: ReadonlyMap<string, SqlFile>,
  fragments: Fragments,
  mayLeaveOut: boolean,
): readonly Composed[] =>
  [...files].flatMap(([name, file]) => compose(name, file, fragments, { mayLeaveOut }));
