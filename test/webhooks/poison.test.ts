// A real receiver that cannot read what one player sends: it refuses contexts that nest deep, as the parsers of some languages do. The
// events of all others arrive.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SESSION_CONTEXT_MAX_DEPTH } from '../../src/limits.ts';
import { paths } from '../harness/api.ts';
import { sqlite } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  const environment = { EVENTS: 'sessions', WEBHOOKS_ALLOW_PRIVATE: 'true' };
  service = await startService({ engine: sqlite, environment });
  receiver = startReceiver(service.clock);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((each) => depthOf(each)))
    : 0;
const nested = (levels: number): string => (levels === 0 ? '1' : `{"a":${nested(levels - 1)}}`);

test('two hundred starts that a receiver refuses keep no event of twenty others', async () => {
  const { token } = await createTestKey(service);
  const url = '/api/server/webhooks';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ url: receiver.url, types: ['session.started', 'session.ended'] });
  const { webhookId } = (await service.call('POST', url, { token, headers, body })).body.data;
  receiver.answer = (request) =>
    new Response(null, { status: depthOf(request.body.data.data.context) > 16 ? 500 : 204 });

  const refused = `{"onActive":"replace","context":${nested(SESSION_CONTEXT_MAX_DEPTH)}}`;
  for (let at = 0; at < 200; at += 1)
    expect((await service.as('poisoner', 'POST', paths.start, { body: refused })).status).toBe(200);
  const pass = async (holds: () => boolean) => {
    while (!holds()) await service.clock.pass(50);
  };
  await pass(() => receiver.requests.length >= 5);
  for (let at = 0; at < 20; at += 1)
    await service.as(`player ${at}`, 'POST', paths.start, { body: `{"context":{"at":${at}}}` });
  const begunAt = service.clock.now();
  const arrived = () => new Set(receiver.requests.map((request) => request.body.data.data.context?.at));
  await pass(() => Array.from({ length: 20 }, (_, at) => at).every((at) => arrived().has(at)));
  expect(service.clock.now() - begunAt).toBeLessThan(60_000);
  const state = async () => (await service.call('GET', `${url}/${webhookId}`, { token })).body.data.state;
  while ((await state()) !== 'active') await service.clock.pass(50);
});
