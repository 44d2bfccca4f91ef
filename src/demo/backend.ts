// The backend of the demo's game: a receiver of webhooks on the host of the service, and its endpoint. It refuses one request in
// twenty, so that the log of attempts shows a failure and the attempt that mends it.
import type { EventType } from '../store/ports/events.ts';

export interface Backend {
  stop(): Promise<void>;
}

const path = '/playkeep';
const oneRefusedIn = 20;

const types: readonly EventType[] = [
  'player.registered',
  'player.suspended',
  'session.started',
  'session.ended',
  'metadata.lost',
];

/** Starts the receiver and makes its endpoint by the server API. @throws Error when the service refuses the endpoint */
export async function startBackend(serviceUrl: string, key: string): Promise<Backend> {
  let received = 0;
  const server = Bun.serve({
    ...{ hostname: new URL(serviceUrl).hostname, port: 0 },
    async fetch(request) {
      if (request.method !== 'POST' || new URL(request.url).pathname !== path)
        return new Response('nothing is here\n', { status: 404 });
      await request.arrayBuffer();
      received += 1;
      return received % oneRefusedIn === 0
        ? new Response('a new version of the backend is starting\n', { status: 503 })
        : new Response(null, { status: 204 });
    },
  });
  const stop = () => server.stop(true);
  try {
    const answer = await fetch(`${serviceUrl}/api/server/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://${server.hostname}:${server.port}${path}`, types, ordered: true }),
    });
    if (!answer.ok) throw new Error(`the endpoint of the demo was refused: ${await answer.text()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
