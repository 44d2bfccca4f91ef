// An HTTP proxy that is a bad network, by seed: it drops requests, drops answers after the service acted, delays, sends twice,
// answers 503 itself, and cuts answers in the middle. It changes nothing else.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seeded } from './seeded.ts';

export const faults = ['dropRequest', 'dropAnswer', 'delay', 'duplicate', 'unavailable', 'cut'] as const;
export type Fault = (typeof faults)[number];

export interface FaultProxy {
  readonly url: string;
  /** How often each fault happened. */
  readonly counts: Readonly<Record<Fault, number>>;
  /** From now on requests meet no faults. */
  mend(): void;
  stop(): Promise<void>;
}

/** @param share of the requests that meet a fault, in hundredths */
export async function startFaultProxy(target: string, seed: number, share = 50): Promise<FaultProxy> {
  const random = seeded(seed);
  const counts = { dropRequest: 0, dropAnswer: 0, delay: 0, duplicate: 0, unavailable: 0, cut: 0 };
  let isMended = false;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const body = Buffer.concat(parts);
    const forward = () =>
      fetch(target + request.url, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      });
    const fault = !isMended && random(100) < share ? faults[random(faults.length)] : undefined;
    if (fault) counts[fault] += 1;
    if (fault === 'dropRequest') return void response.socket?.destroy();
    if (fault === 'unavailable') return void response.writeHead(503, { 'retry-after': '0' }).end('a proxy');
    if (fault === 'delay') await Bun.sleep(random(80));
    if (fault === 'duplicate') await (await forward()).arrayBuffer();
    const answer = await forward();
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (fault === 'dropAnswer') return void response.socket?.destroy();
    const kept = [...answer.headers].filter(([name]) => !['connection', 'transfer-encoding'].includes(name));
    const lengthOf = { ...Object.fromEntries(kept), 'content-length': String(bytes.length) };
    response.writeHead(answer.status, answer.status === 304 ? Object.fromEntries(kept) : lengthOf);
    if (fault !== 'cut' || bytes.length === 0) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  }

  const server = createServer((request, response) => {
    // A client that was killed, or a service that ended, leaves a request without an answer.
    serve(request, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    mend() {
      isMended = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
