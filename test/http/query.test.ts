// Query parameters of every route: one that the route does not know is refused by its name, and so is one that is given twice.
// The routes of the specification and the probes take any query.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';

const operations = routeTable.flatMap((route) => (route.operation ? [{ ...route, ...route.operation }] : []));

/** A cache-buster must not fail where a client knows the specification alone, nor a parameter of a load balancer at a probe. */
const tolerant = [
  'GET /api/game/metadata',
  'GET /api/game/metadata/:sequentialId',
  'POST /api/game/metadata',
  'DELETE /api/game/metadata',
  'POST /api/game/session/start',
  'POST /api/game/session/heartbeat',
  'POST /api/game/session/stop',
  'GET /livez',
  'GET /readyz',
];
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
const strict = operations.filter((operation) => !tolerant.includes(nameOf(operation)));

let service: Service;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  // Without it the feed and webhooks are not there.
  service = await startService({ environment: { EVENTS: 'players' } });
  tokens.server = (await createTestKey(service)).token;
  tokens.player = await signTestToken('ann');
  await service.as('ann', 'GET', '/api/game/metadata');
});
afterAll(() => service.stop());

function call({ method, path, access }: (typeof operations)[number], query: string) {
  const values = { ':sequentialId': '1', ':playerId': 'ann', ':version': '1', ':keyId': 'none' };
  const filled = Object.entries(values).reduce((text, [name, value]) => text.replace(name, value), path);
  return service.call(method, filled + query, { token: tokens[access.kind] });
}

const invalid = (detail: string) => ({ statusCode: 400, error: { message: 'Invalid request', detail } });

describe('a parameter that the route does not know', () => {
  test.each(strict.map((route) => [nameOf(route), route] as const))(
    'is refused by its name: %s',
    async (_, route) => {
      const answer = await call(route, '?unknown=1');
      expect(answer.body).toEqual(invalid('"unknown" is no parameter of this request'));
    },
  );

  test.each(
    operations
      .filter((route) => tolerant.includes(nameOf(route)))
      .map((route) => [nameOf(route), route] as const),
  )('passes where clients know the specification alone: %s', async (_, route) => {
    const plain = await call(route, '');
    const answer = await call(route, '?_=1&_=2');
    if (route.path.includes('session')) expect([200, 400]).toContain(answer.status);
    else expect([answer.status, answer.body]).toEqual([plain.status, plain.body]);
    expect(JSON.stringify(answer.body)).not.toContain('Invalid request');
  });
});

test.each(
  strict.flatMap((route) =>
    Object.keys(route.queryParameters ?? {}).map((name) => [nameOf(route), name, route] as const),
  ),
)('a parameter that is given twice is refused by its name: %s %s', async (_, name, route) => {
  const answer = await call(route, `?${name}=1&${name}=1`);
  expect(answer.body).toEqual(invalid(`${name} is given twice`));
});
