// People of the console in PostgreSQL. New people come one after the other, so that together they keep the bound on their number.
import { jumpMilliseconds } from '../../lib/clock-skew.ts';
import { CONSOLE_PEOPLE_MAX } from '../../limits.ts';
import type { NewPerson, PersonStore } from '../ports/people.ts';
import { keptMilliseconds, toPerson } from '../shared/people.ts';
import { formatScopes } from '../shared/server-keys.ts';
import { lockKeys } from './advisory-locks.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  confirmPerson,
  countPeople,
  deleteOldPeople,
  deleteSessionsOfPerson,
  findPeople,
  insertPerson,
  listPeople,
  lockAdvisory,
  takeRole,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export function personStore({ executor, now }: Database): PersonStore {
  async function confirm(
    queries: Queries,
    { scopes, ...person }: NewPerson,
  ): Promise<'confirmed' | 'too-many'> {
    const { personId, mail, issuer, subject } = person;
    const row = { personId, mail, scopes: formatScopes(scopes), now: now() };
    if ((await queries.run(confirmPerson, row)).length > 0) return 'confirmed';
    await queries.run(lockAdvisory, { key: lockKeys.people });
    if ((await queries.run(confirmPerson, row)).length > 0) return 'confirmed';
    await queries.run(deleteOldPeople, { now: now(), kept: keptMilliseconds, jump: jumpMilliseconds });
    const [count] = await queries.run(countPeople, {});
    if ((count?.people ?? 0) >= CONSOLE_PEOPLE_MAX) return 'too-many';
    await queries.run(insertPerson, { ...row, issuer, subject });
    return 'confirmed';
  }

  return {
    confirm: (person) =>
      withRetries(() => executor.transactionOfOthers((queries) => confirm(queries, person)), true),
    takeRole: async (personId) => {
      const take = async (queries: Queries) => {
        await queries.run(takeRole, { personId, now: now() });
        await queries.run(deleteSessionsOfPerson, { personId });
      };
      await withRetries(() => executor.transactionOfOthers(take), true);
    },
    findByIds: (personIds) =>
      withRetries(async () => {
        const rows = await executor.run(findPeople, { personIds, now: now() });
        return rows.map((row) => ({ person: toPerson(row), now: row.now }));
      }, true),
    list: () => withRetries(async () => (await executor.run(listPeople, {})).map(toPerson), true),
  };
}
