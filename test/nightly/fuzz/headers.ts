// A grammar of request headers: those of the routes, with values from valid to malformed, and unknown ones.

import { testServerKey } from '../../harness/server-keys.ts';
import { hostileTokens } from '../../hostile/tokens.ts';
import type { BodyKind } from './bodies.ts';
import { type Notebook, pickNoted } from './notebook.ts';
import type { Random } from './random.ts';
import type { Route } from './targets.ts';

export type Header = readonly [name: string, value: string];

export interface FuzzHeaders {
  readonly list: readonly Header[];
  /** True when the token must be accepted; `unclear` for two tokens. */
  readonly token: 'good' | 'bad' | 'unclear';
  /** True when the parser must accept it. */
  readonly isSound: boolean;
}

const refusedTokens = hostileTokens
  .filter((each) => each.expect === 'unauthorized')
  .map((each) => each.authorization);

const serverCredentials = [`Bearer ${testServerKey}`, `bearer  ${testServerKey}`];
/** The check sum is right. */
const unknownKey = 'Bearer pk_Ib0A3eJQnH05W2QYWaE3ZYSGgr5KTGvOa3stPvnr9ih4fuRN7';

/** A player's token is no server key, and a server key is no token. */
function credentialsFor({ access }: Route, { credentials }: Notebook) {
  return access.kind === 'server'
    ? { good: serverCredentials, bad: [...refusedTokens, ...credentials, unknownKey] }
    : { good: credentials, bad: [...refusedTokens, ...serverCredentials] };
}

export function headers(
  random: Random,
  route: Route,
  kind: BodyKind | undefined,
  notebook: Notebook,
): FuzzHeaders {
  const list: Header[] = [];
  const token = random.weighted<'good' | 'bad'>([
    [92, 'good'],
    [8, 'bad'],
  ]);
  const { good, bad } = credentialsFor(route, notebook);
  if (token === 'good') list.push(['Authorization', random.pick(good)]);
  else if (random.chance(0.6)) list.push(['Authorization', random.pick(bad)]);
  const type = contentType(random, kind);
  if (type !== undefined) list.push(['Content-Type', type]);
  if (random.chance(0.02))
    list.push(['Content-Encoding', random.pick(['gzip', 'br', 'identity', '', 'gzip, gzip'])]);
  const isTagged = route.operation?.isTagged ?? false;
  if (random.chance(isTagged ? 0.2 : 0.02)) list.push(['If-Match', tags(random, notebook)]);
  if (random.chance(isTagged ? 0.15 : 0.02)) list.push(['If-None-Match', tags(random, notebook)]);
  const isWrite = route.method !== 'GET';
  if (random.chance(isWrite ? 0.15 : 0.02)) list.push(['Idempotency-Key', key(random)]);
  if (random.chance(isWrite && isTagged ? 0.12 : 0.02))
    list.push(['X-Session-Id', session(random, notebook)]);
  if (random.chance(isWrite && (isTagged || route.path.endsWith('/start')) ? 0.15 : 0.01))
    list.push(['X-Installation-Id', random.pick(installations)]);
  if (random.chance(0.05))
    list.push(['Origin', random.pick(['https://game.example', 'null', '', 'x y', 'http://\u00e9'])]);
  if (random.chance(0.03)) list.push(['Access-Control-Request-Method', random.pick(['POST', 'PATCH', 'x'])]);
  if (random.chance(0.05)) list.push(random.pick(bystanders));
  const isSound = !random.chance(0.005);
  if (!isSound) list.push(...random.pick(unsound));
  return duplicate(random, list, token, isSound);
}

function duplicate(random: Random, list: Header[], token: 'good' | 'bad', isSound: boolean): FuzzHeaders {
  if (list.length === 0 || !random.chance(0.02)) return { list, token, isSound };
  const again = random.pick(list);
  const isToken = again[0] === 'Authorization' && token === 'good';
  return { list: [...list, again], token: isToken ? 'unclear' : token, isSound };
}

// biome-ignore format: a list
const installations = [
  'installation-of-a-phone', 'installation-of-a-tablet', 'x'.repeat(16), '-_'.repeat(32),
  '', 'too short', 'x'.repeat(65), 'installation of a phone', 'installation-of-\u00e9ve',
];

const rightTypes: Partial<Record<BodyKind, string>> = {
  merge: 'application/merge-patch+json',
  patch: 'application/json-patch+json',
  counters: 'application/vnd.playkeep.patch+json',
};
// biome-ignore format: a list
const otherTypes = [
  'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.game+json', 'application/json;',
  ' application/json ,x', 'application/json, text/plain', 'text/plain',
  'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x',
  'application/merge-patch+json; charset=x', 'application/json-patch+json', 'application/merge-patch+json',
  'application/vnd.playkeep.patch+json', 'application/vnd.playkeep.patch', '+json', '/', ';', '',
  'application/\u00e9+json', `application/${'x'.repeat(2_000)}+json`,
];

function contentType(random: Random, kind: BodyKind | undefined): string | undefined {
  if (kind === undefined) return random.chance(0.03) ? random.pick(otherTypes) : undefined;
  if (random.chance(0.06)) return random.pick(otherTypes);
  return rightTypes[kind] ?? (random.chance(0.8) ? 'application/json' : undefined);
}

// biome-ignore format: a list
const oddTags = (tag: string) => [
  '', '""', tag.slice(1), '"', 'W/', `w/${tag}`, '*, "a"', '"a" "b"', '"\u00e9"', '**', ',',
];

function tags(random: Random, { etags }: Notebook): string {
  const tag = pickNoted(random, etags, '"1-1"');
  return random.weighted<() => string>([
    [10, () => tag],
    [2, () => '*'],
    [2, () => `W/${tag}`],
    [2, () => `"x", ${tag} ,W/"y"`],
    [1, () => `,, ${tag},`],
    [1, () => tag.replace(/\d"$/, '9"')],
    [2, () => random.pick(oddTags(tag))],
    [0.1, () => `${tag}, `.repeat(500)],
    [0.1, () => '"'.repeat(4_001)],
  ])();
}

// biome-ignore format: a list
const oddKeys = [
  '', ' ', '"quoted"', 'a, b', '\u00e9', 'a\tb', '__proto__', '~', '%00', 'k'.repeat(3_000),
];

function key(random: Random): string {
  return random.weighted<() => string>([
    [10, () => `key-${random.int(1_000_000)}`],
    [3, () => `again-${random.int(8)}`],
    [1, () => 'k'.repeat(254 + random.int(3))],
    [1, () => random.pick(oddKeys)],
  ])();
}

function session(random: Random, { sessions }: Notebook): string {
  const known = pickNoted(random, sessions, '01a1fb57-a392-71cf-b279-7fe125c02a03');
  return random.weighted([
    [8, known],
    [1, known.toUpperCase()],
    [1, known.replace(/.$/, '0')],
    [1, random.pick(['', 'x', '*', 'null', `${known}, ${known}`, `{${known}}`, '\u00e9'.repeat(36)])],
  ]);
}

/** Headers without a meaning here, which must change nothing. */
const bystanders: readonly Header[] = [
  ['Accept', 'text/html;q=0.1'],
  ['Accept', 'text/html,*/*;q=0.8'],
  ['Accept-Encoding', 'gzip, br, zstd'],
  ['Range', 'bytes=0-1'],
  ['If-Modified-Since', 'Sat, 21 Nov 2099 00:00:00 GMT'],
  ['Cookie', 'a=b; c'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-URL', '/readyz'],
  ['Connection', 'keep-alive, x-session-id'],
  ['Upgrade', 'websocket'],
  ['TE', 'trailers'],
  ['Expect', '100-continue'],
  ['__proto__', 'x'],
  ['X-Long', 'x'.repeat(20_000)],
  ['X-Bytes', '\u0080\u00ff\t\u00e9'],
];

/** More, or other bytes, than a header may hold. */
const unsound: readonly (readonly Header[])[] = [
  [['X-Long', 'x'.repeat(70_000)]],
  Array.from({ length: 250 }, (_, n) => [`X-${n}`, '1'] as const),
  [['X-Odd', 'a\u0000b']],
  [['X-Odd', 'a\u0001b']],
  [['X-Odd', 'a\rb']],
  [['X-Odd', 'a\nb']],
  [['X Odd', 'a']],
  [['X-Odd ', 'a']],
  [['', 'a']],
  [['X-\u00e9', 'a']],
];
