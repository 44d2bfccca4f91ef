// The effects of migrations, read from their own SQL, so that no second description can differ from it. Each kind of statement that a
// migration may hold has a row below; a test fails for a statement that has none. Pure.
import type { PlannedMigration, PlannedStatement } from '../ports/migration-plan.ts';
import type { NumberedMigration } from './migration-numbers.ts';

type Effect = Omit<PlannedStatement, 'table'> & { readonly table?: string };

const quick = { blocks: 'everything', readsRows: false, rewrites: false } as const;
const free = { blocks: 'nothing', readsRows: false, rewrites: false } as const;

interface Kind {
  readonly pattern: RegExp;
  /** @param names the groups of the pattern; `statement` is the whole text on one line */
  effect(names: Readonly<Record<string, string>>, statement: string): Effect;
}

const ifNotExists = '(?:IF NOT EXISTS )?';

/** In the order in which they are tried. */
const kinds: readonly Kind[] = [
  {
    pattern: /^CREATE (?:UNLOGGED )?TABLE .*PARTITION OF (?<table>\w+)/,
    effect: ({ table = '' }) => ({ ...quick, table, words: `makes a partition of ${table}` }),
  },
  {
    pattern: new RegExp(`^CREATE (?:UNLOGGED )?TABLE ${ifNotExists}(?<table>\\w+)`),
    effect: ({ table = '' }) => ({ ...free, words: `makes the table ${table}` }),
  },
  {
    pattern: new RegExp(`^CREATE SEQUENCE ${ifNotExists}(?<name>\\w+)`),
    effect: ({ name }) => ({ ...free, words: `makes the sequence ${name}` }),
  },
  {
    pattern: new RegExp(`^CREATE (?:UNIQUE )?INDEX ${ifNotExists}(?<name>\\w+) ON (?<table>\\w+)`),
    effect: ({ name, table = '' }) => ({
      ...{ blocks: 'writes', readsRows: true, rewrites: false, table },
      words: `makes the index ${name} on ${table}`,
    }),
  },
  {
    pattern: /^CREATE VIRTUAL TABLE (?<table>\w+)/,
    effect: ({ table = '' }) => ({ ...free, words: `makes the full-text index ${table}` }),
  },
  {
    pattern: /^CREATE OR REPLACE FUNCTION (?<name>\w+)/,
    effect: ({ name }) => ({ ...free, words: `makes the function ${name}` }),
  },
  {
    pattern: /^ALTER TABLE (?<table>\w+) ADD COLUMN/,
    effect: ({ table = '' }, statement) => {
      const names = [...statement.matchAll(/ADD COLUMN (?:IF NOT EXISTS )?(\w+)/g)].map(([, name]) => name);
      // A default that a function computes differs from row to row. Constants are kept once for all old rows.
      const rewrites = /DEFAULT \w+\(|\bGENERATED\b/.test(statement);
      const rows = rewrites ? 'and rewrites the table' : 'and rewrites no row';
      const what = `${names.length > 1 ? 'the columns' : 'the column'} ${names.join(', ')}`;
      return { ...quick, readsRows: rewrites, rewrites, table, words: `adds ${what} to ${table}, ${rows}` };
    },
  },
  {
    pattern:
      /^(?:DO .*)?ALTER TABLE (?<table>\w+) ALTER COLUMN (?<column>\w+) SET (?<what>STORAGE|COMPRESSION)/,
    effect: ({ table = '', column, what = '' }) => ({
      ...{ ...quick, table },
      words: `sets the ${what.toLowerCase()} of ${table}.${column} for later rows`,
    }),
  },
  {
    pattern: /^INSERT INTO (?<table>\w+)/,
    effect: ({ table = '' }) => ({ ...free, table, words: `inserts a row into ${table}` }),
  },
];

/** @throws Error for a statement of an unknown kind */
function effectOf(statement: string): Effect {
  for (const { pattern, effect } of kinds) {
    const match = pattern.exec(statement);
    if (match) return effect(match.groups ?? {}, statement);
  }
  throw new Error(`a migration has a statement of an unknown kind: ${statement}`);
}

/** The statements of a migration one by one. No quoted text in a migration holds a semicolon. */
export const statementsOf = (migration: string): readonly string[] =>
  migration.match(/(?:--.*|\$\$[^$]*\$\$|[^;])*;/g) ?? [];

const onOneLine = (statement: string): string =>
  statement.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim();

/** The first sentence of the comment that a migration begins with. */
export function aboutOf(migration: string): string {
  const [comment = ''] = /^(?:--.*\n)*/.exec(migration) ?? [];
  const text = comment.replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ').trim();
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

/** The plan of migrations. A table that they make themselves is not named, since nobody waits for it. */
export function planMigrations(pending: readonly NumberedMigration[]): readonly PlannedMigration[] {
  const made = new Set<string>();
  return pending.map(({ number, sql }) => ({
    number,
    about: aboutOf(sql),
    statements: statementsOf(sql).map((text) => {
      const statement = onOneLine(text);
      const effect = effectOf(statement);
      const makes = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1];
      if (makes !== undefined) made.add(makes);
      const isNew = effect.table !== undefined && made.has(effect.table);
      return { ...effect, ...(isNew && free), table: isNew ? undefined : effect.table };
    }),
  }));
}

/** The tables whose rows are read, each once. */
export const tablesRead = (migrations: readonly PlannedMigration[]): readonly string[] => [
  ...new Set(
    migrations
      .flatMap(({ statements }) => statements)
      .flatMap(({ table, readsRows }) => (table !== undefined && readsRows ? [table] : [])),
  ),
];
