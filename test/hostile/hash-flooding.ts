// Every place that accepts JSON, with the input that floods a hash table there: a body or token of colliding keys.
import { createHmac } from 'node:crypto';
import { paths } from '../harness/api.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { testSecret } from '../harness/service.ts';

const json = 'application/json';
const mergePatch = 'application/merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const playkeepPatch = 'application/vnd.playkeep.patch+json';

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

const set = (data: string): FloodRequest => ({
  method: 'POST',
  path: paths.metadata,
  contentType: json,
  body: `{"data":${data}}`,
  expect: [200],
});
const patch = (body: string, ...expect: number[]): FloodRequest => ({
  method: 'PATCH',
  path: paths.metadata,
  contentType: jsonPatch,
  body,
  expect,
});
const count = (body: string, ...expect: number[]): FloodRequest => ({
  ...patch(body, ...expect),
  contentType: playkeepPatch,
});
const merge = (body: string): FloodRequest => ({
  method: 'PATCH',
  path: paths.metadata,
  contentType: mergePatch,
  body,
  // The bound on the work of one patch refuses some.
  expect: [200, 413],
});
const small = (path: string, body: string): FloodRequest => ({
  method: 'POST',
  path,
  contentType: json,
  body,
  expect: [400],
});

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

export const floodPlaces: readonly FloodPlace[] = [
  { name: 'a set', maxBytes: most - 16, requests: (object) => [set(object)] },
  { name: 'a merge patch on nothing', maxBytes: most - 16, requests: (object) => [set('{}'), merge(object)] },
  {
    name: 'a merge patch on the same',
    maxBytes: most / 2,
    requests: (object) => [set(object), merge(object)],
  },
  {
    name: 'the value of an operation',
    maxBytes: most / 2,
    requests: (object) => [set('{}'), patch(`[{"op":"add","path":"/a","value":${object}}]`, 200)],
  },
  {
    name: 'further members of an operation',
    maxBytes: most / 2,
    requests: (object) => [
      set('{}'),
      patch(`[{"op":"add","path":"/a","value":1,${membersOf(object)}}]`, 200, 400),
    ],
  },
  {
    name: 'six tests of a stored object',
    maxBytes: most / 2,
    requests: (object) => {
      const test = `{"op":"test","path":"/a","value":${object.replace('0', '0.0')}}`;
      return [
        set(`{"a":${object}}`),
        patch(`[${Array.from({ length: 6 }, () => test).join(',')}]`, 200, 409, 413),
      ];
    },
  },
  {
    name: 'a thousand pointers into a stored object',
    maxBytes: most / 2,
    requests: (object) => {
      const operations = pointersOf(object).map((path) => `{"op":"add","path":"${path}","value":1}`);
      return [set(`{"a":${object}}`), patch(`[${operations.join(',')}]`, 200, 409, 413)];
    },
  },
  {
    name: 'further members of a counter, and the value of an append',
    maxBytes: most / 2,
    requests: (object) => [
      set('{}'),
      count(`[{"op":"increment","path":"/a","by":1,${membersOf(object)}}]`, 400),
      count(`[{"op":"append","path":"/a","value":${object},"maxItems":1}]`, 200),
    ],
  },
  {
    name: 'a thousand counters in a stored object',
    maxBytes: most / 2,
    requests: (object) => {
      const operations = pointersOf(object).map((path) => `{"op":"increment","path":"${path}","by":1}`);
      return [set(`{"a":${object}}`), count(`[${operations.join(',')}]`, 200, 409, 413)];
    },
  },
  {
    name: 'a lookup',
    maxBytes: 60_000,
    requests: (object) => [
      small(paths.lookup, object),
      small(paths.lookup, `{"sequentialIds":[${object}]}`),
      small(paths.lookup, `{"sequentialIds":[1],${membersOf(object)}}`),
    ],
  },
  {
    name: 'bodies of session operations',
    maxBytes: 60_000,
    requests: (object) => [
      small(paths.start, object),
      small(paths.start, `{"context":${object}}`),
      small(paths.heartbeat, object),
      small(paths.stop, object),
    ],
  },
  {
    name: 'a new server key',
    maxBytes: 60_000,
    requests: (object) => {
      const keys = [...object.matchAll(/"[^"]+"(?=\s*:)/g)].join(',');
      const bodies = [object, `{"name":"x","scopes":[${object}]}`, `{"name":"x","scopes":[${keys}]}`];
      const authorization = `Bearer ${testServerKey}`;
      return bodies.map((body) => ({ ...small('/api/server/keys', body), authorization }));
    },
  },
  {
    name: 'a bulk request',
    maxBytes: 900_000,
    requests: (object) => {
      const authorization = `Bearer ${testServerKey}`;
      const operation = (data: string) => `{"operations":[{"sequentialId":1,"op":"merge","data":${data}}]}`;
      const bodies = [operation(object), object, `{"operations":[${object}]}`];
      return bodies.map((body) => ({
        ...small('/api/server/metadata/bulk', body),
        ...{ authorization, expect: [200, 400] },
      }));
    },
  },
  {
    name: 'a check by the schema',
    maxBytes: most - 16,
    requests: (object) => [
      {
        ...small('/api/server/metadata/validate', `{"data":${object}}`),
        ...{ authorization: `Bearer ${testServerKey}`, expect: [200, 400] },
      },
    ],
  },
  {
    name: 'the header of a token',
    maxBytes: 11_000,
    requests: (object) => [
      withToken(token(`{"alg":"HS256",${membersOf(object)}}`, '{"sub":"eve"}')),
      withToken(`${token(`{"alg":"HS256",${membersOf(object)}}`, '{"sub":"eve"}')}forged`),
      withToken(token(`{"alg":"HS256","x":${object}}`, '{"sub":"eve"}')),
    ],
  },
  {
    name: 'the claims of a token',
    maxBytes: 11_000,
    requests: (object) => [
      withToken(token('{"alg":"HS256"}', `{"sub":"eve","exp":1,${membersOf(object)}}`)),
      withToken(token('{"alg":"HS256"}', `{"sub":"eve","exp":1,"x":${object}}`)),
    ],
  },
];
