// A load generator on raw sockets. Closed loop: each connection sends a request, waits for its whole answer, sends the next. Open
// loop: requests are due at fixed times, independent of the answers. A latency counts from the time at which the request was due,
// so that a stall shows. Every status is checked, and the whole body of a sample of the answers.

import { openSockets } from './sockets.ts';

/** The next request on a connection; undefined when none is left. */
export interface Next {
  (connection: number): Uint8Array | undefined;
  /** Gets the first bytes of each answer of 200, with all headers: for requests that depend on answers. */
  readonly answered?: (connection: number, bytes: Buffer) => void;
}

export interface LoadOptions {
  /** The addresses, over which connections are spread evenly. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly next: Next;
  /** Throws when the body of an answer is wrong. */
  readonly check?: (body: string) => void;
  /** Arrivals a second, for an open loop. */
  readonly rate?: number;
  /** True where answers of 503 are expected. They are counted separately then, and are no failures. */
  readonly expectsRefusals?: boolean;
  /** Ends the load before its seconds are over. */
  readonly isOver?: () => boolean;
}

export interface LoadResult {
  /** Answered requests, without the refused ones. */
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly longest: number;
  readonly failures: number;
  /** Expected answers of 503: the number a second, and their latencies. */
  readonly refusedPerSecond: number;
  readonly refusedP99: number;
  /** The same two latencies from the sending of a request, without its wait for an idle connection. */
  readonly sentP99: number;
  readonly refusedSentP99: number;
  /** The share of time that this generator was busy. Near 1 the figures are the generator's, not the service's. */
  readonly generatorBusy: number;
}

export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function encodeRequest({
  method,
  path,
  token,
  body,
  contentType = 'application/json',
  headers = {},
}: RequestParts): Uint8Array {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: bench'];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  if (token !== undefined) head.push(`Authorization: Bearer ${token}`);
  if (body !== undefined)
    head.push(`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

interface Connection {
  readonly socket: number;
  readonly index: number;
  /** The time at which the request was due, in milliseconds. */
  dueAt: number;
  sentAt: number;
  /** True while an answer is awaited. */
  isBusy: boolean;
  /** The bytes that the socket has not accepted yet. */
  unsent: Uint8Array | undefined;
  /** Bytes of the answer that are still to come; undefined before its headers were read. */
  missing: number | undefined;
  isRefused: boolean;
  /** The received bytes: the headers, and the whole answer when the body is checked. */
  chunks: Buffer[];
  checks: boolean;
}

const checkEvery = 499;
/** The time for which the generator may keep the event loop. */
const turnMilliseconds = 5;

export async function load(options: LoadOptions): Promise<LoadResult> {
  const { urls, connections, seconds, next, rate } = options;
  const sockets = openSockets();
  const bySocket: Connection[] = [];
  const latencies: number[] = [];
  const refused: number[] = [];
  const sentLatencies: number[] = [];
  const sentRefused: number[] = [];
  const idle: Connection[] = [];
  /** The due times of requests without an idle connection. */
  const due: number[] = [];
  let dueFrom = 0;
  let failures = 0;
  let running = true;
  let outstanding = 0;
  let sent = 0;
  let isNothingLeft = false;
  let problem: unknown;

  function send(state: Connection, dueAt: number): void {
    const bytes = next(state.index);
    if (!bytes) {
      isNothingLeft = true;
      return;
    }
    sent += 1;
    outstanding += 1;
    state.dueAt = dueAt;
    state.sentAt = rate === undefined ? dueAt : performance.now();
    state.isBusy = true;
    state.missing = undefined;
    state.checks = sent % checkEvery === 0;
    if (state.chunks.length > 0) state.chunks = [];
    write(state, bytes);
  }

  function write(state: Connection, bytes: Uint8Array): void {
    const taken = sockets.send(state.socket, bytes);
    const hadWaited = state.unsent !== undefined;
    state.unsent = taken < bytes.length ? bytes.subarray(taken) : undefined;
    const waits = state.unsent !== undefined;
    if (waits !== hadWaited) sockets.watchSending(state.socket, waits);
  }

  function receive(state: Connection): void {
    const length = sockets.receive(state.socket);
    if (length === 0) {
      close(state);
      return;
    }
    if (state.missing === undefined) {
      const isFirst = state.chunks.length === 0;
      const bytes = sockets.received;
      const first = isFirst ? bytes : Buffer.concat([...state.chunks, bytes.subarray(0, length)]);
      const firstLength = isFirst ? length : first.length;
      const head = readHead(first, firstLength);
      if (!head || state.checks) state.chunks.push(Buffer.from(bytes.subarray(0, length)));
      if (!head) return;
      state.isRefused = head.status === 503 && options.expectsRefusals === true;
      if (head.status !== 200 && !state.isRefused) failures += 1;
      if (head.status === 200) next.answered?.(state.index, first.subarray(0, firstLength));
      state.missing = head.length - firstLength;
    } else {
      state.missing -= length;
      if (state.checks) state.chunks.push(Buffer.from(sockets.received.subarray(0, length)));
    }
    if (state.missing <= 0) finish(state);
  }

  /** The service may close an idle connection. */
  function close(state: Connection): void {
    sockets.close(state.socket);
    delete bySocket[state.socket];
    if (!state.isBusy) return;
    state.isBusy = false;
    outstanding -= 1;
    failures += 1;
  }

  /** The connection that has been idle longest, so that all are used. */
  function takeIdle(): Connection | undefined {
    let state = idle.shift();
    while (state && bySocket[state.socket] !== state) state = idle.shift();
    return state;
  }

  function finish(state: Connection): void {
    const now = performance.now();
    state.isBusy = false;
    outstanding -= 1;
    (state.isRefused ? refused : latencies).push(now - state.dueAt);
    if (rate !== undefined) (state.isRefused ? sentRefused : sentLatencies).push(now - state.sentAt);
    if (state.checks && options.check && !state.isRefused) check(state, options.check);
    if (rate === undefined) {
      if (running) send(state, now);
    } else if (dueFrom < due.length) {
      send(state, due[dueFrom] ?? 0);
      dueFrom += 1;
    } else idle.push(state);
  }

  function check({ chunks }: Connection, demand: (body: string) => void): void {
    const text = Buffer.concat(chunks).toString('utf8');
    try {
      demand(text.slice(text.indexOf('\r\n\r\n') + 4));
    } catch (error) {
      problem ??= error;
    }
  }

  function ready(socket: number, maySend: boolean): void {
    const state = bySocket[socket];
    if (!state) return;
    if (maySend && state.unsent) write(state, state.unsent);
    else receive(state);
  }

  /** Works for a while, as long as there is work. */
  async function turn(): Promise<void> {
    const until = performance.now() + turnMilliseconds;
    while (sockets.wait(1, ready) > 0 && performance.now() < until) askDue();
    askDue();
    await new Promise(setImmediate);
  }

  let planned = 0;
  function askDue(): void {
    if (rate === undefined || !running) return;
    for (const now = performance.now(); planned < ((now - startedAt) / 1000) * rate; planned += 1) {
      const dueAt = startedAt + (planned / rate) * 1000;
      const state = takeIdle();
      if (state) send(state, dueAt);
      else due.push(dueAt);
    }
  }

  const states = Array.from({ length: connections }, (_, index): Connection => {
    const { hostname, port } = new URL(urls[index % urls.length] ?? '');
    const state: Connection = {
      ...{ socket: sockets.connect(hostname, Number(port)), index, dueAt: 0, sentAt: 0, isBusy: false },
      ...{ unsent: undefined, missing: undefined, isRefused: false, chunks: [], checks: false },
    };
    bySocket[state.socket] = state;
    return state;
  });
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  if (rate === undefined) for (const state of states) send(state, performance.now());
  else idle.push(...states);
  const isOver = (): boolean =>
    performance.now() - startedAt >= seconds * 1000 || (isNothingLeft && outstanding === 0);
  while (!isOver() && !options.isOver?.()) await turn();
  running = false;
  const elapsed = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const finished = latencies.length;
  const refusals = refused.length;
  const giveUpAt = performance.now() + 5_000;
  while (outstanding > 0 && performance.now() < giveUpAt) await turn();
  failures += outstanding + due.length - dueFrom;
  for (const state of Object.values(bySocket)) sockets.close(state.socket);
  sockets.end();
  if (problem !== undefined) throw problem;
  for (const list of [latencies, refused, sentLatencies, sentRefused]) list.sort((a, b) => a - b);
  const quantile = (q: number, of = latencies) => of[Math.floor(q * (of.length - 1))] ?? Number.NaN;
  return {
    requests: finished,
    requestsPerSecond: finished / elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    p999: quantile(0.999),
    longest: quantile(1),
    failures,
    refusedPerSecond: refusals / elapsed,
    refusedP99: quantile(0.99, refused),
    sentP99: quantile(0.99, rate === undefined ? latencies : sentLatencies),
    refusedSentP99: quantile(0.99, rate === undefined ? refused : sentRefused),
    generatorBusy: (user + system) / 1e6 / elapsed,
  };
}

const contentLength = Buffer.from('Content-Length: ');

/** The status and the length of the whole answer, from its first bytes; undefined while the headers are incomplete. */
export function readHead(bytes: Buffer, available: number): { status: number; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0 || end + 4 > available) return undefined;
  const digit = (at: number): number => (bytes[at] ?? 0) - 48;
  const status = digit(9) * 100 + digit(10) * 10 + digit(11);
  let body = 0;
  for (
    let at = bytes.indexOf(contentLength) + contentLength.length;
    digit(at) >= 0 && digit(at) <= 9;
    at += 1
  ) {
    body = body * 10 + digit(at);
  }
  return { status, length: end + 4 + body };
}
