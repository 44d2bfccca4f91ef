// The feed over HTTP: pages, waits, streams, and what is refused.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { EVENT_STREAM_SECONDS, EVENTS_MAX_WAITING_OF_KEY } from '../../src/limits.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { postgres, sqlite } from '../harness/engines.ts';
import { allEvents } from '../harness/events.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { metricOf } from '../harness/waiting.ts';

const feed = '/api/server/events';

for (const engine of [sqlite, postgres]) {
  describe(`the feed over HTTP on ${engine.name}`, () => {
    let service: Service;
    let token: string;
    beforeEach(async () => {
      service = await startService({ engine, environment: { ...allEvents, SERVER_API_KEY: testServerKey } });
      ({ token } = await createTestKey(service, { scopes: ['events:read'] }));
    });
    afterEach(() => service.stop());

    const ask = (query = '', headers = {}): Promise<Answer> =>
      service.call('GET', `${feed}${query}`, { token, headers });
    const save = (player: string, body: string) => service.as(player, 'POST', paths.metadata, { body });

    /** Asks until so many events are there; the time of the test is its bound. */
    async function askFor(count: number, query = ''): Promise<Answer> {
      for (;;) {
        const answer = await ask(query);
        if (answer.body.data.events.length >= count) return answer;
        await Bun.sleep(10);
      }
    }

    /** Waits until another request than the one for this number is under way. */
    async function untilAsked(): Promise<void> {
      while ((await metricOf(service.url, 'playkeep_http_requests_in_progress')) < 2) await Bun.sleep(1);
    }

    test('a page has the shape of the document, and the next one goes on behind it', async () => {
      expect((await ask()).body.data).toEqual({ events: [], lastEventId: null });
      expect((await ask('?after=now')).body.data).toEqual({ events: [], lastEventId: null });
      await save('ann', '{"data":{"level":1}}');
      const { data } = (await askFor(2)).body;
      expect(namedShapes.EventPage.safeParse(data).error).toBeUndefined();
      const [registered, changed] = data.events;
      expect(registered).toEqual({
        eventId: '1',
        type: 'player.registered',
        sequentialId: 1,
        data: {},
        at: new Date(service.clock.now()).toISOString(),
      });
      expect(changed.data).toEqual({
        etag: '"1-1"',
        writtenBy: 'player',
        keyId: null,
        installationId: null,
        members: ['level'],
        deleted: false,
      });
      expect(data.lastEventId).toBe('2');
      expect((await ask('?after=1&limit=1')).body.data).toEqual({ events: [changed], lastEventId: '2' });
      expect((await ask('?after=2')).body.data).toEqual({ events: [], lastEventId: '2' });
      expect((await ask('?after=now')).body.data).toEqual({ events: [], lastEventId: '2' });
      expect((await ask('?types=player.erased,player.registered')).body.data).toEqual({
        events: [registered],
        lastEventId: '2',
      });
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
      expect((await ask('', { 'last-event-id': 'x', accept: 'text/event-stream' })).status).toBe(400);
    });

    test('a place that is not kept any more is gone', async () => {
      await save('ann', '{"data":{}}');
      await askFor(2);
      service.clock.advance(33 * 24 * 3_600_000);
      await service.restart();
      while ((await ask('?after=0')).status === 200) await Bun.sleep(10);
      const { status, body } = await ask('?after=1');
      expect([status, body.error.message, body.data]).toEqual([410, 'Gone', { oldestEventId: '3' }]);
      expect(namedShapes.EventsGone.safeParse(body).error).toBeUndefined();
      expect((await ask('?after=1', { accept: 'text/event-stream' })).status).toBe(410);
      expect((await ask()).body.data).toEqual({ events: [], lastEventId: '2' });
    });

    test('a wait ends with the next event that matches, and with its time', async () => {
      await save('ann', '{"data":{}}');
      await askFor(2);
      // No time passes, so nothing but the event ends it.
      const waiting = ask('?after=2&waitSeconds=25&types=session.started');
      await untilAsked();
      await save('ann', '{"data":{"n":1}}');
      await service.as('ann', 'POST', paths.start);
      const { data } = (await waiting).body;
      expect(data.events.map(({ type }: { type: string }) => type)).toEqual(['session.started']);
      expect(data.lastEventId).toBe('4');
      const began = service.clock.monotonic();
      const none = await service.clock.passUntil(ask('?after=4&waitSeconds=2'));
      expect(none.body.data).toEqual({ events: [], lastEventId: '4' });
      expect(service.clock.monotonic() - began).toBeGreaterThanOrEqual(2_000);
    });

    test('a wait ends when the service drains', async () => {
      const waiting = ask('?waitSeconds=25');
      await untilAsked();
      const restarting = service.restart();
      expect((await waiting).body.data).toEqual({ events: [], lastEventId: null });
      await restarting;
    });

    test('a stream has the events as they come, and goes on behind the last one', async () => {
      await service.as('ann', 'POST', paths.start, { body: '{"context":{\n"city":\r\n"Ulm"}}' });
      await askFor(2);
      const open = (headers: Record<string, string> = {}, query = '') =>
        fetch(`${service.url}${feed}${query}`, {
          headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
        });
      const response = await open();
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      let read = '';
      const until = async (part: string) => {
        while (!read.includes(part)) {
          const { done, value } = await service.clock.passUntil(reader.read());
          if (done) throw new Error(`the stream ended before ${part}`);
          read += new TextDecoder().decode(value);
        }
      };
      await until('event: session.started');
      const blocks = () => read.split('\n\n').filter((block) => block.startsWith('id: '));
      const [, started = ''] = blocks();
      expect(started.split('\n').map((line) => line.split(':')[0])).toEqual(['id', 'event', 'data']);
      const event = JSON.parse(started.slice(started.indexOf('data: ') + 6));
      expect([event.eventId, event.type, event.data.context]).toEqual([
        '2',
        'session.started',
        { city: 'Ulm' },
      ]);
      await save('ann', '{"data":{}}');
      await until('event: metadata.changed');
      await until('\n:\n');
      // The end of the stream, after which the caller comes back.
      service.clock.advance(EVENT_STREAM_SECONDS * 1_000);
      for (;;) if ((await service.clock.passUntil(reader.read())).done) break;
      const again = await open({ 'last-event-id': '2' }, '?after=0&types=metadata.changed');
      const first = await service.clock.passUntil(readSome(again, 'metadata.changed'));
      expect(first.match(/^id: .*$/gm)).toEqual(['id: 3']);
    });

    test('a key has a part of the waits and streams: past it a stream is refused, and a read does not wait', async () => {
      const leaving = new AbortController();
      const open = (key = token): Promise<Response> =>
        fetch(`${service.url}${feed}?after=now`, {
          headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
          signal: leaving.signal,
        });
      const streams = await Promise.all(Array.from({ length: EVENTS_MAX_WAITING_OF_KEY }, () => open()));
      expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
      const refused = await open();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
      const began = service.clock.monotonic();
      expect((await ask('?waitSeconds=25')).body.data).toEqual({ events: [], lastEventId: null });
      expect(service.clock.monotonic()).toBe(began);
      const { token: other } = await createTestKey(service, { scopes: ['events:read'] });
      expect((await open(other)).status).toBe(200);
      leaving.abort();
      // The service hears of each one who left a moment later.
      while ((await probe()) !== 200) await Bun.sleep(10);
      async function probe(): Promise<number> {
        const own = new AbortController();
        const { status } = await fetch(`${service.url}${feed}?after=now`, {
          headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
          signal: own.signal,
        });
        own.abort();
        return status;
      }
    });

    test('nobody reads it without the scope', async () => {
      const { token: other } = await createTestKey(service, { scopes: ['players:read', 'audit:read'] });
      const { status, body } = await service.call('GET', feed, { token: other });
      expect([status, body.error.message]).toEqual([403, 'Forbidden']);
      expect((await service.call('GET', feed)).status).toBe(401);
    });

    test('a page comes where a stream is not acceptable', async () => {
      const { headers, body } = await ask('', { accept: 'text/event-stream;q=0' });
      expect([headers.get('content-type'), body.data.events]).toEqual(['application/json', []]);
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

/** The text of a stream up to some part of it. */
async function readSome(response: Response, part: string): Promise<string> {
  let text = '';
  for await (const piece of response.body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(piece);
    if (text.includes(part)) break;
  }
  return text;
}
