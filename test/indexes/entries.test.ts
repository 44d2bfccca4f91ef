// Index entries through HTTP, on both engines: after any mix of writes of two services each entry is that of the stored metadata.
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIndexReader } from '../../src/store/shared/index-values.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { type RawDatabase, rawDatabase } from '../harness/raw-database.ts';
import { seed, seeded } from '../harness/seeded.ts';
import { type Service, startService } from '../harness/service.ts';

const indexes = [
  { pointer: '/level', type: 'number' },
  { pointer: '/level', type: 'string' },
  { pointer: '/guild/name', type: 'string' },
  { pointer: '/vip', type: 'boolean' },
] as const;
const writes = amount(150, 3_000);
const players = ['ann', 'bob', 'cid'];

/** Values of each type, and texts that a parser reads in one way only. */
const values = [
  ...[
    '1',
    '-2.50',
    '1e3',
    '12345678901234567890',
    '"7"',
    '"\\ud83d\\ude00"',
    '"\\u0000"',
    'null',
    'true',
    '{}',
  ],
  ...['{"name":"x"}', '{"name":"y","name":"z"}', '[{"name":"x"}]', 'false', '""', `"${'é'.repeat(300)}"`],
];

const hex = (value: unknown) => (value === null ? null : Buffer.from(value as Uint8Array).toString('hex'));

/** The entries of each player beside those that the stored text has to have. */
async function compare(raw: RawDatabase): Promise<void> {
  const read = createIndexReader(indexes);
  const entries = await raw.run('SELECT * FROM metadata_index_entries ORDER BY sequential_id, index_id');
  for (const { sequential_id, text, version } of await raw.run('SELECT * FROM metadata')) {
    const id = Number(sequential_id);
    const found = entries
      .filter((entry) => Number(entry.sequential_id) === id)
      .map(({ value }) => hex(value));
    const expected = Number(version) === 0 ? [] : read(text as string | null).map(hex);
    expect([id, text, found]).toEqual([id, text, expected]);
  }
}

for (const engine of engines) {
  describe(`index entries on ${engine.name}`, () => {
    test(`follow ${writes} writes of two services (SEED=${seed})`, async () => {
      const random = seeded(seed);
      const one = <T>(of: readonly T[]): T => of[random(of.length)] as T;
      const service = await startService({ engine });
      const { environment, directory } = service.database;
      const file = join(directory, 'indexes.json');
      writeFileSync(file, JSON.stringify(indexes));
      await service.restart({ METADATA_INDEXES: file, METADATA_HISTORY_INTERVAL_SECONDS: '0' });
      // The other one has no file of its own.
      const other = await startService({
        engine: { ...engine, create: async () => ({ ...service.database, remove: async () => undefined }) },
      });
      const raw = rawDatabase(environment);
      const text = () => `{"level":${one(values)}, "guild" :${one(values)},"vip":${one(values)}}`;
      const write = async (by: Service): Promise<number> => {
        const player = one(players);
        switch (random(6)) {
          case 0:
            return (await by.as(player, 'DELETE', paths.metadata)).status;
          case 1: {
            const headers = { 'content-type': 'application/merge-patch+json' };
            const body = `{"${one(['level', 'vip', 'more'])}":${one(values)}}`;
            return (await by.as(player, 'PATCH', paths.metadata, { headers, body })).status;
          }
          case 2: {
            const { versions } = (await by.as(player, 'GET', paths.history)).body.data;
            if (versions.length === 0) return 200;
            const path = `${paths.history}/${(one(versions) as { version: number }).version}/restore`;
            // Another write may drop the version meanwhile.
            const { status } = await by.as(player, 'POST', path);
            return status === 404 ? 200 : status;
          }
          case 3: {
            const headers = { 'idempotency-key': `key-${random(20)}` };
            const { status } = await by.as(player, 'POST', paths.metadata, {
              headers,
              body: `{"data":${text()}}`,
            });
            // The key was used for another text.
            return status === 422 || status === 409 ? 200 : status;
          }
          default:
            return (await by.as(player, 'POST', paths.metadata, { body: `{"data":${text()}}` })).status;
        }
      };
      try {
        for (let done = 0; done < writes; done += 5) {
          const statuses = await Promise.all(
            Array.from({ length: 5 }, () => write(random(2) === 0 ? service : other)),
          );
          expect(statuses).toEqual([200, 200, 200, 200, 200]);
          await compare(raw);
        }
      } finally {
        await raw.close();
        await other.stop();
        await service.stop();
      }
    }, 120_000);
  });
}
