// The parts that proxies of tests share: a request that came in whole, and the answer of the service to it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Forwarded {
  readonly status: number;
  /** Those of the connection are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export interface Received {
  readonly body: string;
  /** Passes the request on, each time anew. */
  forward(): Promise<Forwarded>;
}

export async function receive(request: IncomingMessage, target: string): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const body = Buffer.concat(parts);
  const forward = async () => {
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const kept = [...answer.headers].filter(
      ([name]) => !['connection', 'transfer-encoding', 'content-encoding', 'content-length'].includes(name),
    );
    return { status: answer.status, headers: Object.fromEntries(kept), bytes };
  };
  return { body: body.toString(), forward };
}

export interface HttpProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves on a port of loopback. A request whose service fails ends with its connection, as where a client or the service is gone. */
export async function startHttpProxy(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<HttpProxy> {
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
