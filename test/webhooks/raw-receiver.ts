// A receiver of webhooks that answers by raw text, and the request to it.
import { afterAll } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { systemClock } from '../../src/lib/clock.ts';
import { createSend, type RequestOptions, type WebhookAnswer } from '../../src/webhooks/request.ts';
import type { Certificate } from './authority.ts';

export const name = 'hook.test';
/** The ends of what a test has opened. */
export const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

interface Receiver {
  readonly port: number;
  /** The text of each connection, as far as it has come. */
  readonly requests: string[];
}

/** A server that answers by raw text, once the request is there. */
export async function listen(
  answer: (socket: Socket, text: string) => void,
  { host = '127.0.0.1', tls }: { readonly host?: string; readonly tls?: Certificate } = {},
): Promise<Receiver> {
  const requests: string[] = [];
  const onConnection = (socket: Socket): void => {
    const at = requests.push('') - 1;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      requests[at] += chunk.toString();
      const text = requests[at] ?? '';
      if (text.endsWith('{"a":1}')) answer(socket, text);
    });
  };
  const server: Server = tls
    ? createTlsServer({ cert: tls.cert, key: tls.key }, onConnection)
    : createServer(onConnection);
  closers.push(() => server.close());
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, requests };
}

export const reply = (text: string) => (socket: Socket) => void socket.end(text.replaceAll('\n', '\r\n'));
export const fine = reply('HTTP/1.1 200 OK\ncontent-length: 5\n\nfine!');

export const post = (url: string, options: Partial<RequestOptions> = {}): Promise<WebhookAnswer> =>
  createSend({ clock: systemClock, allowsPrivate: true, resolve: async () => ['127.0.0.1'], ...options })({
    url,
    headers: { 'content-type': 'application/json', 'webhook-id': 'm_1' },
    body: '{"a":1}',
  });
