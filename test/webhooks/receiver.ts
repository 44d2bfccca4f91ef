// A receiver of webhooks over HTTP on this machine: it verifies each request as the standard says, and answers as the test says.
import { setSystemTime } from 'bun:test';
import { Webhook as Verifier } from 'standardwebhooks';
import type { Clock } from '../../src/lib/clock.ts';

export interface ReceivedRequest {
  readonly id: string;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Verifies with one of these secrets. Without any, every request is taken. */
  secrets: readonly string[];
  answer: (request: ReceivedRequest) => Response | Promise<Response>;
  stop(): Promise<void>;
}

/** @param clock of the service, where a test moves it: signatures count for five minutes before and after it */
export function startReceiver(clock?: Clock): Receiver {
  const requests: ReceivedRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const text = await request.text();
      const headers = Object.fromEntries(request.headers);
      const isSigned = receiver.secrets.some((secret) => isVerified(secret, text, headers, clock));
      if (receiver.secrets.length > 0 && !isSigned) return new Response('not signed', { status: 401 });
      const { headers: all } = request;
      const received = { id: all.get('webhook-id') ?? '', headers: all, body: JSON.parse(text) };
      requests.push(received);
      return receiver.answer(received);
    },
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    requests,
    secrets: [],
    answer: () => new Response('thanks'),
    stop: () => server.stop(true),
  };
  return receiver;
}

function isVerified(secret: string, text: string, headers: Record<string, string>, clock?: Clock): boolean {
  try {
    // The package of the standard knows no other clock than that of the machine.
    if (clock) setSystemTime(clock.now());
    new Verifier(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  } finally {
    if (clock) setSystemTime();
  }
}
