// Data of a real Nakama 3.40, where it is there: each value of its database, of the files of its console and of the players here is compared
// with what PostgreSQL printed of it, to the digit, and the tokens that it issued open its players. The data lie beside the repository, or in
// the folder that NAKAMA_FIXTURES names.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nakama } from '../../../../../src/import/nakama/index.ts';
import type { SourcePlayer } from '../../../../../src/import/source.ts';
import { paths } from '../../../../harness/api.ts';
import { manualClock } from '../../../../harness/clock.ts';
import { runCommand } from '../../../../harness/command.ts';
import { engines } from '../../../../harness/engines.ts';
import { startService } from '../../../../harness/service.ts';
import { settingsOf } from '../../../../harness/sign-in-page.ts';
import { collect } from '../../../../import/collected.ts';
import { createNakama } from './tables.ts';

const folder =
  process.env.NAKAMA_FIXTURES ?? join(import.meta.dir, '../../../../../../shared/fixtures/nakama');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** A user as PostgreSQL printed it. The texts of values are strings here, so `JSON.parse` leaves them as they are. */
interface User extends Readonly<Record<(typeof profile)[number], string | null>> {
  readonly id: string;
  readonly metadata: string;
  readonly wallet: string;
  readonly ids: Readonly<Record<string, string | readonly string[] | null>>;
  readonly create_time: string;
  readonly disabled: boolean;
  readonly storage: readonly {
    collection: string;
    key: string;
    value: string;
    read: number;
    write: number;
  }[];
}
const profile = ['username', 'display_name', 'avatar_url', 'lang_tag', 'location', 'timezone'] as const;
/** The users without the system user. */
const expectedUsers = (): User[] =>
  read('expected.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ username }) => username !== '');

/** Numbers become `n:` and their text, strings and keys `s:` and their value, so `JSON.parse` rounds and confuses nothing. */
function exact(text: string): unknown {
  const marked = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    JSON.stringify(token.startsWith('"') ? `s:${JSON.parse(token)}` : `n:${token}`),
  );
  return JSON.parse(marked);
}

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
const objectsOf = ({ storage }: User) =>
  sorted(
    storage.map(({ collection, key, value, read, write }) => [
      ...[collection, key, value, ['server', 'owner', 'any'][read], ['server', 'owner'][write]],
    ]),
  );
const objectsIn = ({ values }: SourcePlayer) =>
  sorted(
    values
      .filter(({ path }) => path[0] === 'storage')
      .map(({ path, text, read, write }) => [path[1], path[2], text, read, write]),
  );
const textAt = ({ values }: SourcePlayer, name: string) => values.find(({ path }) => path[0] === name)?.text;

describe.skipIf(!existsSync(join(folder, 'schema-and-data.sql')))('data of a real Nakama', () => {
  const users = () => new Map(expectedUsers().map((user) => [user.id, user]));

  test.each([
    ['console-storage.csv', 398],
    ['console-storage.json', 98],
  ])('%s has each of its values as the database has it', async (file, count) => {
    const expected = users();
    const { players, refusals, notes } = await collect(nakama, join(folder, file));
    expect(refusals).toEqual([]);
    let compared = 0;
    for (const player of players) {
      const objects = new Set(objectsOf(expected.get(player.ids.user?.[0] ?? '') as User));
      expect(objectsIn(player).filter((row) => !objects.has(row))).toEqual([]);
      compared += objectsIn(player).length;
    }
    const ofSystem = 4;
    expect(compared).toBe(count - ofSystem);
    expect(notes[0]).toStartWith(`${ofSystem} storage objects belong to the system user`);
  });

  test('the database and account exports have every user, each value and id as PostgreSQL prints them', async () => {
    const expected = users();
    const database = await createNakama(read('schema-and-data.sql'));
    const whole = await collect(nakama, database.url);
    await database.remove();
    expect(whole.players).toHaveLength(expected.size);
    const accounts = await collect(nakama, join(folder, 'accounts'));
    expect(accounts.players).toHaveLength(3);
    for (const player of [...whole.players, ...accounts.players]) {
      const user = expected.get(player.ids.user?.[0] ?? '') as User;
      expect(objectsIn(player)).toEqual(objectsOf(user));
      const { facebook_instant_game: facebookInstantGame, ...ids } = user.ids;
      const all = Object.entries({ user: user.id, username: user.username, ...ids, facebookInstantGame });
      const given = all.map(([kind, id]) => [kind, [id ?? []].flat().toSorted()] as const);
      const found = Object.entries(player.ids).map(([kind, list]) => [kind, list.toSorted()] as const);
      expect(Object.fromEntries(found)).toEqual(
        Object.fromEntries(given.filter(([, list]) => list.length > 0)),
      );
      expect([textAt(player, 'wallet'), textAt(player, 'metadata') ?? '{}']).toEqual([
        user.wallet,
        user.metadata,
      ]);
      const shown = player.values
        .filter(({ path }) => path[0] === 'profile')
        .map(({ text }) => JSON.parse(text));
      expect(shown).toEqual(profile.map((name) => user[name]).filter(Boolean));
      // Account exports have whole seconds.
      const time = Date.parse(user.create_time);
      const isWhole = whole.players.includes(player);
      expect(player.registeredAt).toBe(isWhole ? time : Math.floor(time / 1_000) * 1_000);
      expect(player.isSuspended).toBe(user.disabled);
    }
  });

  test.each(engines)(
    'every user comes into $name, and the tokens that it issued open its players',
    async (engine) => {
      const session = JSON.parse(read('session.json'));
      const database = await createNakama(read('schema-and-data.sql'));
      const environment = { ...settingsOf('Nakama'), JWT_SECRET: session.session_encryption_key };
      // In the time of the tokens.
      const clock = manualClock(Date.parse('2026-11-24T00:00:00Z'));
      const service = await startService({ engine, clock, environment });
      const command = ['import', '--from', 'nakama', database.url];
      const { status, stdout } = await runCommand(command, service.database.environment);
      const expected = expectedUsers();
      expect([status, JSON.parse(stdout)]).toMatchObject([
        0,
        { read: expected.length, new: expected.length },
      ]);
      // Nakama alone knows who signed out. A user whom it deleted is a new player here.
      const documents = new Map<string, Record<string, Record<string, unknown>>>();
      for (const { id, storage } of expected) {
        const document: Record<string, Record<string, unknown>> = {};
        for (const { collection, key, value } of storage) {
          document[`s:${collection}`] ??= {};
          Object.assign(document[`s:${collection}`] as object, { [`s:${key}`]: exact(value) });
        }
        documents.set(id, document);
      }
      const of401 = { refresh: 401, other_key: 401, expired: 401 };
      const refused: Readonly<Record<string, number>> = { ...of401, banned_user: 403 };
      for (const { name, token, user_id: user } of session.tokens) {
        const answer = await service.call('GET', paths.metadata, { token });
        const { 's:data': data } = exact(answer.text) as { 's:data'?: Record<string, unknown> };
        const found = answer.status === 200 ? data?.['s:metadata'] : answer.status;
        expect([name, found]).toEqual([name, refused[name] ?? documents.get(user) ?? {}]);
      }
      expect(session.tokens.length).toBeGreaterThan(Object.keys(refused).length);
      await service.stop();
      await database.remove();
    },
  );
});
