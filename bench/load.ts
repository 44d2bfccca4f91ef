// A closed-loop load generator on raw sockets: each connection sends a request, waits for its whole answer, sends the
// next. It checks every status and measures every latency.

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly failures: number;
}

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The next request to send, as bytes. */
  readonly next: () => Uint8Array;
}

export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
}

export function encodeRequest({ method, path, token, body }: RequestParts): Uint8Array {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: bench'];
  if (token !== undefined) head.push(`Authorization: Bearer ${token}`);
  if (body !== undefined)
    head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

interface Connection {
  sentAt: number;
  received: string;
}

export async function load({ url, connections, seconds, next }: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  let failures = 0;
  let running = true;

  function send(socket: Bun.Socket<Connection>): void {
    socket.data.received = '';
    socket.data.sentAt = performance.now();
    const bytes = next();
    if (socket.write(bytes) !== bytes.length) throw new Error('the socket took less than a whole request');
  }

  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      Bun.connect<Connection>({
        hostname,
        port: Number(port),
        data: { sentAt: 0, received: '' },
        socket: {
          data(socket, data) {
            const { data: state } = socket;
            state.received += data.toString('latin1');
            if (!isComplete(state.received)) return;
            latencies.push(performance.now() - state.sentAt);
            if (!state.received.startsWith('HTTP/1.1 200')) failures += 1;
            if (running) send(socket);
          },
          close() {
            if (running) failures += 1;
          },
        },
      }),
    ),
  );
  const startedAt = performance.now();
  for (const socket of sockets) send(socket);
  await Bun.sleep(seconds * 1000);
  running = false;
  const elapsed = (performance.now() - startedAt) / 1000;
  for (const socket of sockets) socket.end();
  latencies.sort((a, b) => a - b);
  const quantile = (q: number) => latencies[Math.floor(q * (latencies.length - 1))] ?? Number.NaN;
  return {
    requestsPerSecond: latencies.length / elapsed,
    p50Milliseconds: quantile(0.5),
    p99Milliseconds: quantile(0.99),
    failures,
  };
}

function isComplete(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const at = received.indexOf('Content-Length: ') + 16;
  return received.length >= end + 4 + Number.parseInt(received.slice(at, at + 10), 10);
}
