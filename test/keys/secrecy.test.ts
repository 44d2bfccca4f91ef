// The text of a server key is nowhere but in the answer that creates it.
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { keyDigest } from '../../src/lib/key-text.ts';
import { engines } from '../harness/engines.ts';
import { runProgram, startProcess } from '../harness/process.ts';
import { testServerKey } from '../harness/server-keys.ts';

/** All that a database keeps, as text. */
async function dump(url: string, directory: string): Promise<string> {
  if (url.startsWith('sqlite:')) {
    const files = readdirSync(directory).filter((file) => file.startsWith('playkeep.db'));
    expect(files).not.toEqual([]);
    return files.map((file) => readFileSync(join(directory, file), 'latin1')).join();
  }
  await using sql = new SQL(url, { max: 1 });
  const tables: { name: string }[] =
    await sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
  const texts = [];
  for (const { name } of tables) {
    texts.push(
      ...(await sql.unsafe(`SELECT row_to_json(t)::text AS text FROM "${name}" t`)).map(
        (row: { text: string }) => row.text,
      ),
    );
  }
  return texts.join('\n');
}

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the text of a key on %s',
  (_, engine) => {
    test('is in no file, table, export or line of the log', async () => {
      const database = await engine.create({ migrated: engine.isDistributed });
      const environment = { ...database.environment, SERVER_API_KEY: testServerKey, LOG_LEVEL: 'trace' };
      try {
        const service = await startProcess(environment, database.directory);
        const body = JSON.stringify({ name: 'backend', scopes: ['keys:write'] });
        const made = await service.call('POST', '/api/server/keys', { token: testServerKey, body });
        const { key } = made.body.data;
        for (const token of [key, `${key.slice(0, -1)}_`, testServerKey]) {
          await service.call('GET', '/api/server/me', { token });
        }
        await service.call('DELETE', '/api/server/keys/environment', { token: key });
        service.signal('SIGTERM');
        await service.exited;
        const kept = await dump(database.environment.DATABASE_URL ?? '', database.directory);
        // The dump itself sees the key: its digest is there, and its name.
        expect([kept.includes(keyDigest(key)), kept.includes('backend')]).toEqual([true, true]);
        const exported = await runProgram(['export'], environment, database.directory);
        // The key itself does not travel.
        expect([exported.status, exported.stdout.includes(keyDigest(key))]).toEqual([0, false]);
        expect(service.output()).toContain('/api/server/keys');
        for (const text of [kept, exported.stdout, exported.stderr, service.output()]) {
          for (const secret of [key.slice(3, -6), testServerKey]) expect(text.includes(secret)).toBe(false);
        }
      } finally {
        await database.remove();
      }
    }, 120_000);
  },
);
