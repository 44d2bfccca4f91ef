// Keys that collide in the runtime's hash tables, in fifteen shapes at every place that accepts JSON: each gets its answer, and
// delays no other request. The bound here allows for a slow machine; `bench/hash-flooding.ts` measures the times.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../../../src/lib/key-map.ts';
import { paths } from '../../../harness/api.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { testServerKey } from '../../../harness/server-keys.ts';
import { signTestToken } from '../../../harness/service.ts';
import { collidingShapes } from '../../../hostile/colliding.ts';
import { type FloodRequest, floodPlaces } from '../../../hostile/hash-flooding.ts';

/** With the runtime's hashes one of these requests took from half a second to more than a minute. */
const boundMilliseconds = 1_000;

test('the hash of key-map.ts is different for each colliding key', () => {
  const keys = collidingShapes
    .slice(0, 6)
    .flatMap(({ text }) => [...text(100_000).matchAll(/"([^"]+)"/g)].map(([, key = '']) => key));
  expect(new Set(keys.map(hashOf)).size).toBe(keys.length);
});

/** It asks for keys in every way, and refuses nothing. */
const schema = {
  properties: { level: { type: 'integer' }, wallet: { additionalProperties: { type: 'number' } } },
  patternProperties: { '^no such key$': false },
  propertyNames: { maxLength: 2_000_000 },
  additionalProperties: { $ref: '#/$defs/any' },
  $defs: { any: { uniqueItems: false, not: { const: { never: [1] } } } },
};

describe.each([
  ['without rules', false, false],
  ['with rules for paths', true, false],
  ['with a schema', false, true],
] as const)('a service %s', (_, hasRules, hasSchema) => {
  const { directory, remove } = temporaryDirectory();
  let service: ServiceProcess;
  beforeAll(async () => {
    const rules = join(directory, 'rules.json');
    writeFileSync(rules, '{"/wallet":{"write":"server"},"/private":{"read":"owner"}}');
    const file = join(directory, 'schema.json');
    writeFileSync(file, JSON.stringify(schema));
    service = await startProcess(
      {
        SERVER_API_KEY: testServerKey,
        ...(hasRules && { METADATA_RULES: rules }),
        ...(hasSchema && { METADATA_SCHEMA: file, METADATA_SCHEMA_ENFORCED: 'players' }),
      },
      directory,
    );
  });
  afterAll(async () => {
    service.signal('SIGTERM');
    await service.exited;
    remove();
  });

  /** The answer is not parsed, since it may contain the colliding keys. */
  async function send({ method, path, contentType, body, authorization }: FloodRequest): Promise<number> {
    const headers = new Headers({ authorization: authorization ?? `Bearer ${await signTestToken('eve')}` });
    if (contentType !== undefined) headers.set('content-type', contentType);
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  test.each(floodPlaces.map((place) => [place.name, place] as const))(
    'colliding keys in %s hold nobody up',
    async (_name, place) => {
      for (const { name, text } of collidingShapes) {
        for (const request of place.requests(text(place.maxBytes))) {
          const sent = send(request);
          const startedAt = performance.now();
          const probe = await fetch(`${service.url}/livez`);
          await probe.arrayBuffer();
          const status = await sent;
          const milliseconds = performance.now() - startedAt;
          expect([name, request.method, status, request.expect.includes(status)]).toEqual([
            name,
            request.method,
            status,
            true,
          ]);
          expect([name, milliseconds < boundMilliseconds]).toEqual([name, true]);
        }
      }
      expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    },
    120_000,
  );
});
