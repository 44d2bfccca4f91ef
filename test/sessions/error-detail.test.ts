// The header X-Error-Detail: the reason why an operation found no session, an active one, or no player. The bodies of these
// errors stay exactly as they are.
import { describe, expect, test } from 'bun:test';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { openStoreOn } from '../harness/store.ts';
import { useFreshService } from '../harness/use-service.ts';

const detailOf = ({ status, body, headers }: Answer) => [status, body.error, headers.get('x-error-detail')];
const none = { message: 'No active session found' };
const nobody = { message: 'Player not found' };

describe.each(engines)('the header X-Error-Detail on $name', (engine) => {
  const service = useFreshService({ engine });

  const post = (path: string, body?: unknown, headers: Record<string, string> = {}, player = 'ann') =>
    service.as(player, 'POST', path, {
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const start = async (body: unknown = {}): Promise<string> =>
    (await post(paths.start, body)).body.data.sessionId;
  const told = async (sessionId: string) => [
    detailOf(await post(paths.heartbeat, { sessionId })),
    detailOf(await post(paths.stop, { sessionId })),
  ];
  const both = (detail: string) => Array(2).fill([400, none, detail]);
  const open = () =>
    openStoreOn({ ...service.database.environment, SESSION_TIMEOUT_SECONDS: '1500' }, service.clock);

  test('distinguishes a replaced session from one that expired, was stopped or never existed', async () => {
    const replaced = await start();
    service.clock.advance(60_000);
    const stopped = await start({ onActive: 'replace' });
    expect(await told(replaced)).toEqual(both('this session was replaced'));
    await post(paths.stop);
    expect(await told(stopped)).toEqual(both('this session was stopped'));
    const expired = await start();
    service.clock.advance(1_500_000);
    expect(await told(expired)).toEqual(both('this session expired'));
    await start();
    expect(await told(expired)).toEqual(both('this session expired'));
    expect(await told(replaced)).toEqual(both('this session was replaced'));
    for (const sessionId of [crypto.randomUUID(), 'nonsense', '']) {
      expect(await told(sessionId)).toEqual(both('there is no such session (any more)'));
    }
    const terminated = await start({ onActive: 'replace' });
    const store = await open();
    await store.sessions.end(1, 'terminated');
    await store.close();
    expect(await told(terminated)).toEqual(both('this session was terminated'));
  });

  test('says that there is no session, for a request that names none', async () => {
    const absent = [400, none, 'there is no active session'];
    const ask = async () => [
      detailOf(await post(paths.heartbeat)),
      detailOf(await service.as('ann', 'GET', paths.session)),
      detailOf(await post(paths.stop)),
    ];
    expect(await ask()).toEqual([absent, absent, absent]);
    await start();
    const { lastActivity } = (await post(paths.heartbeat)).body.data;
    service.clock.advance(1_500_000);
    const silent = [400, none, `the session expired; its last activity was at ${lastActivity}`];
    // Unless the job `expire-sessions` was there before.
    for (const detail of await ask()) expect([silent, absent]).toContainEqual(detail);
    expect(await ask()).toEqual([absent, absent, absent]);
  });

  test('belongs to the first answer under a key', async () => {
    const first = await start();
    await start({ onActive: 'replace' });
    const stop = () => post(paths.stop, { sessionId: first }, { 'idempotency-key': 'stop' });
    const beat = () => post(paths.heartbeat, { sessionId: first }, { 'idempotency-key': 'beat' });
    const answers = [detailOf(await stop()), detailOf(await beat())];
    expect(answers).toEqual(both('this session was replaced'));
    await start({ onActive: 'replace' });
    service.clock.advance(1_500_000);
    expect([detailOf(await stop()), detailOf(await beat())]).toEqual(answers);
  });

  test('says how to start while a session is active', async () => {
    await start();
    expect(detailOf(await post(paths.start))).toEqual([
      400,
      { message: 'Session already active' },
      'a session is active; send onActive "replace" or "resume"',
    ]);
  });

  test('says whether the player was erased or is not registered', async () => {
    await start();
    const store = await open();
    await store.players.erase('ann');
    await store.close();
    const erased = [404, nobody, 'this player was erased'];
    for (const [method, path] of [
      ['GET', paths.metadata],
      ['POST', paths.heartbeat],
      ['GET', `${paths.metadata}/1`],
      ['GET', paths.sessions],
    ] as const) {
      expect([path, ...detailOf(await service.as('ann', method, path))]).toEqual([path, ...erased]);
    }
    await service.restart({ PLAYER_PROVISIONING: 'registered' });
    const unknown = [404, nobody, 'this player is not registered'];
    for (const path of [paths.metadata, paths.session, `${paths.metadata}/1`]) {
      expect([path, ...detailOf(await service.as('cy', 'GET', path))]).toEqual([path, ...unknown]);
    }
  });

  test('says the same about hidden sequential ids and those that no player has', async () => {
    for (const player of ['ann', 'bob']) await service.as(player, 'GET', paths.metadata);
    const hidden = [404, nobody, 'there is no player with this sequential id that you may read'];
    const read = async (id: string) => detailOf(await service.as('ann', 'GET', `${paths.metadata}/${id}`));
    for (const id of ['99', '0', 'x', '9007199254740993'])
      expect([id, ...(await read(id))]).toEqual([id, ...hidden]);
    await service.restart({ METADATA_READ: 'self' });
    for (const id of ['2', '99', 'x']) expect([id, ...(await read(id))]).toEqual([id, ...hidden]);
    expect((await service.as('ann', 'GET', `${paths.metadata}/1`)).status).toBe(200);
  });
});
