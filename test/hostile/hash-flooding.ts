// Every place that accepts JSON, with the input that floods a hash table there: a body or token of colliding keys.
import { createHmac } from 'node:crypto';
import { paths } from '../harness/api.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { testSecret } from '../harness/service.ts';

export interface FloodRequest {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
  /** The whole `Authorization` header, for a flood by token. */
  readonly authorization?: string;
  readonly expect: readonly number[];
}

export interface FloodPlace {
  readonly name: string;
  /** The largest input that the place accepts, in bytes. */
  readonly maxBytes: number;
  /** @param object JSON text of an object of colliding keys */
  readonly requests: (object: string) => readonly FloodRequest[];
}

const write = (
  method: 'POST' | 'PATCH',
  kind: string,
  body: string,
  expect: readonly number[],
): FloodRequest => ({ method, path: paths.metadata, contentType: `application/${kind}`, body, expect });

const set = (data: string) => write('POST', 'json', `{"data":${data}}`, [200]);
const patch = (body: string, ...expect: number[]) => write('PATCH', 'json-patch+json', body, expect);
const count = (body: string, ...expect: number[]) => write('PATCH', 'vnd.playkeep.patch+json', body, expect);
/** The bound on the work of one patch refuses some. */
const merge = (body: string) => write('PATCH', 'merge-patch+json', body, [200, 413]);
const small = (path: string, body: string): FloodRequest => ({
  method: 'POST',
  path,
  contentType: 'application/json',
  body,
  expect: [400],
});
/** Requests of a server. */
const ofServer = (path: string, bodies: readonly string[], ...expect: number[]): FloodRequest[] =>
  bodies.map((body) => ({ ...small(path, body), authorization: `Bearer ${testServerKey}`, expect }));

const part = (text: string): string => Buffer.from(text).toString('base64url');
function token(header: string, claims: string): string {
  const input = `${part(header)}.${part(claims)}`;
  return `Bearer ${input}.${createHmac('sha256', testSecret).update(input).digest('base64url')}`;
}
const withToken = (authorization: string): FloodRequest => ({
  method: 'POST',
  path: paths.heartbeat,
  authorization,
  // A few unknown claims are harmless: then the answer is that the player has no session.
  expect: [400, 401],
});

/** The members of an object, without its braces. */
const membersOf = (object: string): string => object.slice(1, -1);
const pointersOf = (object: string): string[] =>
  [...object.matchAll(/"(?<key>[^"]{17,})"\s*:/g)].slice(0, 1_000).map(({ groups }) => `/a/${groups?.key}`);

const most = 1024 * 1024;
const place = (
  name: string,
  maxBytes: number,
  requests: (object: string) => readonly FloodRequest[],
): FloodPlace => ({ name, maxBytes, requests });
const list = (items: readonly string[]): string => `[${items.join(',')}]`;

export const floodPlaces: readonly FloodPlace[] = [
  place('a set', most - 16, (object) => [set(object)]),
  place('a merge patch on nothing', most - 16, (object) => [set('{}'), merge(object)]),
  place('a merge patch on the same', most / 2, (object) => [set(object), merge(object)]),
  place('the value of an operation', most / 2, (object) => [
    set('{}'),
    patch(`[{"op":"add","path":"/a","value":${object}}]`, 200),
  ]),
  place('further members of an operation', most / 2, (object) => [
    set('{}'),
    patch(`[{"op":"add","path":"/a","value":1,${membersOf(object)}}]`, 200, 400),
  ]),
  place('six tests of a stored object', most / 2, (object) => [
    set(`{"a":${object}}`),
    patch(
      list(Array(6).fill(`{"op":"test","path":"/a","value":${object.replace('0', '0.0')}}`)),
      200,
      409,
      413,
    ),
  ]),
  place('a thousand pointers into a stored object', most / 2, (object) => [
    set(`{"a":${object}}`),
    patch(list(pointersOf(object).map((path) => `{"op":"add","path":"${path}","value":1}`)), 200, 409, 413),
  ]),
  place('further members of a counter, and the value of an append', most / 2, (object) => [
    set('{}'),
    count(`[{"op":"increment","path":"/a","by":1,${membersOf(object)}}]`, 400),
    count(`[{"op":"append","path":"/a","value":${object},"maxItems":1}]`, 200),
  ]),
  place('a thousand counters in a stored object', most / 2, (object) => [
    set(`{"a":${object}}`),
    count(
      list(pointersOf(object).map((path) => `{"op":"increment","path":"${path}","by":1}`)),
      200,
      409,
      413,
    ),
  ]),
  place('a lookup', 60_000, (object) => [
    small(paths.lookup, object),
    small(paths.lookup, `{"sequentialIds":[${object}]}`),
    small(paths.lookup, `{"sequentialIds":[1],${membersOf(object)}}`),
  ]),
  place('bodies of session operations', 60_000, (object) => [
    small(paths.start, object),
    small(paths.start, `{"context":${object}}`),
    small(paths.heartbeat, object),
    small(paths.stop, object),
  ]),
  place('a new server key', 60_000, (object) => {
    const keys = [...object.matchAll(/"[^"]+"(?=\s*:)/g)].join(',');
    const bodies = [object, `{"name":"x","scopes":[${object}]}`, `{"name":"x","scopes":[${keys}]}`];
    return ofServer('/api/server/keys', bodies, 400);
  }),
  place('a bulk request', 900_000, (object) => {
    const merging = `{"operations":[{"sequentialId":1,"op":"merge","data":${object}}]}`;
    return ofServer('/api/server/metadata/bulk', [merging, object, `{"operations":[${object}]}`], 200, 400);
  }),
  place('a check by the schema', most - 16, (object) =>
    ofServer('/api/server/metadata/validate', [`{"data":${object}}`], 200, 400),
  ),
  place('the header of a token', 11_000, (object) => [
    withToken(token(`{"alg":"HS256",${membersOf(object)}}`, '{"sub":"eve"}')),
    withToken(`${token(`{"alg":"HS256",${membersOf(object)}}`, '{"sub":"eve"}')}forged`),
    withToken(token(`{"alg":"HS256","x":${object}}`, '{"sub":"eve"}')),
  ]),
  place('the claims of a token', 11_000, (object) => [
    withToken(token('{"alg":"HS256"}', `{"sub":"eve","exp":1,${membersOf(object)}}`)),
    withToken(token('{"alg":"HS256"}', `{"sub":"eve","exp":1,"x":${object}}`)),
  ]),
];
