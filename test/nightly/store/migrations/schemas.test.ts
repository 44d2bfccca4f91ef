// Data of every schema that a tree has had, as that tree wrote it (test/fixtures/schemas/make.ts): it is migrated, answers the same,
// and passes the doctor.
import { afterEach, describe, expect, test } from 'bun:test';
import { migrations as postgresMigrations } from '../../../../src/store/postgres/migrations.ts';
import { migrations as sqliteMigrations } from '../../../../src/store/sqlite/migrations.ts';
import { type Facts, listSchemas, readFacts } from '../../../fixtures/schemas/facts.ts';
import { engineAt, originOf } from '../../../fixtures/schemas/open.ts';
import { paths } from '../../../harness/api.ts';
import { manualClock } from '../../../harness/clock.ts';
import { allEngines } from '../../../harness/engines.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { expectFacts } from '../../../store/migrations/recorded.ts';

let stop = async () => {};
afterEach(() => stop());

const newest = { sqlite: sqliteMigrations.length, postgres: postgresMigrations.length };

for (const [origin, last] of Object.entries(newest)) {
  test(`each schema of ${origin} before the newest migration has a fixture`, () => {
    const needed = Array.from({ length: last - 1 }, (_, index) => index + 1);
    expect(listSchemas(origin as keyof typeof newest)).toEqual(expect.arrayContaining(needed));
  });
}

/** The number of sessions of each reason, and of those that are active. */
function countSessions({ sessions }: Facts): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { reason } of sessions) sums.set(reason ?? 'active', (sums.get(reason ?? 'active') ?? 0) + 1);
  return sums;
}

for (const engine of allEngines) {
  const origin = originOf(engine);
  describe(`data of earlier schemas on ${engine.name}`, () => {
    for (const schema of listSchemas(origin)) {
      const facts = readFacts(origin, schema);
      const open = async (): Promise<Service> => {
        const service = await startService({
          engine: engineAt(engine, schema),
          environment: { SERVER_API_KEY: key },
          clock: manualClock(facts.openedAt),
        });
        stop = async () => {
          stop = async () => {};
          await service.stop();
        };
        return service;
      };

      test(`schema ${schema} answers every read and every repetition as commit ${facts.commit} did`, async () => {
        const service = await open();
        expect(facts.reads.length).toBeGreaterThan(15);
        await expectFacts(service, facts);
      }, 60_000);

      test(`schema ${schema} keeps its server key, session of the console, suspension and statistics`, async () => {
        const service = await open();
        await expectStatistics(service, facts);
        const { serverKey, consoleSession, suspendedByStatement } = facts;
        if (serverKey !== undefined) {
          const me = await service.call('GET', '/api/server/me', { token: serverKey });
          expect(me.body.data.name).toBe('backend');
        }
        if (consoleSession !== undefined) {
          const { cookie, pageSecret } = consoleSession;
          const headers = {
            ...{ cookie, 'sec-fetch-site': 'same-origin' },
            ...(pageSecret !== undefined && { 'x-playkeep-console': pageSecret }),
          };
          const { status } = await service.call('GET', '/api/server/me', { headers });
          // Without a second secret a person signs in again.
          expect(status).toBe(pageSecret === undefined ? 401 : 200);
        }
        if (suspendedByStatement !== undefined) {
          const refused = await service.as(suspendedByStatement, 'GET', paths.metadata);
          expect([refused.status, refused.body.error.detail]).toEqual([
            403,
            expect.stringContaining('2100-01-01'),
          ]);
        }
      }, 60_000);
    }
  });
}

const key = 'a key of this test alone: 0123456789abcdefghij';

/** Expects that every session of the fixture is counted once, whether its tree had statistics or not. */
async function expectStatistics(service: Service, facts: Facts): Promise<void> {
  const today = new Date(facts.openedAt).toISOString().slice(0, 10);
  const path = `/api/server/statistics/sessions?from=${today}&to=${today}&by=reason`;
  const expected = countSessions(facts);
  expect(expected.size).toBeGreaterThan(1);
  let counted = new Map<string, number>();
  for (let wait = 0; wait < 500 && !Bun.deepEquals(counted, expected); wait += 1) {
    const { body } = await service.callInTime('GET', path, { token: key });
    const rows: readonly { value: string; sessions: number }[] = body.data?.rows ?? [];
    counted = new Map(rows.map(({ value, sessions }) => [value, sessions]));
    if (!Bun.deepEquals(counted, expected)) await Bun.sleep(10);
  }
  expect(counted).toEqual(expected);
}
