// A closed-loop load generator on raw sockets: each connection sends a request, waits for its whole answer, sends the
// next. It checks every status and measures every latency.

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly failures: number;
}

export interface LoadOptions {
  /** Connections are spread evenly over these. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** The next request to send on a connection, as bytes. */
  readonly next: (connection: number) => Uint8Array;
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
  readonly index: number;
  sentAt: number;
  received: string;
}

export async function load({ urls, connections, seconds, next }: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  let failures = 0;
  let running = true;
  let outstanding = 0;

  function send(socket: Bun.Socket<Connection>): void {
    socket.data.received = '';
    socket.data.sentAt = performance.now();
    outstanding += 1;
    const bytes = next(socket.data.index);
    if (socket.write(bytes) !== bytes.length) throw new Error('the socket took less than a whole request');
  }

  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      Bun.connect<Connection>({
        hostname: new URL(urls[index % urls.length] ?? '').hostname,
        port: Number(new URL(urls[index % urls.length] ?? '').port),
        data: { index, sentAt: 0, received: '' },
        socket: {
          data(socket, data) {
            const { data: state } = socket;
            state.received += data.toString('latin1');
            if (!isComplete(state.received)) return;
            outstanding -= 1;
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
  for (let wait = 0; wait < 100 && outstanding > 0; wait += 1) await Bun.sleep(20);
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
