// Every statement of PostgreSQL and of Citus, on a real PostgreSQL: its parameters and columns are those that its file declares. A
// statement of Citus that stands for another one has the same parameters and columns.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { doctorVariants } from '../../src/store/postgres/citus/doctor.ts';
import type { Variant } from '../../src/store/postgres/citus/executor.ts';
import { variantsFor } from '../../src/store/postgres/citus/open.ts';
import type { Shards } from '../../src/store/postgres/citus/shards.ts';
import { transferVariants } from '../../src/store/postgres/citus/transfer.ts';
import { createPostgresDatabase } from '../harness/postgres.ts';
import { type Composed, compose, numberedOf, postgresType } from './compose.ts';
import { readEngines } from './engines.ts';
import { parseSqlFile } from './sql-file.ts';
import { makeModules } from './write.ts';

const root = join(import.meta.dir, '../..');

/** The names of types as `pg_prepared_statements` and the description of a row have them. */
const namesOfTypes: Readonly<Record<string, string>> = { int: 'integer', float8: 'double precision' };
const numbersOfTypes: Readonly<Record<string, number>> = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  int: 23,
  text: 25,
  float8: 701,
  'float8[]': 1022,
  uuid: 2950,
};

const longName = (type: string): string => {
  const base = type.replace('[]', '');
  return type.replace(base, namesOfTypes[base] ?? base);
};

/** Beginnings of transactions and settings are no statements that PostgreSQL prepares. */
const isCommand = ({ text }: Composed): boolean => /^(?:BEGIN|SET) /.test(text);

/** A value for a parameter with which a statement does nothing, or little that is rolled back. */
function dummyOf(type: string): unknown {
  if (type.endsWith('[]')) return '{}';
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000';
  if (type === 'boolean') return false;
  if (type === 'bytea') return new Uint8Array();
  return type === 'text' ? '' : 1;
}

const { plain, citus } = readEngines(root);

let sql: SQL;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createPostgresDatabase();
  sql = new SQL(database.url, { max: 1, prepare: false });
  drop = database.drop;
});
afterAll(async () => {
  await sql.close();
  await drop();
});

interface Described {
  readonly parameters: readonly string[];
  readonly columns: readonly string[];
}

/** The types of parameters, and the names and types of columns, as PostgreSQL tells them. */
async function describeStatement({ text, used }: Composed): Promise<Described> {
  const types = numberedOf(used).map(({ type }) => type);
  return sql.begin(async (transaction) => {
    await transaction.unsafe(`PREPARE described AS ${text}`).simple();
    const [prepared] = await transaction
      .unsafe("SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'described'")
      .simple();
    await transaction.unsafe('DEALLOCATE described').simple();
    await transaction.unsafe('SAVEPOINT before').simple();
    const rows = await transaction.unsafe(text, types.map(dummyOf));
    await transaction.unsafe('ROLLBACK TO SAVEPOINT before').simple();
    const columns = (rows as unknown as { columns: { name: string; type: number }[] }).columns ?? [];
    return { parameters: prepared.types, columns: columns.map(({ name, type }) => `${name} ${type}`) };
  }) as Promise<Described>;
}

const declared = ({ file, used }: Composed): Described => ({
  parameters: numberedOf(used).map(({ type }) => longName(type)),
  columns: file.columns.map(({ name, type }) => `${name} ${numbersOfTypes[postgresType(type)]}`),
});

describe('a statement has the parameters and columns that its file declares', () => {
  test.each([
    ['PostgreSQL', plain],
    ['Citus', citus],
  ] as const)('on %s', async (_, statements) => {
    expect(statements.length).toBeGreaterThan(50);
    for (const statement of statements.filter((each) => !isCommand(each))) {
      const described = await describeStatement(statement).catch((error: Error) => error.message);
      const sorted = (each: Described | string) =>
        typeof each === 'string' ? each : { ...each, columns: each.columns.toSorted() };
      expect([statement.file.path, sorted(described)]).toEqual([
        statement.file.path,
        sorted(declared(statement)),
      ]);
    }
  });
});

describe('what stands for a statement on Citus', () => {
  const steps: readonly Variant[] = [...variantsFor({} as Shards), ...transferVariants, ...doctorVariants];
  const namesOf = ({ file }: Composed) => ({
    parameters: file.parameters.map(({ name }) => name),
    columns: file.columns.map(({ name }) => name),
  });

  test.each(plain.map((statement) => [statement.name, statement] as const))(
    'has the parameters and columns of %s',
    (name, statement) => {
      const expected = namesOf(statement);
      const text = citus.find((each) => each.name === name);
      if (text) expect([text.file.path, namesOf(text)]).toEqual([text.file.path, expected]);
      for (const variant of steps.filter((each) => each.name === name)) {
        const what = `the steps for ${name} on Citus`;
        expect([what, variant.parameters.toSorted(), variant.columns.toSorted()]).toEqual([
          what,
          expected.parameters.toSorted(),
          expected.columns.toSorted(),
        ]);
      }
    },
  );

  test('has the name of a statement', () => {
    const names = new Set(plain.map(({ name }) => name));
    expect(steps.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the modules', () => {
  test('are made of the SQL files as they are; `npm run statements` writes them', () => {
    for (const { path, text } of makeModules(root)) {
      expect([path, readFileSync(join(root, path), 'utf8') === text]).toEqual([path, true]);
    }
  });
});

describe('an SQL file', () => {
  const file = (text: string) => parseSqlFile('a.sql', text);
  const noFragments = () => undefined;

  test('may have a colon in a text, a cast, and comments', () => {
    const [composed] = compose(
      'a',
      file("-- A.\n-- Parameters: id bigint\nSELECT ':id', :id::text -- :no\n-- :no"),
      noFragments,
    );
    expect(composed?.text).toBe("SELECT ':id', $1::bigint::text -- :no");
  });

  test('is refused with a name that nothing declares, or a parameter that it does not use', () => {
    expect(() => compose('a', file('-- A.\nSELECT :id'), noFragments)).toThrow(
      'a.sql has “:id”, which is neither a parameter nor a fragment',
    );
    expect(() => compose('a', file('-- A.\n-- Parameters: id bigint\nSELECT 1'), noFragments)).toThrow(
      'a.sql declares the parameters id, and does not use them',
    );
    expect(() => file('-- A.\n-- Parameters: id number\nSELECT :id')).toThrow(
      'a.sql declares “id number”, which is not a name and a type',
    );
  });
});
