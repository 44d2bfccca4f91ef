// A load generator on raw sockets. Closed loop: each connection sends a request, waits for its whole answer, sends the next.
// Open loop: requests are due at fixed times whatever the answers do, and a latency counts from the time at which its
// request was due, so that a stall is not left out. Every status is checked, and every so many answers the whole body.

/** What to send next on a connection; undefined when there is nothing left to send. */
export type Next = (connection: number) => Uint8Array | undefined;

export interface LoadOptions {
  /** Connections are spread evenly over these. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly next: Next;
  /** Throws when the body of an answer is not what it should be. */
  readonly check?: (body: string) => void;
  /** Arrivals a second, for an open loop. */
  readonly rate?: number;
  /** Are answers of 503 expected? Then they are told apart, and are no failures. */
  readonly expectsRefusals?: boolean;
}

export interface LoadResult {
  /** Requests that were answered, without those that were refused. */
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly failures: number;
  /** Answers of 503 where they were expected: how many a second, and how late. */
  readonly refusedPerSecond: number;
  readonly refusedP99: number;
  /** How busy this generator was: near 1 it, and not the service, is what was measured. */
  readonly generatorBusy: number;
}

export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  readonly contentType?: string;
}

export function encodeRequest({
  method,
  path,
  token,
  body,
  contentType = 'application/json',
}: RequestParts): Uint8Array {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: bench'];
  if (token !== undefined) head.push(`Authorization: Bearer ${token}`);
  if (body !== undefined)
    head.push(`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

interface Connection {
  readonly index: number;
  /** When the request was due: milliseconds. */
  dueAt: number;
  /** What the socket has not taken yet. */
  unsent: Uint8Array | undefined;
  /** Bytes of the answer that are still to come; undefined before its headers were read. */
  missing: number | undefined;
  isRefused: boolean;
  /** Kept for the headers, and whole when the body is checked. */
  chunks: Buffer[];
  checks: boolean;
}

const checkEvery = 499;

export async function load(options: LoadOptions): Promise<LoadResult> {
  const { urls, connections, seconds, next, rate } = options;
  const latencies: number[] = [];
  const refused: number[] = [];
  const idle: Bun.Socket<Connection>[] = [];
  const due: number[] = [];
  let failures = 0;
  let running = true;
  let outstanding = 0;
  let sent = 0;
  let problem: unknown;
  const nothingLeft = Promise.withResolvers<void>();

  function send(socket: Bun.Socket<Connection>, dueAt: number): void {
    const { data: state } = socket;
    const bytes = next(state.index);
    if (!bytes) {
      if (outstanding === 0) nothingLeft.resolve();
      return;
    }
    sent += 1;
    outstanding += 1;
    Object.assign(state, { dueAt, missing: undefined, checks: sent % checkEvery === 0 });
    state.chunks.length = 0;
    write(socket, bytes);
  }

  function write(socket: Bun.Socket<Connection>, bytes: Uint8Array): void {
    const taken = socket.write(bytes);
    socket.data.unsent = taken < bytes.length ? bytes.subarray(Math.max(taken, 0)) : undefined;
  }

  function receive(socket: Bun.Socket<Connection>, chunk: Buffer): void {
    const { data: state } = socket;
    if (state.missing === undefined) {
      const first = state.chunks.length === 0 ? chunk : Buffer.concat([...state.chunks, chunk]);
      const head = readHead(first);
      state.chunks.push(chunk);
      if (!head) return;
      state.isRefused = head.status === '503' && options.expectsRefusals === true;
      if (head.status !== '200' && !state.isRefused) failures += 1;
      state.missing = head.length - first.length;
    } else {
      state.missing -= chunk.length;
      if (state.checks) state.chunks.push(chunk);
    }
    if (state.missing <= 0) finish(socket);
  }

  function finish(socket: Bun.Socket<Connection>): void {
    const { data: state } = socket;
    outstanding -= 1;
    (state.isRefused ? refused : latencies).push(performance.now() - state.dueAt);
    if (state.checks && options.check && !state.isRefused) {
      const text = Buffer.concat(state.chunks).toString('utf8');
      try {
        options.check(text.slice(text.indexOf('\r\n\r\n') + 4));
      } catch (error) {
        problem ??= error;
      }
    }
    if (rate === undefined) {
      if (running) send(socket, performance.now());
    } else if (due.length > 0) send(socket, due.shift() ?? 0);
    else idle.push(socket);
  }

  const open = (_: unknown, index: number) => {
    const url = new URL(urls[index % urls.length] ?? '');
    return Bun.connect<Connection>({
      hostname: url.hostname,
      port: Number(url.port),
      data: {
        ...{ index, dueAt: 0, unsent: undefined, missing: undefined },
        ...{ isRefused: false, chunks: [], checks: false },
      },
      socket: {
        data: receive,
        drain: (socket) => {
          if (socket.data.unsent) write(socket, socket.data.unsent);
        },
        close() {
          if (running) failures += 1;
        },
      },
    });
  };
  const sockets: Bun.Socket<Connection>[] = [];
  // In steps, for the listening socket's backlog.
  while (sockets.length < connections) {
    const count = Math.min(500, connections - sockets.length);
    const from = sockets.length;
    sockets.push(...(await Promise.all(Array.from({ length: count }, (_, n) => open(_, from + n)))));
  }
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  if (rate === undefined) {
    for (const socket of sockets) send(socket, performance.now());
    await Promise.race([Bun.sleep(seconds * 1000), nothingLeft.promise]);
  } else {
    idle.push(...sockets);
    for (let planned = 0; performance.now() - startedAt < seconds * 1000; await Bun.sleep(1)) {
      for (; planned < ((performance.now() - startedAt) / 1000) * rate; planned += 1) {
        const dueAt = startedAt + (planned / rate) * 1000;
        const socket = idle.pop();
        if (socket) send(socket, dueAt);
        else due.push(dueAt);
      }
    }
  }
  running = false;
  const elapsed = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const finished = latencies.length;
  const turnedAway = refused.length;
  for (let wait = 0; wait < 250 && outstanding > 0; wait += 1) await Bun.sleep(20);
  failures += outstanding + due.length;
  for (const socket of sockets) socket.end();
  if (problem !== undefined) throw problem;
  for (const list of [latencies, refused]) list.sort((a, b) => a - b);
  const quantile = (q: number, of = latencies) => of[Math.floor(q * (of.length - 1))] ?? Number.NaN;
  return {
    requests: finished,
    requestsPerSecond: finished / elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    p999: quantile(0.999),
    failures,
    refusedPerSecond: turnedAway / elapsed,
    refusedP99: quantile(0.99, refused),
    generatorBusy: (user + system) / 1e6 / elapsed,
  };
}

/** Status, and the length of the whole answer; undefined while its headers are not complete. */
function readHead(bytes: Buffer): { status: string; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const status = bytes.toString('latin1', 9, 12);
  const at = bytes.indexOf('Content-Length: ');
  const body = Number.parseInt(bytes.toString('latin1', at + 16, at + 28), 10);
  return { status, length: end + 4 + body };
}
