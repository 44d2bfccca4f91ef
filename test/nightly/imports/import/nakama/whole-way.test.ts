// The whole way from Nakama: an import beside a running service, and then the tokens of Nakama open the players. Every value is
// compared through the API by a reader of its own, to the digit.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../../../../harness/api.ts';
import { manualClock } from '../../../../harness/clock.ts';
import { runCommand } from '../../../../harness/command.ts';
import { engines, type TestEngine } from '../../../../harness/engines.ts';
import { testServerKey } from '../../../../harness/server-keys.ts';
import { type Service, startService } from '../../../../harness/service.ts';
import { settingsOf } from '../../../../harness/sign-in-page.ts';
import { documentOf, exact, type StoredObject } from './exact-json.ts';
import { expectedUsers, hasFixtures, readFixture } from './fixtures.ts';
import { createNakama, type NakamaDatabase, schema, userId } from './tables.ts';
import { tokenOf as makeToken } from './tokens.ts';

/** In the time of the tests' tokens, and of those of the fixtures. */
const clock = manualClock(Date.parse('2026-11-24T00:00:00Z'));
const ownKey = 'a session key of a studio, 0123456789';

interface Moved {
  readonly nakama: NakamaDatabase;
  readonly service: Service;
  readonly key: string;
}

/** A Nakama, and a service with the settings of the recipe beside it. */
async function move(engine: TestEngine, statements: string, key: string): Promise<Moved> {
  const nakama = await createNakama(statements);
  const environment = { ...settingsOf('Nakama'), JWT_SECRET: key, SERVER_API_KEY: testServerKey };
  return { nakama, key, service: await startService({ engine, clock, environment }) };
}

async function importInto({ nakama, service }: Moved, ...args: readonly string[]) {
  const { status, stdout, stderr } = await runCommand(['import', '--from', 'nakama', ...args], {
    ...service.database.environment,
    NAKAMA_DATABASE_URL: nakama.url,
  });
  const lines = stdout.trimEnd().split('\n');
  return { status, stderr, lines: lines.slice(0, -1), sums: JSON.parse(lines.at(-1) ?? '{}') };
}

const tokenOf = (user: string, key: string): Promise<string> => makeToken(user, key, clock);

/** The metadata of an answer, whose text is compared, so that no digit is lost before; its status where it has none. */
async function documentAt(url: string, token: string): Promise<unknown> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { 's:data': data } = exact(await answer.text()) as { 's:data'?: Record<string, unknown> };
  return answer.status === 200 ? data?.['s:metadata'] : answer.status;
}

const documentThrough = ({ service }: Moved, token: string): Promise<unknown> =>
  documentAt(service.url + paths.metadata, token);

/** The same as a server reads it, also of a suspended player. */
async function documentOfPlayer({ service }: Moved, playerId: string): Promise<unknown> {
  const { body } = await service.call('POST', '/api/server/players/lookup', {
    token: testServerKey,
    body: JSON.stringify({ playerIds: [playerId] }),
  });
  return documentAt(
    `${service.url}/api/server/players/${body.data.players[0].sequentialId}/metadata`,
    testServerKey,
  );
}

async function end({ nakama, service }: Moved): Promise<void> {
  await service.stop();
  await nakama.remove();
}

const users = [1, 2, 3, 4].map(userId) as [string, string, string, string];
const objects: readonly (StoredObject & { readonly user: string })[] = [
  {
    user: users[0],
    collection: 'num',
    key: 'all',
    value: '[0.10, 1.0, 9007199254740993, 18446744073709551616]',
  },
  { user: users[0], collection: 'inv', key: 'sword.lvl', value: '1' },
  { user: users[0], collection: 'inv.sword', key: 'lvl', value: '{"a": 0.30000000000000004}' },
  { user: users[0], collection: 'a/b', key: '~1 "x"', value: '"a text \\" with quotes"' },
  { user: users[0], collection: '__proto__', key: 'constructor', value: 'null' },
  { user: users[0], collection: 'ключ', key: '💎', value: '{"é": true, "e\u0301": false}' },
  { user: users[1], collection: 'save', key: 'slot1', value: '{}' },
];
const ownData = `${schema}
  INSERT INTO users (id, username, wallet, disable_time, create_time) VALUES
    ('${users[0]}', 'a', '{"gold": 5}', '1970-01-01 UTC', '2020-01-02 03:04:05.678 UTC'),
    ('${users[1]}', 'b', '{}', '2024-01-01 UTC', '2021-01-01 UTC'),
    ('${users[2]}', 'c', '{}', '1970-01-01 UTC', '2022-01-01 UTC'),
    ('${users[3]}', 'd', '{}', '1970-01-01 UTC', '2022-01-01 UTC');
  INSERT INTO storage (user_id, collection, key, value)
    SELECT '${users[3]}', 'large', n::text, to_jsonb(repeat('x', 600000)) FROM generate_series(1, 2) AS n;
  ${objects
    .map(
      ({ user, collection, key, value }) =>
        `INSERT INTO storage (user_id, collection, key, value) VALUES ('${user}', $c$${collection}$c$, $k$${key}$k$, $v$${value}$v$);`,
    )
    .join('\n')}`;

describe.each(engines.map((engine) => [engine.name, engine] as const))('from Nakama into %s', (_, engine) => {
  let moved: Moved;
  beforeAll(async () => {
    moved = await move(engine, ownData, ownKey);
  });
  afterAll(() => end(moved));

  test('a dry run changes nothing and ends well', async () => {
    const { status, sums } = await importInto(moved, '--dry-run');
    expect({ status, ...sums }).toMatchObject({ status: 0, read: 4, new: 3, refused: 1, dryRun: true });
    expect((await importInto(moved, '--dry-run')).sums).toMatchObject({ new: 3 });
  });

  test('every user becomes a player, but for one whose document is too large', async () => {
    const { status, sums, lines, stderr } = await importInto(moved);
    expect({ status, ...sums }).toMatchObject({
      status: 3,
      read: 4,
      new: 3,
      refused: 1,
      valuesWithoutRule: 0,
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ type: 'refused', at: `users ${users[3]}`, playerId: users[3] }),
    ]);
    expect(stderr).toContain('"/storage/{collection}/{key}"');
    expect(stderr).not.toContain(new URL(moved.nakama.url).password);
  });

  test('a token of Nakama opens its player, with every value to the digit', async () => {
    for (const user of [users[0], users[2]]) {
      const expected = documentOf(objects.filter((each) => each.user === user));
      expect(await documentThrough(moved, await tokenOf(user, ownKey))).toEqual(expected);
    }
    const refreshToken = await tokenOf(users[0], 'the refresh key of a studio, 0123456789');
    expect(await documentThrough(moved, refreshToken)).toBe(401);
  });

  test('a disabled user is a suspended player, whose values are there', async () => {
    expect(await documentThrough(moved, await tokenOf(users[1], ownKey))).toBe(403);
    expect(await documentOfPlayer(moved, users[1])).toEqual({ 's:save': { 's:slot1': {} } });
  });

  test('a player keeps the time of registration', async () => {
    const { body } = await moved.service.call('POST', '/api/server/players/lookup', {
      token: testServerKey,
      body: JSON.stringify({ playerIds: [users[0]] }),
    });
    expect(body.data.players[0]).toMatchObject({
      registeredAt: '2020-01-02T03:04:05.678Z',
      lastSeenAt: null,
    });
  });

  test('a second run finds the same, and leaves what a player saved since', async () => {
    const token = await tokenOf(users[2], ownKey);
    const saved = await moved.service.call('POST', paths.metadata, { token, body: '{"data":{"new":1.0}}' });
    expect(saved.status).toBe(200);
    const { status, sums } = await importInto(moved);
    expect({ status, ...sums }).toMatchObject({ status: 3, read: 4, new: 0, present: 3, refused: 1 });
    expect(await documentThrough(moved, token)).toEqual({ 's:new': 'n:1.0' });
  });
});

/** Tokens of the fixtures with another key, one of a second's life, and one of a user who was disabled later. */
const refused: Readonly<Record<string, number>> = {
  refresh: 401,
  other_key: 401,
  expired: 401,
  banned_user: 403,
};

describe.skipIf(!hasFixtures).each(engines.map((engine) => [engine.name, engine] as const))(
  'a real Nakama into %s',
  (_, engine) => {
    const session = JSON.parse(hasFixtures ? readFixture('session.json') : '{}');
    let moved: Moved;
    beforeAll(async () => {
      moved = await move(engine, readFixture('schema-and-data.sql'), session.session_encryption_key);
    });
    afterAll(() => end(moved));

    test('every user and every value comes in', async () => {
      const expected = expectedUsers();
      const { status, sums, lines } = await importInto(moved);
      expect(lines).toEqual([]);
      expect({ status, ...sums }).toMatchObject({ status: 0, read: expected.length, new: expected.length });
      for (const { id, storage } of expected) {
        expect(await documentOfPlayer(moved, id)).toEqual(documentOf(storage));
      }
    });

    test('the tokens that it issued open its players, and no others do', async () => {
      const documents = new Map(expectedUsers().map(({ id, storage }) => [id, documentOf(storage)]));
      const opened: [string, unknown][] = [];
      const wanted: [string, unknown][] = [];
      for (const { name, token, user_id: user } of session.tokens) {
        opened.push([name, await documentThrough(moved, token)]);
        // Nakama alone knows who signed out. A user whom it deleted is a new player here.
        wanted.push([name, refused[name] ?? documents.get(user) ?? {}]);
      }
      expect(opened).toEqual(wanted);
      expect(opened.length).toBeGreaterThan(Object.keys(refused).length);
    });
  },
);
