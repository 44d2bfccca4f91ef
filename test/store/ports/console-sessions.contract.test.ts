// Console sessions, on each engine through the port (src/store/ports/console-sessions.ts).
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { keyDigest } from '../../../src/lib/key-text.ts';
import {
  CONSOLE_SESSION_IDLE_SECONDS,
  CONSOLE_SESSION_SECONDS,
  CONSOLE_SESSIONS_PER_KEY_MAX,
} from '../../../src/limits.ts';
import { engines } from '../../harness/engines.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

const session = (name: string, key = 'key') => ({ digest: keyDigest(name), keyDigest: keyDigest(key) });
const idle = CONSOLE_SESSION_IDLE_SECONDS * 1000;
const whole = CONSOLE_SESSION_SECONDS * 1000;

for (const engine of engines) {
  describe(`console sessions on ${engine.name}`, () => {
    let t: TestStore;
    beforeEach(async () => {
      t = await openTestStore(engine);
    });
    afterEach(() => t.remove());

    const find = async (...names: string[]) =>
      t.store.consoleSessions.findByDigests(names.map((name) => session(name).digest));

    test('are found among unknown digests, with the time of the lookup', async () => {
      const began = t.clock.now();
      await t.store.consoleSessions.create(session('a'));
      t.clock.advance(5);
      const found = await find('none', 'a');
      expect(found).toEqual([{ ...session('a'), lastUsedAt: began, endsAt: began + idle, now: began + 5 }]);
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
}
