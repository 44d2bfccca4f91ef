// The lists of the migrations of both engines, made of the files in their folders.
import { basename } from 'node:path';

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export function migrationLists(root: string): readonly { readonly path: string; readonly text: string }[] {
  return Object.entries(engines).map(([folder, engine]) => {
    const files = [...new Bun.Glob(`src/store/${folder}/migrations/*.sql`).scanSync(root)].sort();
    const names = files.map((file) => ({ file: basename(file), name: nameOf(basename(file, '.sql')) }));
    return { path: `src/store/${folder}/migrations.ts`, text: toList(engine, names) };
  });
}

/** `serverApi` for 0007-server-api. */
const nameOf = (file: string): string =>
  file.replace(/^\d+-/, '').replaceAll(/-(?<letter>\w)/g, (_, letter: string) => letter.toUpperCase());

const toList = (
  engine: string,
  files: readonly { readonly file: string; readonly name: string }[],
): string => `\
// The migrations of ${engine}, oldest first: the migration at index n brings a database to schema n + 1. The files are imported, so
// that an executable contains them. Made by \`npm run statements\`.
${files.map(({ file, name }) => `import ${name} from './migrations/${file}' with { type: 'text' };\n`).join('')}
export const migrations: readonly string[] = [
${files.map(({ name }) => `  ${name},\n`).join('')}];
`;
