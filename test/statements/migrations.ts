// The lists of the migrations of both engines, made of the files in their folders. The number of a migration is that of its file.
import { basename } from 'node:path';

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export function migrationLists(root: string): readonly { readonly path: string; readonly text: string }[] {
  return Object.entries(engines).map(([folder, engine]) => {
    const files = [...new Bun.Glob(`src/store/${folder}/migrations/*.sql`).scanSync(root)].sort();
    return { path: `src/store/${folder}/migrations.ts`, text: toList(engine, files.map(fileOf)) };
  });
}

interface MigrationFile {
  readonly file: string;
  readonly number: number;
  /** `supportDesk` for 0013-support-desk.sql. */
  readonly name: string;
}

function fileOf(path: string): MigrationFile {
  const file = basename(path);
  const words = basename(file, '.sql').replace(/^\d+-/, '');
  const name = words.replaceAll(/-(?<letter>\w)/g, (_, letter: string) => letter.toUpperCase());
  return { file, number: Number.parseInt(file, 10), name };
}

const toList = (engine: string, files: readonly MigrationFile[]): string => `\
// The migrations of ${engine}, oldest first. The files are imported, so that an executable contains them. Made by
// \`npm run statements\`.
import type { Migrations } from '../shared/migration-numbers.ts';
${files.map(({ file, name }) => `import ${name} from './migrations/${file}' with { type: 'text' };\n`).join('')}
export const migrations: Migrations = [
${files.map(({ number, name }) => `  { number: ${number}, sql: ${name} },\n`).join('')}];
`;
