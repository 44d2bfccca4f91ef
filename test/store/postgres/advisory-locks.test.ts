// The advisory locks of PostgreSQL: each has a key of its own, so that no work waits for other work.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { personIdOf } from '../../../src/auth/staff/people.ts';
import { lockKeys } from '../../../src/store/postgres/advisory-locks.ts';
import { postgres } from '../../harness/engines.ts';
import { openTestStore } from '../../harness/store.ts';

test('each lock has a key of its own', () => {
  const keys = Object.values(lockKeys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a person who signs in first waits for no import and no declaration', async () => {
  const t = await openTestStore(postgres);
  const sql = new SQL(t.environment.DATABASE_URL ?? '', { max: 1 });
  try {
    const [issuer, subject] = ['https://login.example/', 'mira'];
    const person = { personId: personIdOf(issuer, subject), issuer, subject, mail: null };
    await sql.begin(async (other) => {
      await other`SELECT pg_advisory_xact_lock_shared(${lockKeys.declarations}::bigint)`;
      expect(await t.store.people.confirm({ ...person, scopes: ['players:read'] })).toBe('confirmed');
    });
  } finally {
    await sql.close();
    await t.remove();
  }
});
