// Composes requests from the grammars: about a third of them are valid, and each knows the rules for its answer. A request is
// given out as bytes, so that no client corrects it.

import { type BodyKind, body, bodyKinds, type FuzzBody } from './bodies.ts';
import { type Header, headers } from './headers.ts';
import { type Notebook, pickNoted } from './notebook.ts';
import type { Random } from './random.ts';
import { pickRoute, type Route, target } from './targets.ts';

/** The ways to mark the end of a body. Only the first three are correct. */
type Framing = 'none' | 'length' | 'chunks' | 'too long' | 'too short';

interface Parts {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: FuzzBody | undefined;
  readonly framing: Framing;
  /** True when the parser must accept it. Otherwise a bare refusal or a closed connection is right too. */
  readonly isSound: boolean;
  readonly token: 'good' | 'bad' | 'unclear';
  readonly notebook: Notebook;
}

export interface FuzzRequest extends Parts {
  readonly bytes: Uint8Array;
  /** The request id that the answer must have, where a valid one was sent. */
  readonly requestId: string | undefined;
  /** True when it closes the connection, or leaves it unusable. */
  readonly endsConnection: boolean;
  /** The first answer, when this is a repetition under the same idempotency key. */
  readonly first?: FirstAnswer;
}

export interface FirstAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Sent {
  readonly request: FuzzRequest;
  readonly answer: FirstAnswer;
}

const kinds: Readonly<Record<string, readonly BodyKind[]>> = {
  'POST /api/game/metadata': ['set'],
  'PATCH /api/game/metadata': ['merge', 'patch', 'counters'],
  'POST /api/game/metadata/lookup': ['lookup'],
  'POST /api/game/session/start': ['start'],
  'POST /api/game/session/heartbeat': ['session'],
  'POST /api/game/session/stop': ['session'],
  'POST /api/server/players/:sequentialId/metadata': ['set'],
  'PATCH /api/server/players/:sequentialId/metadata': ['merge', 'patch', 'counters'],
  'POST /api/server/players/:sequentialId/metadata/history/:version/restore': ['restore'],
  'POST /api/server/players/:sequentialId/session/terminate': ['terminate'],
  'POST /api/server/metadata/bulk': ['bulk'],
  'POST /api/server/metadata/losses/restore': ['losses'],
  'POST /api/server/metadata/validate': ['set'],
  'POST /api/server/keys': ['key'],
  'POST /api/server/webhooks': ['webhook'],
  'PATCH /api/server/webhooks/:webhookId': ['webhook change'],
  'POST /api/server/webhooks/:webhookId/rotate': ['rotation'],
  'POST /api/server/webhooks/:webhookId/redeliver': ['redelivery'],
  'POST /api/server/players': ['player'],
  'POST /api/server/players/bulk': ['names'],
  'POST /api/server/players/lookup': ['players'],
  'POST /api/server/players/search': ['search'],
};
export function createRequest(random: Random, notebook: Notebook, id: string): FuzzRequest {
  const again = random.chance(0.06)
    ? pickNoted<Sent | undefined>(random, notebook.keyed, undefined)
    : undefined;
  if (again) return { ...render(random, again.request, id), first: again.answer };
  const route = pickRoute(random);
  const { method, target: path, isSound: isSoundTarget } = target(random, route, notebook);
  const kind = bodyKind(random, route);
  const sent = headers(random, route, kind, notebook);
  const parts: Parts = {
    method,
    target: path,
    headers: sent.list,
    body: kind && body(random, kind, notebook),
    framing: kind ? framing(random) : 'none',
    isSound: isSoundTarget && sent.isSound,
    token: sent.token,
    notebook,
  };
  return render(random, parts, id);
}

function bodyKind(random: Random, { method, path }: Route): BodyKind | undefined {
  const right = kinds[`${method} ${path.replace('by-id/:playerId', ':sequentialId')}`];
  if (!right || random.chance(0.05)) return random.chance(0.05) ? random.pick(bodyKinds) : undefined;
  if (/\/session\/|:version\/restore$/.test(path) && random.chance(0.5)) return undefined;
  return random.chance(0.96) ? random.pick(right) : random.pick(bodyKinds);
}

const framing = (random: Random): Framing =>
  random.weighted([
    [80, 'length'],
    [18, 'chunks'],
    [0.3, 'too long'],
    [0.3, 'too short'],
  ]);

const hosts = ['x', 'localhost:8080', '127.0.0.1', '[::1]:1', 'game.example.'];
const oddHosts = ['', 'x:99999', '<>:99999', 'a b', '%', '[', ':', 'x/y', '\u00e9'];

/** Above this the parser may refuse a head: it does from 64 KiB on, by a count of its own. */
const headMaxBytes = 60_000;

/** @param id becomes the request id most of the time */
function render(random: Random, parts: Parts, id: string): FuzzRequest {
  const list: Header[] = [...parts.headers];
  const sentId = random.weighted<string | undefined>([
    [88, id],
    [4, undefined],
    [1, 'i'.repeat(129)],
    [1, 'a b'],
    [1, '<script>'],
    [1, '\u00e9'],
    [1, ''],
  ]);
  if (sentId !== undefined) list.push(['X-Request-Id', sentId]);
  list.unshift(['Host', random.chance(0.01) ? random.pick(oddHosts) : random.pick(hosts)]);
  const closes = random.chance(0.01);
  if (closes) list.push(['Connection', 'close']);
  const content = parts.body?.bytes ?? new Uint8Array(0);
  list.push(...framingHeaders(parts.framing, content.length));
  const head = list.map(([name, value]) => `${casing(random, name)}: ${value}\r\n`).join('');
  const isSound = parts.isSound && parts.target.length + head.length < headMaxBytes;
  return {
    ...parts,
    isSound,
    bytes: Buffer.concat([
      Buffer.from(`${parts.method} ${parts.target} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
      parts.framing === 'chunks' ? chunks(random, content) : content,
    ]),
    requestId: sentId === id ? id : undefined,
    endsConnection: closes || !isSound || parts.framing.startsWith('too '),
  };
}

const casing = (random: Random, name: string): string =>
  random.chance(0.04) ? random.pick([name.toLowerCase(), name.toUpperCase()]) : name;

function framingHeaders(framing: Framing, length: number): Header[] {
  if (framing === 'none') return [];
  if (framing === 'chunks') return [['Transfer-Encoding', 'chunked']];
  const more = { length: 0, 'too long': 7, 'too short': -3 }[framing];
  return [['Content-Length', String(Math.max(0, length + more))]];
}

function chunks(random: Random, content: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < content.length; ) {
    const size = random.chance(0.5) ? content.length - at : 1 + random.int(content.length - at);
    const extension = random.chance(0.05) ? ';a=b' : '';
    pieces.push(
      Buffer.from(`${size.toString(16)}${extension}\r\n`),
      content.subarray(at, at + size),
      Buffer.from('\r\n'),
    );
    at += size;
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}
