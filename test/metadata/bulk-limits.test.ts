// The limits of bulk requests: scopes, the rate of a key, the size of a body and of the answers.
import { afterEach, describe, expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/config/settings.ts';
import { BULK_MAX_OPERATIONS, BULK_MAX_REQUESTS } from '../../src/limits.ts';
import type { Scope } from '../../src/store/ports/keys.ts';
import { engines, sqlite } from '../harness/engines.ts';
import { type BulkService, startBulkService } from './bulk-service.ts';

let service: BulkService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const tooMany = { statusCode: 429, error: { message: 'Too many requests' } };

describe.each(engines.map((engine) => [engine.name, engine] as const))('a bulk on %s', (_, engine) => {
  async function start(environment: Environment = {}, scopes?: readonly Scope[]): Promise<BulkService> {
    service = await startBulkService(engine, environment, scopes);
    return service;
  }

  test('with a get needs the scope players:read too', async () => {
    const { ask, run, register } = await start({}, ['players:write']);
    await register('ann');
    const set = { sequentialId: 1, op: 'set', data: {} };
    expect((await ask([set, { sequentialId: 1, op: 'get' }])).body).toEqual({
      statusCode: 403,
      error: { message: 'Forbidden', detail: 'the key lacks the scope players:read' },
    });
    expect((await run(set))[0]?.etag).toBe('"1-1"');
  });

  test('counts as one request for each operation', async () => {
    const { ask, run, register, clock } = await start({ SERVER_RATE_LIMIT_PER_MINUTE: '100' });
    await register('ann');
    const gets = (count: number) => Array.from({ length: count }, () => ({ sequentialId: 1, op: 'get' }));
    expect(await run(...gets(100))).toHaveLength(100);
    expect((await ask(gets(1))).body).toEqual(tooMany);
    clock.advance(30_000);
    // The request itself takes a token before its operations are known.
    const refused = await ask(gets(100));
    expect([refused.body, refused.headers.get('retry-after')]).toEqual([tooMany, '31']);
    clock.advance(31_000);
    expect(await run(...gets(100))).toHaveLength(100);
  });

  test('of more operations than the key may send in a minute takes those of a minute', async () => {
    const { ask, run, register, clock } = await start({ SERVER_RATE_LIMIT_PER_MINUTE: '100' });
    await register('ann');
    const gets = (count: number) => Array.from({ length: count }, () => ({ sequentialId: 1, op: 'get' }));
    expect(await run(...gets(BULK_MAX_OPERATIONS))).toHaveLength(BULK_MAX_OPERATIONS);
    expect((await ask(gets(1))).body).toEqual(tooMany);
    clock.advance(60_000);
    expect(await run(...gets(BULK_MAX_OPERATIONS))).toHaveLength(BULK_MAX_OPERATIONS);
  });

  test('may be as large as 4 MiB or one maximal set, and its answers as large as they are', async () => {
    const megabyte = 1_048_576;
    const { send, run, register } = await start({ METADATA_MAX_BYTES: String(megabyte) });
    await register('ann', 'bob');
    const long = { x: 'x'.repeat(megabyte - 8) };
    const [set] = await run({ sequentialId: 1, op: 'set', data: long });
    expect(set?.statusCode).toBe(200);
    const results = await run(
      ...Array.from({ length: 20 }, () => ({ sequentialId: 1, op: 'get' })),
      { sequentialId: 1, op: 'merge', data: { x: 'y'.repeat(megabyte - 8) } },
      { sequentialId: 2, op: 'get' },
    );
    expect(results.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 22 }, () => 200));
    expect(results[19]?.data?.metadata).toEqual(long);
    expect([results[19]?.etag, results[20]?.etag]).toEqual(['"1-1"', '"1-2"']);
    const tooLarge = await send(`{"operations":[${' '.repeat(4 * megabyte)}]}`);
    expect([tooLarge.status, tooLarge.body.error.message]).toEqual([413, 'Metadata too large']);
  });

  test('that nobody reads to its end leaves the rest undone, and its place to others', async () => {
    const { url, key, run, register } = await start({ METADATA_MAX_BYTES: '1000000' });
    await register('ann', 'bob');
    await run({ sequentialId: 1, op: 'set', data: { x: 'x'.repeat(900_000) } });
    const operations = [
      ...Array.from({ length: 400 }, () => ({ sequentialId: 1, op: 'get' })),
      { sequentialId: 2, op: 'set', data: { done: true } },
    ];
    // More than may be done at once.
    for (let left = 0; left < BULK_MAX_REQUESTS + 2; left += 1) {
      const leaving = new AbortController();
      const answer = await fetch(`${url}/api/server/metadata/bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operations }),
        signal: leaving.signal,
      });
      const reader = answer.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      leaving.abort();
      await reader?.read().catch(() => undefined);
    }
    expect((await run({ sequentialId: 2, op: 'get' }))[0]?.data?.metadata).toEqual({});
  });
});

test('a bulk has a result for every operation while the store is unavailable', async () => {
  service = await startBulkService(sqlite);
  await service.register('ann');
  const path = join(service.database.directory, 'playkeep.db');
  renameSync(path, `${path}.away`);
  const operations = Array.from({ length: 20 }, () => ({ sequentialId: 1, op: 'delete' }));
  // An operation after the first outage is not tried, so that nobody waits for a time-out of its own.
  const results = await service.run(...operations, { sequentialId: 1, op: 'set', data: [] });
  renameSync(`${path}.away`, path);
  const result = { sequentialId: 1, statusCode: 503, error: { message: 'Service unavailable' } };
  expect(results).toEqual(Array.from({ length: 21 }, () => result) as never);
  expect((await service.run({ sequentialId: 1, op: 'get' }))[0]?.etag).toBe('"1-0"');
});
