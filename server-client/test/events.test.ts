// The sequence of events of the client for servers, where the service does not let it wait.
import { expect, test } from 'bun:test';
import { createServerClient } from '../src/index.ts';

test('where too many wait, an answer comes at once, and the next question after a second', async () => {
  const event = { eventId: '5', type: 'player.registered', at: '', sequentialId: 1, data: {} };
  // Events of other types are between 3 and 4.
  const pages = ['3', '4', '4', '4', '5'].map((lastEventId) => ({
    events: lastEventId === event.eventId ? [event] : [],
    lastEventId,
  }));
  const asked: string[] = [];
  using service = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const page = pages[asked.length];
      asked.push(new URL(request.url).searchParams.get('after') ?? '');
      return Response.json({ statusCode: 200, data: page });
    },
  });
  const client = createServerClient({ url: `http://127.0.0.1:${service.port}`, key: 'k' });
  const begunAt = performance.now();
  for await (const { eventId } of client.events({ after: '3' })) {
    expect(eventId).toBe('5');
    break;
  }
  expect(asked).toEqual(['3', '3', '4', '4', '4']);
  expect((performance.now() - begunAt) / 1_000).toBeGreaterThan(2.9);
});
