// Conversations on a socket beyond one request and its answer: halves of requests, single bytes, several requests in one packet,
// corrupted bytes, early disconnects. Each conversation says which answers may come.
import { malformedRequests } from './malformed.ts';
import type { Notebook } from './notebook.ts';
import type { Random } from './random.ts';
import { createRequest, type FuzzRequest } from './requests.ts';

export interface Conversation {
  readonly name: string;
  readonly pieces: readonly Uint8Array[];
  /** Complete valid requests: their answers come in this order, each at most once. */
  readonly requests: readonly FuzzRequest[];
  /** True when the first request must be answered. */
  readonly isAnswered: boolean;
  /** True when only a bare refusal is allowed. */
  readonly isRefused: boolean;
  /** The way in which the client disconnects. */
  readonly leave: 'waits' | 'ends' | 'resets';
}

type Make = (random: Random, notebook: Notebook, id: string) => Conversation;

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A request that the parser must accept and that leaves the connection usable. */
function soundRequest(random: Random, notebook: Notebook, id: string, maxBytes = 30_000): FuzzRequest {
  for (;;) {
    const request = createRequest(random, notebook, id);
    const isFit = !request.endsConnection && request.method !== 'CONNECT' && request.bytes.length < maxBytes;
    if (isFit && request.requestId !== undefined) return request;
  }
}

const nothing = { requests: [], isAnswered: false, isRefused: false, leave: 'waits' } as const;
/** Pieces of one request that must be answered. */
const answered = (name: string, request: FuzzRequest, pieces: readonly Uint8Array[]): Conversation => ({
  ...nothing,
  name,
  pieces,
  requests: [request],
  isAnswered: true,
});

const malformed: Make = (random, { credentials }) => {
  const { name, bytes, isRefused } = random.pick(malformedRequests(credentials[0] ?? ''));
  return { ...nothing, name, pieces: [latin1(bytes)], isRefused };
};

const byteByByte: Make = (random, notebook, id) => {
  const request = soundRequest(random, notebook, id, 600);
  const pieces = Array.from(request.bytes, (_, n) => request.bytes.subarray(n, n + 1));
  return answered('byte by byte', request, pieces);
};

const inPieces: Make = (random, notebook, id) => {
  const request = soundRequest(random, notebook, id);
  const at = random.int(request.bytes.length);
  const pieces = [request.bytes.subarray(0, at), request.bytes.subarray(at)];
  return answered('in two pieces', request, pieces);
};

/** The runtime closes a connection when a request comes before the answer to the last. Its answers must be right. */
const pipelined: Make = (random, notebook, id) => {
  const requests = Array.from({ length: 2 + random.int(4) }, (_, n) =>
    soundRequest(random, notebook, `${id}.${n}`),
  );
  const pieces = [Buffer.concat(requests.map((request) => request.bytes))];
  return { ...nothing, name: 'pipelined', pieces, requests };
};

const cutShort: Make = (random, notebook, id) => {
  const { bytes } = soundRequest(random, notebook, id);
  const pieces = [bytes.subarray(0, random.int(bytes.length))];
  const leave = random.weighted<Conversation['leave']>([
    [1, 'waits'],
    [3, 'ends'],
    [3, 'resets'],
  ]);
  return { ...nothing, name: 'cut short', pieces, leave };
};

/** Everything is sent, without waiting for the answer. */
const abandoned: Make = (random, notebook, id) => {
  const { bytes } = soundRequest(random, notebook, id);
  return { ...nothing, name: 'abandoned', pieces: [bytes], leave: random.pick(['ends', 'resets']) };
};

const spoilt: Make = (random, notebook, id) => {
  const { bytes } = soundRequest(random, notebook, id, 2_000);
  let spoiltBytes: Buffer = Buffer.from(bytes);
  for (let times = 1 + random.int(3); times > 0; times -= 1) spoiltBytes = spoil(random, spoiltBytes);
  return { ...nothing, name: 'spoilt', pieces: [spoiltBytes] };
};

function spoil(random: Random, bytes: Buffer): Buffer {
  // Most of it in the head, where the parser works.
  const at = random.int(random.chance(0.7) ? Math.min(bytes.length, 120) : bytes.length);
  const before = bytes.subarray(0, at);
  const odd = random.pick(['\r\n', '\n', '\r', '\0', ' ', ':', '\t', '%', '\r\n\r\n']);
  const text = bytes.toString('latin1');
  return random.weighted<() => Buffer>([
    [3, () => Buffer.concat([before, Uint8Array.of(random.int(256)), bytes.subarray(at + 1)])],
    [2, () => Buffer.concat([before, latin1(odd), bytes.subarray(at)])],
    [2, () => Buffer.concat([before, bytes.subarray(at + 1 + random.int(8))])],
    [1, () => Buffer.concat([before, bytes.subarray(Math.max(0, at - 40))])],
    [1, () => latin1(text.replace('\r\n', random.pick(['\n', '\r', '\r\r\n', ''])))],
    [1, () => latin1(text.replace(/content-length: \d+/i, `Content-Length: ${random.int(99)}`))],
  ])();
}

const noise: Make = (random) => {
  const bytes = Buffer.from(Array.from({ length: 1 + random.int(400) }, () => random.int(256)));
  return { ...nothing, name: 'random bytes', pieces: [bytes], leave: random.pick(['waits', 'ends']) };
};

const kinds: readonly (readonly [number, Make])[] = [
  [6, malformed],
  [1, byteByByte],
  [2, inPieces],
  [3, pipelined],
  [3, cutShort],
  [2, abandoned],
  [6, spoilt],
  [1, noise],
];

export const createConversation: Make = (random, notebook, id) =>
  random.weighted(kinds)(random, notebook, id);
