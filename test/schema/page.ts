// Makes docs/schema.md from a migrated database of each engine: `npx bun test/schema/page.ts`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopSharedPostgres } from '../harness/postgres.ts';
import { type Described, sentences } from './sentences.ts';
import { readPostgres, readSqlite, type Structure, type Table } from './structure.ts';

export const pagePath = join(import.meta.dir, '../../docs/schema.md');

const opening = `# Schema

The tables of both engines, read from a migrated database by \`npx bun test/schema/page.ts\`. A test fails when this page
is stale. Times are milliseconds since the Unix epoch unless said. The migrations that lead here are in
[sqlite/migrations](../src/store/sqlite/migrations/) and [postgres/migrations](../src/store/postgres/migrations/);
[decision 0018](decisions/0018-migrations.md) says how they are applied, and
[decision 0003](decisions/0003-text-not-jsonb.md) why metadata is text.
`;

/** @throws Error for a table or column without a sentence, and for a sentence without a table or column. */
export async function makePage(): Promise<string> {
  const sqlite = readSqlite();
  const postgres = await readPostgres();
  assertDescribed([sqlite, postgres]);
  const sections = Object.entries(sentences).map(([name, described]) =>
    section(name, described, sqlite.get(name), postgres.get(name)),
  );
  return [opening, ...sections].join('\n');
}

function assertDescribed(structures: readonly Structure[]): void {
  const there = new Set<string>();
  for (const table of structures.flatMap((structure) => [...structure.values()])) {
    there.add(table.name);
    for (const { name } of table.columns) there.add(`${table.name}.${name}`);
  }
  const described = Object.entries(sentences).flatMap(([name, { columns }]) => [
    name,
    ...Object.keys(columns).map((column) => `${name}.${column}`),
  ]);
  const missing = [...there].filter((name) => !described.includes(name));
  const spare = described.filter((name) => !there.has(name));
  if (missing.length + spare.length === 0) return;
  throw new Error(
    `test/schema/sentences.ts: missing: ${missing.join(', ')}; about nothing: ${spare.join(', ')}`,
  );
}

function section(name: string, { about, columns }: Described, sqlite?: Table, postgres?: Table): string {
  const typeIn = (table: Table | undefined, column: string): string => {
    const type = table?.columns.find((each) => each.name === column)?.type;
    return type === undefined ? '–' : `\`${type}\``;
  };
  const rows = Object.entries(columns).map(
    ([column, sentence]) =>
      `| \`${column}\` | ${typeIn(sqlite, column)} | ${typeIn(postgres, column)} | ${sentence} |`,
  );
  const keysOf = (engine: string, table: Table | undefined): string =>
    table === undefined
      ? `- ${engine}: no such table`
      : `- ${engine}: ${[...table.keys, ...table.options].map((text) => `\`${text}\``).join(', ') || 'no key'}`;
  return `## \`${name}\`

${wrapped(about)}

| Column | SQLite | PostgreSQL | Meaning |
|---|---|---|---|
${rows.join('\n')}

${wrapped(keysOf('SQLite', sqlite), '  ')}
${wrapped(keysOf('PostgreSQL', postgres), '  ')}
`;
}

const maxColumns = 120;

/** At most 120 characters a line. */
function wrapped(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length > maxColumns) lines.push(indent + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

if (import.meta.main) {
  try {
    writeFileSync(pagePath, await makePage());
  } finally {
    await stopSharedPostgres();
  }
}
