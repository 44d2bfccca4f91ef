// The feed over HTTP: pages, waits, streams, and what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { EVENT_STREAM_SECONDS, EVENTS_MAX_WAITING_OF_KEY } from '../../src/limits.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { allEvents } from '../harness/events.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { metricOf } from '../harness/waiting.ts';

const feed = '/api/server/events';

for (const engine of engines) {
  // The tests run one after the other, and know what those before have told.
  describe(`the feed over HTTP on ${engine.name}`, () => {
    let service: Service;
    let token: string;
    beforeAll(async () => {
      service = await startService({ engine, environment: { ...allEvents, SERVER_API_KEY: testServerKey } });
      ({ token } = await createTestKey(service, { scopes: ['events:read'] }));
    });
    afterAll(() => service.stop());

    const ask = (query = '', headers = {}): Promise<Answer> =>
      service.call('GET', `${feed}${query}`, { token, headers });
    const pageOf = async (query = '') => (await ask(query)).body.data;
    const save = (player: string, body: string) => service.as(player, 'POST', paths.metadata, { body });
    /** Waits until an event has its place. */
    const told = (id: number) => until(async () => Number((await pageOf('?after=now')).lastEventId) >= id);
    /** Waits until another request than the one for this number is under way. */
    const untilAsked = () =>
      until(async () => (await metricOf(service.url, 'playkeep_http_requests_in_progress')) >= 2);
    const open = (query: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
      fetch(`${service.url}${feed}${query}`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
        ...more,
      });

    test('a wait ends when the service drains', async () => {
      const waiting = ask('?waitSeconds=25');
      await untilAsked();
      const restarting = service.restart();
      expect((await waiting).body.data).toEqual({ events: [], lastEventId: null });
      await restarting;
    });

    test('a page has the shape of the document, and the next one goes on behind it', async () => {
      for (const query of ['', '?after=now'])
        expect(await pageOf(query)).toEqual({ events: [], lastEventId: null });
      await save('ann', '{"data":{"level":1}}');
      await told(2);
      const data = await pageOf();
      expect(namedShapes.EventPage.safeParse(data).error).toBeUndefined();
      const [registered, changed] = data.events;
      const at = new Date(service.clock.now()).toISOString();
      expect(registered).toEqual({ eventId: '1', type: 'player.registered', sequentialId: 1, data: {}, at });
      const writer = { writtenBy: 'player', keyId: null, installationId: null };
      expect(changed.data).toEqual({ etag: '"1-1"', ...writer, members: ['level'], deleted: false });
      expect(data.lastEventId).toBe('2');
      expect(await pageOf('?after=1&limit=1')).toEqual({ events: [changed], lastEventId: '2' });
      for (const query of ['?after=2', '?after=now'])
        expect(await pageOf(query)).toEqual({ events: [], lastEventId: '2' });
      const chosen = await pageOf('?types=player.erased,player.registered');
      expect(chosen).toEqual({ events: [registered], lastEventId: '2' });
      // Where a stream is not acceptable.
      const { headers } = await ask('', { accept: 'text/event-stream;q=0' });
      expect(headers.get('content-type')).toBe('application/json');
    });

    test('a malformed query is refused by its name', async () => {
      for (const [query, detail] of [
        ['?after=x', 'after must be the eventId or lastEventId of an earlier answer'],
        ['?after=-1', 'after must be'],
        ['?after=99999999999999999', 'after must be'],
        ['?after=7', 'no event has had this id yet'],
        ['?types=player.born', 'types has "player.born"; the types are player.registered'],
        ['?types=', 'types has ""'],
        ['?limit=0', 'limit must be an integer from 1 to 1000'],
        ['?limit=1001', 'limit must be'],
        ['?waitSeconds=26', 'waitSeconds must be an integer from 0 to 25'],
        ['?waitSeconds=1.5', 'waitSeconds must be'],
        ['?cursor=1', '"cursor" is no parameter of this request'],
      ] as const) {
        const { status, body } = await ask(query);
        expect([query, status, body.error.message]).toEqual([query, 400, 'Invalid request']);
        expect(body.error.detail).toContain(detail);
      }
      expect((await open('', { 'last-event-id': 'x' })).status).toBe(400);
    });

    test('a wait ends with the next event that matches, and with its time', async () => {
      // No time passes, so nothing but the event ends it.
      const waiting = pageOf('?after=2&waitSeconds=25&types=session.started');
      await untilAsked();
      await save('ann', '{"data":{"n":1}}');
      await service.as('ann', 'POST', paths.start, { body: '{"context":{\n"city":\r\n"Ulm"}}' });
      const { events, lastEventId } = await waiting;
      expect(events.map(({ type }: { type: string }) => type)).toEqual(['session.started']);
      expect(lastEventId).toBe('4');
      const began = service.clock.monotonic();
      const none = await service.clock.passUntil(pageOf('?after=4&waitSeconds=2'));
      expect(none).toEqual({ events: [], lastEventId: '4' });
      expect(service.clock.monotonic() - began).toBeGreaterThanOrEqual(2_000);
    });

    test('a stream has the events as they come, and goes on behind the last one', async () => {
      const response = await open('?after=3');
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      let read = '';
      const untilRead = async (part: string) => {
        while (!read.includes(part)) {
          const { done, value } = await service.clock.passUntil(reader.read());
          if (done) throw new Error(`the stream ended before ${part}`);
          read += new TextDecoder().decode(value);
        }
      };
      await untilRead('event: session.started');
      const [started = ''] = read.split('\n\n').filter((block) => block.startsWith('id: '));
      expect(started.split('\n').map((line) => line.split(':')[0])).toEqual(['id', 'event', 'data']);
      const event = JSON.parse(started.slice(started.indexOf('data: ') + 6));
      expect(event).toMatchObject({
        eventId: '4',
        type: 'session.started',
        data: { context: { city: 'Ulm' } },
      });
      await save('ann', '{"data":{}}');
      await untilRead('event: metadata.changed');
      await untilRead('\n:\n');
      // The end of the stream, after which the caller comes back.
      service.clock.advance(EVENT_STREAM_SECONDS * 1_000);
      for (;;) if ((await service.clock.passUntil(reader.read())).done) break;
      const again = await open('?after=0&types=metadata.changed', { 'last-event-id': '4' });
      let text = '';
      for await (const piece of again.body as ReadableStream<Uint8Array>) {
        text += new TextDecoder().decode(piece);
        if (text.includes('metadata.changed')) break;
      }
      expect(text.match(/^id: .*$/gm)).toEqual(['id: 5']);
    });

    test('a key has a part of the waits and streams: past it a stream is refused, and a read does not wait', async () => {
      // The streams of the tests before may still be there.
      ({ token } = await createTestKey(service, { scopes: ['events:read'] }));
      const leaving = new AbortController();
      const stay = (headers = {}) => open('?after=now', headers, { signal: leaving.signal });
      const streams = await Promise.all(Array.from({ length: EVENTS_MAX_WAITING_OF_KEY }, () => stay()));
      expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
      const refused = await stay();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
      const began = service.clock.monotonic();
      expect((await pageOf('?after=now&waitSeconds=25')).events).toEqual([]);
      expect(service.clock.monotonic()).toBe(began);
      const { token: other } = await createTestKey(service, { scopes: ['events:read'] });
      expect((await stay({ authorization: `Bearer ${other}` })).status).toBe(200);
      leaving.abort();
      // The service hears of each one who left a moment later.
      await until(async () => {
        const own = new AbortController();
        const { status } = await open('?after=now', {}, { signal: own.signal });
        own.abort();
        return status === 200;
      });
    });

    test('nobody reads it without the scope', async () => {
      const { token: other } = await createTestKey(service, { scopes: ['players:read', 'audit:read'] });
      const { body } = await service.call('GET', feed, { token: other });
      const error = { message: 'Forbidden', detail: 'the key lacks the scope events:read' };
      expect(body).toEqual({ statusCode: 403, error });
      expect((await service.call('GET', feed)).status).toBe(401);
    });

    test('a place that is not kept any more is gone', async () => {
      await told(5);
      service.clock.advance(33 * 24 * 3_600_000);
      await service.restart();
      // The session of before ends meanwhile.
      await until(async () => (await ask('?after=4')).status === 410);
      const { body } = await ask('?after=1');
      const oldestEventId = expect.stringMatching(/^[67]$/);
      expect([body.error.message, body.data]).toEqual(['Gone', { oldestEventId }]);
      expect(namedShapes.EventsGone.safeParse(body).error).toBeUndefined();
      expect((await open('?after=1')).status).toBe(410);
    });

    test('it is 404 while EVENTS is unset, and its detail names the setting', async () => {
      await service.restart({ EVENTS: undefined });
      for (const headers of [{}, { accept: 'text/event-stream' }]) {
        const { status, body } = await ask('', headers);
        expect([status, body.error.message]).toEqual([404, 'Not found']);
        expect(body.error.detail).toContain('EVENTS');
      }
    });
  });
}
