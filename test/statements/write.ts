// Writes the modules with the statements: `npm run statements`. With the name of a statement it prints it as psql takes it.
import { join } from 'node:path';
import { numberedOf } from './compose.ts';
import { readEngines } from './engines.ts';
import { migrationLists } from './migrations.ts';
import { rowFiles } from './rows.ts';
import { toModule } from './typescript.ts';

const root = join(import.meta.dir, '../..');

export interface Module {
  readonly path: string;
  readonly text: string;
}

/** The modules of a source tree. */
export function makeModules(root: string): readonly Module[] {
  const { plain, citus } = readEngines(root);
  return [
    {
      path: 'src/store/postgres/sql/statements.ts',
      text: toModule(plain, {
        opening: 'The statements of PostgreSQL.',
        paths: { arrays: '../arrays.ts', ports: '../../ports', statement: '../statement.ts' },
      }),
    },
    {
      path: 'src/store/postgres/citus/sql/statements.ts',
      text: toModule(citus, {
        opening:
          'The statements of Citus: those of its own, and those that stand for a statement of PostgreSQL.',
        standFor: new Set(plain.map(({ name }) => name)),
        paths: { arrays: '../../arrays.ts', ports: '../../../ports', statement: '../../statement.ts' },
      }),
    },
    ...rowFiles.map(({ name, text }) => ({ path: `src/store/postgres/sql/rows/${name}.sql`, text })),
    ...migrationLists(root),
  ];
}

function print(name: string): void {
  const { plain, citus } = readEngines(root);
  for (const [engine, statements] of Object.entries({ PostgreSQL: plain, Citus: citus })) {
    for (const each of statements.filter((statement) => statement.name.split(' ')[0] === name)) {
      const types = numberedOf(each.used).map(({ type }) => type);
      const prepared = each.name.replaceAll(/\W+/g, '_');
      process.stdout.write(
        `-- ${engine}: ${numberedOf(each.used).map((one) => one.name)}\nPREPARE ${prepared}${types.length > 0 ? ` (${types.join(', ')})` : ''} AS\n${each.text};\n\n`,
      );
    }
  }
}

/** Writes the modules of a source tree. */
export async function writeModules(root: string): Promise<void> {
  for (const { path, text } of makeModules(root)) await Bun.write(join(root, path), text);
}

if (import.meta.main) {
  const [name] = process.argv.slice(2);
  await (name === undefined ? writeModules(root) : print(name));
}
