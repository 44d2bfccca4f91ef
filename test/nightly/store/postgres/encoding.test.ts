// A PostgreSQL database whose encoding cannot hold every name and every text.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { createPostgresDatabase } from '../../../harness/postgres.ts';
import { runProgram } from '../../../harness/process.ts';
import { testSecret } from '../../../harness/service.ts';

const { directory, remove } = temporaryDirectory();
let beside: { readonly url: string; drop(): Promise<void> };
beforeAll(async () => {
  beside = await createPostgresDatabase();
});
afterAll(async () => {
  await beside.drop();
  remove();
});

async function withDatabase(encoding: string, use: (url: string) => Promise<void>): Promise<void> {
  const name = `odd_${encoding.toLowerCase()}`;
  const sql = new SQL(beside.url, { max: 1 });
  await sql.unsafe(`CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
  try {
    const url = new URL(beside.url);
    url.pathname = `/${name}`;
    await use(url.href);
  } finally {
    await sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    await sql.close();
  }
}

describe.each(['SQL_ASCII', 'LATIN1'])('a database in %s', (encoding) => {
  test('ends the start with a sentence that says how to fix it, and gets no table', async () => {
    await withDatabase(encoding, async (url) => {
      const environment = { DATABASE_URL: url, JWT_SECRET: testSecret, PORT: '0' };
      for (const [args, more] of [
        [['serve'], {}],
        [['serve'], { MIGRATE_ON_START: 'false' }],
        [['migrate'], {}],
        [['export'], {}],
        [['player', 'register', 'ann'], {}],
      ] as const) {
        const { status, stderr } = await runProgram([...args], { ...environment, ...more }, directory);
        expect([args, status, stderr]).toEqual([
          args,
          1,
          `playkeep: the database's encoding is ${encoding}, in which not every text can be kept; make one with ` +
            "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0\n",
        ]);
      }
      const sql = new SQL(url, { max: 1 });
      const tables = await sql.unsafe("SELECT FROM pg_tables WHERE schemaname = 'public'");
      await sql.close();
      expect(tables).toHaveLength(0);
    });
  }, 60_000);
});
