// Random requests to every part of the service that changes players, many at once: the game API, the server API, bulk, restores, the
// command line and the expiry. Afterwards every change has exactly one event, and no event is without one.
import { expect, test } from 'bun:test';
import { EXPIRY_INTERVAL_SECONDS } from '../../../../src/tuning.ts';
import { expectOneEventForEachChange } from '../../../events/change-events.ts';
import { paths } from '../../../harness/api.ts';
import { runCommand } from '../../../harness/command.ts';
import { postgres, sqlite } from '../../../harness/engines.ts';
import { allEvents, settledEvents } from '../../../harness/events.ts';
import { amount } from '../../../harness/nightly.ts';
import { rawDatabase } from '../../../harness/raw-database.ts';
import { type Random, seed, seeded } from '../../../harness/seeded.ts';
import { testServerKey } from '../../../harness/server-keys.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { openStoreOn } from '../../../harness/store.ts';
import { metricOf } from '../../../harness/waiting.ts';

const rounds = amount(40, 600);
const atOnce = 6;
const names = Array.from({ length: 8 }, (_, n) => `player ${n}`);

/** One request, or one command. */
async function act(service: Service, random: Random, n: number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const name = pick(names);
  const id = 1 + random(names.length + 4);
  const json = { 'content-type': 'application/json' };
  const merge = { 'content-type': 'application/merge-patch+json' };
  const data = `{"n":${random(3)},"large":"${random(4) === 0 ? 'x'.repeat(500) : ''}"}`;
  const key = random(2) === 0 ? { 'idempotency-key': `key ${random(5)}` } : {};
  const asPlayer = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    service.as(name, method, path, { body, headers: { ...headers, ...key } });
  const asServer = (method: string, path: string, body?: string, headers: Record<string, string> = json) =>
    service.call(method, `/api/server/${path}`, {
      token: testServerKey,
      body,
      headers: { ...headers, ...key },
    });
  const operations = Array.from({ length: 4 }, (_, place) => ({
    ...{ sequentialId: 1 + ((id + place) % names.length), op: 'set', data: { n: random(3) } },
  }));
  const actions: readonly (() => Promise<unknown>)[] = [
    () => asPlayer('POST', paths.metadata, `{"data":${data}}`),
    () => asPlayer('POST', paths.metadata, `{"data":${data}}`, { 'if-match': '*' }),
    () => asPlayer('PATCH', paths.metadata, `{"n":${random(3)}}`, merge),
    () => asPlayer('DELETE', paths.metadata),
    () => asPlayer('POST', `${paths.history}/${1 + random(6)}/restore`),
    () => asPlayer('POST', paths.start, '{"context":{"a":"b"}}'),
    () => asPlayer('POST', paths.start, '{"onActive":"replace"}'),
    () => asPlayer('POST', paths.stop),
    () => asServer('POST', `players/${id}/metadata`, `{"data":${data}}`),
    () => asServer('PATCH', `players/${id}/metadata`, `{"by":"server"}`, merge),
    () => asServer('POST', 'metadata/bulk', JSON.stringify({ operations })),
    () => asServer('POST', 'players', `{"playerId":"${name}"}`),
    () => asServer('POST', 'players/bulk', JSON.stringify({ playerIds: names.slice(0, 4) })),
    () => asServer('POST', `players/${id}/suspend`, random(2) === 0 ? '{"reason":"a reason"}' : '{}'),
    () => asServer('DELETE', `players/${id}/suspend`),
    () => asServer('DELETE', `players/${id}/session`),
    ...(random(6) === 0 ? [() => asServer('DELETE', `players/${id}`)] : []),
    ...(n % 10 === 0
      ? [
          () =>
            runCommand(['player', pick(['register', 'erase']), name], {
              ...service.database.environment,
              ...allEvents,
            }),
        ]
      : []),
  ];
  await pick(actions)();
}

/** Lets the expiry run once more, to its end: nothing is written afterwards. */
async function sessionsExpired({ clock, url }: Service): Promise<void> {
  clock.advance(EXPIRY_INTERVAL_SECONDS * 1_000);
  const lastEnd = 'playkeep_job_last_success_timestamp_seconds{job="expire-sessions"}';
  while ((await metricOf(url, lastEnd)) !== clock.now() / 1_000) await Bun.sleep(10);
}

for (const engine of [sqlite, postgres]) {
  test(`${rounds} times ${atOnce} random requests on ${engine.name} tell each change once (SEED=${seed})`, async () => {
    const random = seeded(seed);
    const service = await startService({
      engine,
      environment: { ...allEvents, SERVER_API_KEY: testServerKey, METADATA_HISTORY_INTERVAL_SECONDS: '0' },
    });
    const raw = rawDatabase(service.database.environment);
    try {
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(Array.from({ length: atOnce }, (_, n) => act(service, random, round * atOnce + n)));
        // Now and then sessions expire, and the job moves them.
        service.clock.advance(random(10) === 0 ? 1_600_000 : 1_000);
      }
      await sessionsExpired(service);
      const { environment } = service.database;
      const store = await openStoreOn(environment, service.clock);
      const events = await settledEvents(store.events, environment);
      await store.close();
      await expectOneEventForEachChange(events, environment);
      const count = (type: string) => events.filter((event) => event.type === type).length;
      const audited = async (action: string) => {
        const [row] = await raw.run(`SELECT count(*) AS count FROM audit_entries WHERE action = '${action}'`);
        return Number(row?.count);
      };
      expect(count('player.suspended')).toBe(await audited('player.suspend'));
      expect(count('player.unsuspended')).toBe(await audited('player.unsuspend'));
      expect(count('player.erased')).toBe(await audited('player.erase'));
      for (const type of ['metadata.changed', 'session.started', 'session.ended', 'player.suspended'])
        expect(count(type)).toBeGreaterThan(0);
    } finally {
      await raw.close();
      await service.stop();
    }
  }, 300_000);
}
