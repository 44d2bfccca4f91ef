// The opening of Nakama's database: what is no such database is refused before anything is read, and no password is shown.
import { describe, expect, test } from 'bun:test';
import { nakama } from '../../../../../src/import/nakama/index.ts';
import { SourceUnreadable } from '../../../../../src/import/source.ts';
import { sources } from '../../../../../src/import/sources.ts';
import { createNakama, openNakama, readAll, schema, userId } from './tables.ts';

const secret = 'quite a secret';

/** The message of the refusal. The password of the URL is in no message. */
async function refusalOf(url: string | undefined, environment: Record<string, string> = {}): Promise<string> {
  const error = await openNakama(url, environment).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SourceUnreadable);
  const { message } = error as Error;
  expect(message).not.toContain(secret);
  expect(message).not.toContain(encodeURIComponent(secret));
  return message;
}

describe('Nakama without', () => {
  test('a URL is refused', async () => {
    const message =
      "give the URL of Nakama's PostgreSQL or a file of its console, or set NAKAMA_DATABASE_URL";
    expect(await refusalOf(undefined)).toBe(message);
    expect(await refusalOf(undefined, { NAKAMA_DATABASE_URL: '' })).toBe(message);
  });

  test('settings of its own refuses those of a map', () => {
    const opening = nakama.open({ from: 'postgres://localhost/nakama', settings: {}, environment: {} });
    expect(opening).rejects.toThrow('the source nakama has no settings, so the map has no "read"');
  });

  const columns = 'username text, create_time timestamptz';
  test.each([
    ['SELECT 1', 'it has no table users'],
    [`${schema} DROP TABLE storage`, 'it has no table storage'],
    ['CREATE TABLE users (id uuid)', 'its table users has no column username'],
    [`CREATE TABLE users (id bigint, ${columns})`, 'users.id is bigint, not uuid'],
    [
      `${schema} ALTER TABLE storage ALTER value DROP DEFAULT, ALTER value TYPE text`,
      'storage.value is text, not jsonb',
    ],
  ])('its tables is another database: %#', async (statements, reason) => {
    const database = await createNakama(statements);
    const message = await refusalOf(database.url);
    await database.remove();
    const { host, pathname } = new URL(database.url);
    expect(message).toStartWith(`postgres://${host}${pathname} is no database of Nakama`);
    expect(message).toEndWith(`: ${reason}`);
  });
});

describe('a role that may not read everything', () => {
  const role = `reader_${crypto.randomUUID().slice(0, 8)}`;
  const all = `GRANT SELECT ON users, storage, user_device TO ${role};`;
  // Without the right to a column it would count as that of an old version.
  const some = `GRANT SELECT (id, username, create_time) ON users TO ${role}; GRANT SELECT ON storage, user_device TO ${role};`;
  test.each([
    ['but has a right to the tables is enough', all, undefined],
    [
      'lacks the right to a column',
      some,
      'the role may not read all columns of users; GRANT SELECT ON users TO it',
    ],
    ['lacks the right to a table', all.replace('users, ', ''), 'GRANT SELECT ON users TO it'],
    [
      'has rows hidden',
      `${all} ALTER TABLE storage ENABLE ROW LEVEL SECURITY;`,
      'row-level security policy for table "storage"',
    ],
  ])('%s', async (_, grants, refusal) => {
    const user = `INSERT INTO users (id, username, disable_time) VALUES ('${userId(1)}', 'a', now());`;
    const database = await createNakama(
      `${schema} ${user} CREATE ROLE ${role} LOGIN PASSWORD '${secret}'; ${grants}`,
    );
    const url = Object.assign(new URL(database.url), { username: role, password: secret });
    const reading = readAll(url.href);
    if (refusal === undefined) expect((await reading).items).toHaveLength(1);
    else await expect(reading).rejects.toThrow(refusal);
    await database.run(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await database.remove();
  });
});

describe('the URL', () => {
  test('comes from the variable where there is no argument', async () => {
    const database = await createNakama();
    const source = await openNakama(undefined, { NAKAMA_DATABASE_URL: database.url });
    expect(source.players).toBe(0);
    await source.close();
    await database.remove();
  });

  test('of anything else is refused without its text', async () => {
    const needed = "the URL of Nakama's PostgreSQL must be postgres://user:password@host:5432/database";
    const place = `nakama:${encodeURIComponent(secret)}@`;
    const others = [`postgres://${place}:::/x`, ` postgres://${place}127.0.0.1/x`, `//${place}127.0.0.1/x`];
    for (const url of ['sqlite:./nakama.db', ...others])
      expect([url, await refusalOf(url)]).toEqual([url, needed]);
    const quoted = `"postgres://${place}127.0.0.1/x"`;
    expect(await refusalOf(undefined, { NAKAMA_DATABASE_URL: quoted })).toBe(needed);
  });

  test('in the place of a file of another source is in no message', async () => {
    const from = `postgres://nakama:${encodeURIComponent(secret)}@127.0.0.1/x`;
    for (const source of sources.filter(({ name }) => name !== 'nakama')) {
      const opening = source.open({ from, settings: undefined, environment: {} });
      const error = await opening.catch((reason) => reason);
      expect(error).toBeInstanceOf(SourceUnreadable);
      expect(error.message).not.toContain(encodeURIComponent(secret));
    }
  });

  test('with a wrong password is refused by the server, without the password', async () => {
    const database = await createNakama();
    const url = new URL(database.url);
    url.password = secret;
    expect(await refusalOf(url.href)).toBe(
      `postgres://${url.host}${url.pathname}: password authentication failed for user "postgres"`,
    );
    await database.remove();
  });

  test('where nobody listens is refused with the place', async () => {
    expect(await refusalOf(`postgres://nakama:${encodeURIComponent(secret)}@127.0.0.1:1/nakama`)).toStartWith(
      'postgres://127.0.0.1:1/nakama: ',
    );
  });
});

test('a database whose texts may be broken is refused', async () => {
  const database = await createNakama();
  const name = `broken_${crypto.randomUUID().slice(0, 8)}`;
  await database.run(`CREATE DATABASE ${name} ENCODING SQL_ASCII TEMPLATE template0`);
  const url = new URL(database.url);
  url.pathname = name;
  expect(await refusalOf(url.href)).toEndWith(
    ' has the encoding SQL_ASCII, so its texts may be broken; it needs UTF8',
  );
  await database.run(`DROP DATABASE ${name} WITH (FORCE)`);
  await database.remove();
});

test('a lost connection ends the reading with the place', async () => {
  const rows = `INSERT INTO users (id, username) VALUES ('${userId(1)}', 'a');`;
  const database = await createNakama(schema + rows);
  const source = await openNakama(database.url);
  await database.run(
    `SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE application_name = 'playkeep import' AND datname = current_database()`,
  );
  const { host, pathname } = new URL(database.url);
  const error = await Array.fromAsync(source.read()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SourceUnreadable);
  expect((error as Error).message).toStartWith(`postgres://${host}${pathname}: `);
  await source.close();
  await database.remove();
});
