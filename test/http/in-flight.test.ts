// The requests in flight: each counts until its answer is made. Their number shows how many answers are unsent.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpServer } from '../../src/http/server.ts';
import { RESPONSE_BACKLOG_MAX_BYTES } from '../../src/limits.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { routesOf, startTestServer } from './test-server.ts';

let server: HttpServer;
let remove: () => void;
/** Resolves when a request is refused. */
let refused: PromiseWithResolvers<void>;
/** Resolves when `/large/later` has come, which is answered as soon as another request is refused. */
let come: PromiseWithResolvers<void>;

/** A header with a character that no header can have. */
const impossible = { status: 200, body: null, headers: { 'x-bad': 'a\u0000b' } };

beforeEach(async () => {
  const temporary = temporaryDirectory();
  remove = temporary.remove;
  refused = Promise.withResolvers();
  come = Promise.withResolvers();
  // A sparse file of the size of the whole response backlog. It takes no disk, and only HEAD asks for it.
  const path = join(temporary.directory, 'sparse');
  writeFileSync(path, '');
  truncateSync(path, RESPONSE_BACKLOG_MAX_BYTES);
  const large = { status: 200, body: Bun.file(path), headers: {} };
  const routes = routesOf({
    '/large': () => large,
    '/large/later': async () => {
      come.resolve();
      await refused.promise;
      return large;
    },
    '/impossible': () => impossible,
    '/impossible/later': async () => impossible,
  });
  server = await startTestServer({
    routes: [
      ...routes,
      ...routesOf({ '/crowded': () => impossible }, { isSheddable: true, cors: 'configured' }),
    ],
    tryAdmit() {
      refused.resolve();
      return false;
    },
  });
});
afterEach(async () => {
  await server.stop(0);
  remove();
});

const ask = (path: string, method = 'GET') => fetch(`${server.url}${path}`, { method });
const large = async (path = '/large') => (await ask(path, 'HEAD')).status;

test('a refused request does not count as a large unread answer', async () => {
  expect(await large()).toBe(200);
  const later = large('/large/later');
  await come.promise;
  expect((await ask('/crowded')).status).toBe(503);
  expect(await later).toBe(200);
});

test.each(['/impossible', '/impossible/later'])(
  'a request whose answer cannot be made gets 500, and leaves the requests in flight once: %s',
  async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers.has('x-request-id')]).toEqual([500, true]);
    expect([await large(), await large()]).toEqual([200, 200]);
  },
);
