// Answers that no cache may keep: those of the server API and of the sign-in at the console, errors, preflights and 304 among them.
import { beforeAll, describe, expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { paths } from '../harness/api.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, signTestToken } from '../harness/service.ts';
import { useService } from '../harness/use-service.ts';

describe('Cache-Control: no-store', () => {
  const service = useService({ environment: { SERVER_API_KEY: testServerKey } });
  beforeAll(async () => {
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' });
  }, 60_000);

  const cachingOf = async (...call: Parameters<Service['call']>) => {
    service.clock.advance(1_000);
    const { status, headers } = await service.callInTime(...call);
    return [status, headers.get('cache-control')];
  };
  const unstored = routeTable.filter(
    ({ access, path }) => access.kind === 'server' || path.startsWith('/console/session'),
  );

  test.each(unstored.map(({ method, path }) => [method, path] as const))(
    'is in every answer of %s %s',
    async (method, path) => {
      const target = path.replace(':sequentialId', '1').replace(':version', '1');
      for (const token of [undefined, 'x', testServerKey]) {
        const [, caching] = await cachingOf(method, target, { token });
        expect([token, caching]).toEqual([token, 'no-store']);
      }
      expect(await cachingOf('OPTIONS', target)).toEqual([204, 'no-store']);
      expect(await cachingOf('PUT', target)).toEqual([405, 'no-store']);
    },
  );

  test('is in a 304, an export and an answer as CSV, and in that of an unknown path', async () => {
    const token = testServerKey;
    const { body } = await service.as('bob', 'POST', paths.metadata, { body: '{"data":{}}' });
    const player = `/api/server/players/${body.data.sequentialId}`;
    const of = `${player}/metadata`;
    const etag = (await service.call('GET', of, { token })).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect(await cachingOf('GET', of, { token, headers })).toEqual([304, 'no-store']);
    expect(await cachingOf('GET', `${player}/export`, { token })).toEqual([200, 'no-store']);
    const csv = { token, headers: { accept: 'text/csv' } };
    expect(await cachingOf('GET', '/api/server/statistics/online', csv)).toEqual([200, 'no-store']);
    expect(await cachingOf('GET', '/api/server/nothing', { token })).toEqual([404, 'no-store']);
    expect(await cachingOf('HEAD', of, { token })).toEqual([200, 'no-store']);
  });

  test('is in no answer to players, whose own caches may ask whether a copy still holds, and nobody else may keep one', async () => {
    const mine = async (token: string | undefined, headers = {}) => {
      const answer = await service.call('GET', paths.metadata, { token, headers });
      return [answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')];
    };
    const token = await signTestToken('carla');
    await service.call('POST', paths.metadata, { token, body: '{"data":{}}' });
    const etag = (await service.call('GET', paths.metadata, { token })).headers.get('etag') ?? '';
    const tagged = 'private, no-cache, no-transform';
    expect(await mine(token)).toEqual([200, tagged, etag]);
    expect(await mine(token, { 'if-none-match': etag })).toEqual([304, tagged, etag]);
    expect(await mine(undefined)).toEqual([401, 'private, no-cache', null]);
    expect(await cachingOf('GET', paths.sessions, { token })).toEqual([200, 'private, no-cache']);
    expect(await cachingOf('PUT', paths.metadata, { token })).toEqual([405, 'private, no-cache']);
  });
});
