// Console sessions, on each engine through the port (src/store/ports/console-sessions.ts).
import { expect, test } from 'bun:test';
import { keyDigest } from '../../../src/lib/key-text.ts';
import {
  CONSOLE_SESSION_IDLE_SECONDS,
  CONSOLE_SESSION_SECONDS,
  CONSOLE_SESSIONS_PER_KEY_MAX,
  ROLE_CHECK_SECONDS,
  ROLE_MAX_SECONDS,
} from '../../../src/limits.ts';
import { ROLE_CHECK_LEASE_SECONDS } from '../../../src/tuning.ts';
import { describeStores } from '../../harness/describe-stores.ts';

const session = (name: string, key = 'key') => ({ digest: keyDigest(name), keyDigest: keyDigest(key) });
const idle = CONSOLE_SESSION_IDLE_SECONDS * 1000;
const whole = CONSOLE_SESSION_SECONDS * 1000;

describeStores('console sessions', {}, (t) => {
  const find = async (...names: string[]) =>
    t.store.consoleSessions.findByDigests(names.map((name) => session(name).digest));

  test('are found among unknown digests, with the time of the lookup', async () => {
    const began = t.clock.now();
    await t.store.consoleSessions.create(session('a'));
    t.clock.advance(5);
    const found = await find('none', 'a');
    const times = { lastUsedAt: began, endsAt: began + idle, confirmedAt: null, now: began + 5 };
    expect(found).toEqual([{ ...session('a'), ...times }]);
  });

  test('end an hour after their last use and twelve hours after their beginning', async () => {
    const began = t.clock.now();
    await t.store.consoleSessions.create(session('a'));
    for (let n = 1; n <= 12; n += 1) {
      t.clock.advance(idle - 1);
      await t.store.consoleSessions.noteUse(session('a').digest);
      const [found] = await find('a');
      expect(found?.endsAt).toBe(Math.min(began + whole, t.clock.now() + idle));
    }
  });

  test('stay ended when a use is noted late', async () => {
    await t.store.consoleSessions.create(session('a'));
    const [before] = await find('a');
    t.clock.advance(idle);
    await t.store.consoleSessions.noteUse(session('a').digest);
    const [after] = await find('a');
    expect(after?.endsAt).toBe(before?.endsAt);
  });

  test('are deleted by name, and the ended ones by the next sign-in', async () => {
    for (const name of ['a', 'b']) await t.store.consoleSessions.create(session(name));
    await t.store.consoleSessions.delete(session('a').digest);
    await t.store.consoleSessions.delete(session('a').digest);
    expect((await find('a', 'b')).map(({ digest }) => digest)).toEqual([session('b').digest]);
    t.clock.advance(idle);
    await t.store.consoleSessions.create(session('c'));
    expect((await find('a', 'b', 'c')).map(({ digest }) => digest)).toEqual([session('c').digest]);
  });

  const ofPerson = (attempt: string, isConfirmed = true) => ({ attempt, tokens: 'sealed', isConfirmed });

  test('of a person begin once for each attempt, whichever process asks', async () => {
    const { create } = t.store.consoleSessions;
    const begun = await Promise.all(
      ['a', 'b', 'c'].map((name) => create(session(name), ofPerson('the attempt'))),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await find('a', 'b', 'c')).toHaveLength(1);
    expect(await create(session('d'), ofPerson('another'))).toBe(true);
    // Those of keys have none.
    expect(await create(session('e'))).toBe(true);
    expect(await create(session('f'))).toBe(true);
  });

  test('of a person have their role confirmed by one at a time, and give their tokens back at the end', async () => {
    const began = t.clock.now();
    const { create, beginRoleCheck, endRoleCheck, delete: end } = t.store.consoleSessions;
    await create(session('a'), ofPerson('one'));
    await create(session('b'), ofPerson('two', false));
    await create(session('c'));
    const claim = (name: string) => beginRoleCheck(session(name).digest);
    const check = ROLE_CHECK_SECONDS * 1000;
    t.clock.advance(check - 1);
    expect(await claim('a')).toBeUndefined();
    t.clock.advance(1);
    const claimed = await Promise.all([claim('a'), claim('a'), claim('a'), claim('b'), claim('c')]);
    expect(claimed.filter((tokens) => tokens === 'sealed')).toHaveLength(1);
    t.clock.advance(ROLE_CHECK_LEASE_SECONDS * 1000);
    expect(await claim('a')).toBe('sealed');
    await endRoleCheck(session('a').digest, 'sealed anew');
    const [found] = await find('a');
    expect(found?.confirmedAt).toBe(began + check + ROLE_CHECK_LEASE_SECONDS * 1000);
    t.clock.advance(check);
    expect(await claim('a')).toBe('sealed anew');
    expect([await end(session('a').digest), await end(session('a').digest)]).toEqual(['sealed anew', null]);
    expect(await end(session('c').digest)).toBeNull();
  });

  test('whose role cannot be confirmed again end within the hour, although they are used', async () => {
    const began = t.clock.now();
    await t.store.consoleSessions.create(session('a'), ofPerson('one', false));
    t.clock.advance(idle - 1);
    await t.store.consoleSessions.noteUse(session('a').digest);
    const [found] = await find('a');
    expect([found?.endsAt, found?.confirmedAt]).toEqual([began + ROLE_MAX_SECONDS * 1000, null]);
  });

  test('of one key are bounded, and the one used longest ago ends', async () => {
    await t.store.consoleSessions.create(session('of another key', 'other'));
    for (let n = 0; n < CONSOLE_SESSIONS_PER_KEY_MAX; n += 1) {
      t.clock.advance(1);
      await t.store.consoleSessions.create(session(`s${n}`));
    }
    await t.store.consoleSessions.noteUse(session('s0').digest);
    t.clock.advance(1);
    await t.store.consoleSessions.create(session('one more'));
    const names = ['of another key', 's0', 's1', 's2', 'one more'];
    const left = new Set((await find(...names)).map(({ digest }) => digest));
    expect(names.filter((name) => left.has(session(name).digest))).toEqual(
      names.filter((name) => name !== 's1'),
    );
  });
});
