// Names and columns of players through the server API on every engine: they follow every write, a search finds a part of a name
// whatever its case and accents, and a change of the settings reaches the players that are there.
import { beforeEach, describe, expect, test } from 'bun:test';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { examine } from '../harness/doctor.ts';
import { engines } from '../harness/engines.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { openStoreOn } from '../harness/store.ts';
import { useFreshService } from '../harness/use-service.ts';

/** Longer than the lease of every process on its list of indexes. */
const leases = 120_000;
const environment = { PLAYER_NAME: '/profile/name', PLAYER_COLUMNS: '/level,/clan' };

describe.each(engines)('names of players on $name', (engine) => {
  const service = useFreshService({ engine, environment });
  let token: string;
  beforeEach(async () => {
    ({ token } = await createTestKey(service, { scopes: ['players:read', 'players:write'] }));
    await build();
  }, 60_000);

  /** Does what the job does that passes the stored metadata. */
  async function build(): Promise<void> {
    service.clock.advance(leases);
    const store = await openStoreOn(service.database.environment, service.clock);
    await store.indexes.build(new AbortController().signal, () => undefined);
    await store.close();
  }
  const saveText = async (player: string, text: string): Promise<number> =>
    (await service.as(player, 'POST', paths.metadata, { body: `{"data":${text}}` })).body.data.sequentialId;
  const save = (player: string, data: object): Promise<number> => saveText(player, JSON.stringify(data));
  const named = (player: string, name: unknown): Promise<number> => save(player, { profile: { name } });
  const get = async (id: number) =>
    (await service.call('GET', `/api/server/players/${id}`, { token })).body.data;
  const search = (body: object): Promise<Answer> =>
    service.call('POST', '/api/server/players/search', { token, body: JSON.stringify(body) });
  async function find(name: string, more: object = {}): Promise<string[]> {
    const { status, body } = await search({ name, ...more });
    expect([name, status, body.error]).toEqual([name, 200, undefined]);
    expect(namedShapes.PlayerPage.safeParse(body.data).error).toBeUndefined();
    return body.data.players.map((player: { playerId: string }) => player.playerId);
  }

  test('are found by any part, whatever the case and the accents', async () => {
    await named('a', 'Mira');
    await named('b', 'JOSÉ Ångström');
    await named('c', '王小明');
    await named('d', '민준');
    await named('e', 'Łukasz Straße');
    await named('f', 'per%cent_100\\');
    await named('g', 'ｆｕｌｌ　ｗｉｄｔｈ');
    const found: Record<string, string> = {
      ...{
        ira: 'a',
        MIR: 'a',
        jose: 'b',
        'josé a': 'b',
        angstrom: 'b',
        小明: 'c',
        明: 'c',
        민준: 'd',
        준: 'd',
      },
      ...{ lukasz: 'e', STRASSE: 'e', '%': 'f', _: 'f', '\\': 'f', t_1: 'f', '%cen': 'f', 'full w': 'g' },
      ...{ i: 'ag', ra: 'ae', irx: '', miramira: '', '"': '', "'": '' },
    };
    for (const [part, players] of Object.entries(found))
      expect([part, await find(part)]).toEqual([part, [...players]]);
  });

  test('follow every write, and go with the player', async () => {
    const id = await save('ann', { profile: { name: 'Mira' }, level: 3, clan: 'red' });
    expect(await get(id)).toMatchObject({ name: 'Mira', columns: { '/level': 3, '/clan': 'red' } });
    await service.as('ann', 'PATCH', paths.metadata, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: '{"level":4}',
    });
    expect(await get(id)).toMatchObject({ name: 'Mira', columns: { '/level': 4, '/clan': 'red' } });
    await named('ann', 'Noor');
    expect([await find('ira'), await find('noo'), (await get(id)).columns]).toEqual([
      [],
      ['ann'],
      { '/level': null, '/clan': null },
    ]);
    await service.as('ann', 'DELETE', paths.metadata);
    expect([await find('noo'), (await get(id)).name]).toEqual([[], null]);
    await named('ann', 'Noor');
    expect((await service.call('DELETE', `/api/server/players/${id}`, { token })).status).toBe(200);
    expect(await find('noo')).toEqual([]);
    const raw = rawDatabase(service.database.environment);
    expect(await raw.run(`SELECT label, folded_name FROM metadata WHERE sequential_id = ${id}`)).toEqual([]);
    if (engine.name === 'sqlite')
      expect(await raw.run('SELECT rowid FROM name_grams WHERE name_grams MATCH \'"6e"\'')).toEqual([]);
    await raw.close();
  });

  test('are texts and numbers, cut after 64 characters, and nothing else', async () => {
    const long = `${'😀'.repeat(63)}ab`;
    for (const [text, name] of [
      ['12', '12'],
      ['12345678901234567890', '12345678901234567890'],
      ['true', null],
      ['null', null],
      ['{"first":"x"}', null],
      ['["x"]', null],
      ['""', ''],
      ['"\\u0000\\ud800\\u202eevil"', '\u0000\ud800\u202eevil'],
      [JSON.stringify(long), `${'😀'.repeat(63)}a`],
    ] as const) {
      const id = await saveText('ann', `{"profile":{"name":${text}},"level":${text}}`);
      expect([text, (await get(id)).name]).toEqual([text, name]);
    }
    expect(await find('😀a')).toEqual(['ann']);
    expect(await find('ab')).toEqual([]);
    const id = await saveText('ann', '{"level":12345678901234567890,"clan":false}');
    expect((await get(id)).columns).toEqual({ '/level': '12345678901234567890', '/clan': false });
    await saveText('ann', '{"profile":{"name":"\\u0000\\u202eEVIL"}}');
    expect(await find('evil')).toEqual(['ann']);
  });

  test('are searched in pages, with other conditions', async () => {
    for (let n = 0; n < 25; n += 1) await named(`p${n}`, n % 2 === 0 ? `Mira ${n}` : `Noor ${n}`);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await search({ name: 'ira', limit: 5, ...(cursor && { cursor }) });
      seen.push(...body.data.players.map((player: { playerId: string }) => player.playerId));
      cursor = body.data.nextCursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 13 }, (_, n) => `p${2 * n}`));
    await service.as('p4', 'POST', paths.start);
    await service.as('p5', 'POST', paths.start);
    expect(await find('ira', { online: true })).toEqual(['p4']);
    expect(await find('ira', { playerIdPrefix: 'p2' })).toEqual(['p2', 'p20', 'p22', 'p24']);
  });

  test('a change of the settings reaches the players that are there', async () => {
    const id = await save('ann', { profile: { name: 'Mira' }, nick: 'Zoë', level: 1 });
    await service.restart({ ...environment, PLAYER_NAME: '/nick', PLAYER_COLUMNS: '/level' });
    // On SQLite the job has done it by now.
    if (engine.name !== 'sqlite') {
      const { status, body } = await search({ name: 'zoe' });
      expect([status, body.error.detail]).toEqual([503, 'the index of names is being built: 0 %']);
    }
    await build();
    expect([await find('zoe'), await find('mira')]).toEqual([['ann'], []]);
    expect(await get(id)).toMatchObject({ name: 'Zoë', columns: { '/level': 1 } });
    // A process of other settings that began before does not take them back.
    const store = await openStoreOn(service.database.environment, service.clock);
    expect(await store.labels.declare({ name: '/profile/name', columns: [] }, false)).toBe(false);
    expect(await store.labels.find()).toMatchObject({ name: '/nick', isWhole: true });
    await store.close();
    // Nobody declares them any more.
    await service.restart({ ...environment, PLAYER_NAME: undefined, PLAYER_COLUMNS: undefined });
    service.clock.advance(3_700_000);
    const later = await openStoreOn(service.database.environment, service.clock);
    await later.indexes.dropUndeclared();
    await later.close();
    service.clock.advance(leases);
    const refused = await search({ name: 'zoe' });
    expect([refused.status, refused.body.error.detail]).toEqual([
      400,
      'name: no name is declared; PLAYER_NAME declares one',
    ]);
    expect(Object.keys(await get(id))).not.toContain('name');
  });

  test('a search names what is wrong with its part of a name', async () => {
    const sentence = 'name must be a string of 1 to 64 characters, a letter, a digit or a sign among them';
    for (const name of [1, '', null, '\u0301', ' \u200b', 'x'.repeat(200)]) {
      const { status, body } = await search({ name } as never);
      expect([name, status, body.error.detail]).toEqual([name, 400, sentence]);
    }
  });

  test('stay right when the versions are raised after a restore', async () => {
    const id = await named('ann', 'Mira');
    expect((await runCommand(['restored'], service.database.environment)).status).toBe(0);
    expect(await examine(service.database.environment, service.clock)).toEqual({
      ...{ players: 1, toBeMended: 0, findings: [] },
    });
    expect([await find('ira'), (await get(id)).name]).toEqual([['ann'], 'Mira']);
  });

  test('are found at ids that are far apart', async () => {
    await named('ann', 'Mira');
    const raw = rawDatabase(service.database.environment);
    const far = 2 ** 52;
    const isSqlite = engine.name === 'sqlite';
    await raw.run(`INSERT INTO players (sequential_id, player_id, registered_at) VALUES (${far}, 'far', 1)`);
    await raw.run(
      `INSERT INTO metadata (sequential_id, text, version, written_at${isSqlite ? '' : ', player_id'})
         VALUES (${far}, '{"profile":{"name":"Mirabel"}}', 1, 1${isSqlite ? '' : ", 'far'"})`,
    );
    await raw.close();
    const store = await openStoreOn(service.database.environment, service.clock);
    await store.indexes.mend(new AbortController().signal);
    await store.close();
    expect(await find('mira')).toEqual(['ann', 'far']);
    expect(await find('nobody')).toEqual([]);
  });

  test('a process of before leaves a label behind, which the mending pass makes anew', async () => {
    const id = await named('ann', 'Mira');
    const raw = rawDatabase(service.database.environment);
    await raw.run(
      `UPDATE metadata SET version = version + 1, indexed_version = version + 1, text = '{"profile":{"name":"Noor"}}' WHERE sequential_id = ${id}`,
    );
    await raw.close();
    const store = await openStoreOn(service.database.environment, service.clock);
    // The job of the service may have come first.
    await store.indexes.mend(new AbortController().signal);
    await store.close();
    expect([await find('ira'), await find('noo')]).toEqual([[], ['ann']]);
  });
});
