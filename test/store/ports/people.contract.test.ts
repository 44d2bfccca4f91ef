// People of the console, on each engine through the port (src/store/ports/people.ts).
import { expect, test } from 'bun:test';
import { personIdOf } from '../../../src/auth/staff/people.ts';
import { keyDigest } from '../../../src/lib/key-text.ts';
import { CONSOLE_PEOPLE_DAYS, CONSOLE_PEOPLE_MAX } from '../../../src/limits.ts';
import { type Scope, scopes } from '../../../src/store/ports/keys.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { day } from './shared.ts';

const issuer = 'https://login.example/';
const person = (subject: string, changes: { mail?: string | null; scopes?: readonly Scope[] } = {}) => ({
  personId: personIdOf(issuer, subject),
  issuer,
  subject,
  mail: `${subject}@studio.example`,
  scopes,
  ...changes,
});

describeStores('people of the console', {}, (t) => {
  const session = (name: string, personId: string) => ({ digest: keyDigest(name), keyDigest: personId });
  const createKey = (keyId: string, madeBy?: string) =>
    t.store.serverKeys.create({
      keyId,
      digest: keyDigest(keyId),
      name: 'job',
      scopes,
      expiresInSeconds: 3_600,
      madeBy,
    });
  const keyIds = ['01', '02', '03', '04'].map((n) => `019b7cdc-9c80-7000-8000-0000000000${n}`);

  test('are confirmed, found by id, and listed with those who have no role', async () => {
    const began = t.clock.now();
    const mira = person('mira');
    expect(await t.store.people.confirm(mira)).toBe('confirmed');
    t.clock.advance(5);
    expect(await t.store.people.confirm(person('ada', { mail: null, scopes: ['players:read'] }))).toBe(
      'confirmed',
    );
    const [first, second] = await t.store.people.list();
    expect(first).toEqual({ ...mira, createdAt: began, confirmedAt: began, roleGoneAt: null });
    expect(second).toMatchObject({ subject: 'ada', mail: null, scopes: ['players:read'] });
    t.clock.advance(5);
    await t.store.people.confirm(person('mira', { mail: null, scopes: ['audit:read'] }));
    const found = await t.store.people.findByIds([mira.personId, personIdOf(issuer, 'nobody')]);
    expect(found).toEqual([
      {
        person: {
          ...mira,
          mail: null,
          scopes: ['audit:read'],
          createdAt: began,
          confirmedAt: began + 10,
          roleGoneAt: null,
        },
        now: began + 10,
      },
    ]);
  });

  test('lose their scopes and sessions with the role, and get both back with it', async () => {
    const mira = person('mira');
    const ada = person('ada');
    for (const each of [mira, ada]) {
      await t.store.people.confirm(each);
      t.clock.advance(1);
    }
    for (const [name, { personId }] of [
      ['a', mira],
      ['b', mira],
      ['c', ada],
    ] as const)
      await t.store.consoleSessions.create(session(name, personId));
    t.clock.advance(7);
    const goneAt = t.clock.now();
    await t.store.people.takeRole(mira.personId);
    t.clock.advance(7);
    await t.store.people.takeRole(mira.personId);
    const left = await t.store.consoleSessions.findByDigests(['a', 'b', 'c'].map((name) => keyDigest(name)));
    expect(left.map(({ digest }) => digest)).toEqual([keyDigest('c')]);
    expect(await t.store.people.findByIds([mira.personId])).toEqual([]);
    expect((await t.store.people.list())[0]).toMatchObject({ scopes: [], roleGoneAt: goneAt });
    await t.store.people.confirm(mira);
    expect((await t.store.people.findByIds([mira.personId]))[0]?.person).toMatchObject({
      scopes,
      roleGoneAt: null,
    });
  });

  test('make keys while they have a role, which are revoked together with those that these made', async () => {
    const [first = '', second = '', third = '', other = ''] = keyIds;
    const { personId } = person('mira');
    expect(await createKey(first, personId)).toBe('unknown');
    await t.store.people.confirm(person('mira'));
    expect(await createKey(first, personId)).toMatchObject({ madeBy: personId });
    await createKey(second, first);
    await createKey(third, personId);
    await createKey(other);
    await t.store.people.takeRole(personId);
    expect(await createKey('019b7cdc-9c80-7000-8000-000000000005', personId)).toBe('unknown');
    const refused = await t.store.serverKeys.revoke(personId, undefined, {
      mayRevoke: ({ keyId }) => keyId !== second,
    });
    expect(refused).toMatchObject({ refused: { keyId: second } });
    expect(await t.store.serverKeys.list()).toHaveLength(4);
    const revoked = await t.store.serverKeys.revoke(personId);
    expect(revoked).toMatchObject([first, third, second].map((keyId) => ({ keyId })));
    expect((await t.store.serverKeys.list()).map(({ keyId }) => keyId)).toEqual([other]);
  });

  test('stay listed under a key that their key made, after their own is revoked alone', async () => {
    const [first = '', second = ''] = keyIds;
    const { personId } = person('mira');
    await t.store.people.confirm(person('mira'));
    await createKey(first, personId);
    await createKey(second, first);
    await t.store.serverKeys.revoke(first);
    expect(await t.store.serverKeys.list()).toMatchObject([{ keyId: second, madeBy: personId }]);
  });

  test('are forgotten long after the role was confirmed, unless a key is theirs', async () => {
    await t.store.people.confirm(person('mira'));
    await t.store.people.confirm(person('ada'));
    await createKey(keyIds[0] ?? '', person('ada').personId);
    t.clock.advance(CONSOLE_PEOPLE_DAYS * day + 1);
    await t.store.people.confirm(person('zoe'));
    expect((await t.store.people.list()).map(({ subject }) => subject).sort()).toEqual(['ada', 'zoe']);
  });

  /** Twenty at once, as people of several processes. */
  async function runInTurns(all: readonly ReturnType<typeof person>[]): Promise<void> {
    for (let n = 0; n < all.length; n += 20)
      await Promise.all(all.slice(n, n + 20).map((each) => t.store.people.confirm(each)));
  }

  test('are bounded in their number', async () => {
    const all = Array.from({ length: CONSOLE_PEOPLE_MAX }, (_, n) => person(`p${n}`));
    await runInTurns(all);
    expect(await t.store.people.confirm(person('one more'))).toBe('too-many');
    expect(await t.store.people.confirm(person('p7'))).toBe('confirmed');
    expect(await t.store.people.list()).toHaveLength(CONSOLE_PEOPLE_MAX);
  }, 120_000);
});
