// One locked row holds up its own player alone: the calls of other players in the same batch are answered while the lock is held, and
// the call that needs the row is done when it is free, or refused when its time is over.
import { describe, expect, test } from 'bun:test';
import { StoreBusy, StoreUnavailable } from '../../../src/store/ports/errors.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { digest } from '../../../src/store/postgres/digest.ts';
import { useStore } from '../../harness/describe-stores.ts';
import { postgres } from '../../harness/engines.ts';
import type { TestStore } from '../../harness/store.ts';

/** Runs a statement in a transaction that stays open while `work` runs. */
async function whileLocked<T>(t: TestStore, statement: string, work: () => Promise<T>): Promise<T> {
  const connection = await t.connect().reserve();
  await connection.unsafe('BEGIN');
  await connection.unsafe(statement);
  try {
    return await work();
  } finally {
    await connection.unsafe('ROLLBACK');
    connection.release();
  }
}

type Ids = { readonly ann: number; readonly ben: number };
const lockOf = (table: string) => (id: number) =>
  `SELECT FROM ${table} WHERE sequential_id = ${id} FOR UPDATE`;
const newSession = () => crypto.randomUUID();

interface Case {
  readonly name: string;
  readonly lock: (id: number) => string;
  readonly prepare?: (store: Store, ids: Ids) => Promise<unknown>;
  readonly call: (store: Store, id: number, playerId: string) => Promise<unknown>;
}

const registerBoth = async (t: TestStore): Promise<Ids> => ({
  ann: await t.register('ann'),
  ben: await t.register('ben'),
});

const startBoth = (store: Store, { ann, ben }: Ids) =>
  Promise.all([ann, ben].map((id) => store.sessions.start(id, newSession())));

const saveBoth = (store: Store, { ann, ben }: Ids) =>
  Promise.all([ann, ben].map((id) => store.metadata.save(id, '{"n":0}')));

const cases: readonly Case[] = [
  {
    name: 'a save',
    lock: lockOf('metadata'),
    prepare: saveBoth,
    call: (store, id) => store.metadata.save(id, '{"n":1}'),
  },
  {
    name: 'an edit',
    lock: lockOf('metadata'),
    prepare: saveBoth,
    call: (store, id) => store.metadata.edit(id, () => ({ text: '{"n":2}', answer: undefined })),
  },
  { name: 'a start', lock: lockOf('metadata'), call: (store, id) => store.sessions.start(id, newSession()) },
  {
    name: 'a heartbeat',
    lock: lockOf('active_sessions'),
    prepare: startBoth,
    call: (store, id) => store.sessions.heartbeat(id),
  },
  {
    name: 'an end',
    lock: lockOf('active_sessions'),
    prepare: startBoth,
    call: (store, id) => store.sessions.end(id, 'stopped'),
  },
  {
    name: 'a replacement',
    lock: lockOf('active_sessions'),
    prepare: startBoth,
    call: (store, id) => store.sessions.start(id, newSession(), { onActive: 'replace' }),
  },
  {
    name: 'a start beside an insert that is not committed',
    lock: (id) =>
      `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity) VALUES (${id}, '${newSession()}', 1, 1)`,
    call: (store, id) => store.sessions.start(id, newSession()),
  },
  {
    name: 'a suspension',
    lock: lockOf('metadata'),
    call: (store, id) => store.suspensions.suspend(id, { until: 4e12, reason: 'cheats' }),
  },
  {
    name: 'an erasure',
    lock: lockOf('metadata'),
    call: (store, _, playerId) => store.players.erase(playerId),
  },
  {
    name: 'a token of a bucket',
    lock: () => `SELECT FROM rate_limits WHERE player_digest = '${digest('ann')}' FOR UPDATE`,
    prepare: (store) => Promise.all(['ann', 'ben'].map((name) => store.rateLimits.take(name))),
    call: async (store, _, playerId) => store.rateLimits.take(playerId),
  },
];

describe('a locked row', () => {
  const t = useStore(postgres, { environment: { RATE_LIMIT_PER_MINUTE: '1000' } });

  for (const { name, lock, prepare, call } of cases)
    test(`delays ${name} of its player, and none of others`, async () => {
      const ids = await registerBoth(t);
      await prepare?.(t.store, ids);
      let isAnnDone = false;
      let annCall: Promise<unknown> | undefined;
      await whileLocked(t, lock(ids.ann), async () => {
        // In one turn of the event loop, so in one batch.
        annCall = call(t.store, ids.ann, 'ann');
        void annCall.finally(() => {
          isAnnDone = true;
        });
        await call(t.store, ids.ben, 'ben');
        await call(t.store, ids.ben, 'ben');
        expect(isAnnDone).toBe(false);
      });
      await annCall;
      expect(isAnnDone).toBe(true);
    });

  test('of a name that is not committed delays no other registration', async () => {
    let isAnnDone = false;
    let ann: Promise<unknown> | undefined;
    await whileLocked(t, `INSERT INTO players (player_id, registered_at) VALUES ('ann', 1)`, async () => {
      ann = t.register('ann').finally(() => {
        isAnnDone = true;
      });
      await t.register('ben');
      await t.register('carl');
      expect(isAnnDone).toBe(false);
    });
    expect(await ann).toBeNumber();
  });

  test('leaves a session that has expired to a later expiry, and ends the others', async () => {
    const ids = await registerBoth(t);
    await startBoth(t.store, ids);
    t.clock.advance(3_600_000);
    const moved = await whileLocked(t, lockOf('active_sessions')(ids.ann), () =>
      t.store.sessions.expire(0, 10),
    );
    expect(moved).toMatchObject({ moved: 1 });
    expect(await t.store.sessions.expire(0, 10)).toMatchObject({ moved: 1 });
  });
});

describe('a locked row whose time is over', () => {
  const t = useStore(postgres, { environment: { DATABASE_TIMEOUT_MILLISECONDS: '300' } });

  test('refuses no suspension and no erasure of others when the time of two is over', async () => {
    const names = ['ann', 'bob', 'ben'];
    const [ann, bob, ben] = (await Promise.all(names.map(t.register))) as [number, number, number];
    const suspension = { until: 4e12, reason: 'cheats' };
    const both = `SELECT FROM metadata WHERE sequential_id IN (${ann}, ${bob}) FOR UPDATE`;
    await whileLocked(t, both, async () => {
      const locked = { status: 'rejected', reason: new StoreBusy('lockedRow') } as const;
      const done = { status: 'fulfilled', value: true } as const;
      const ids = [ann, bob, ben];
      expect(await Promise.allSettled(ids.map((id) => t.store.suspensions.suspend(id, suspension)))).toEqual([
        locked,
        locked,
        done,
      ]);
      expect(await Promise.allSettled(names.map((name) => t.store.players.erase(name)))).toEqual([
        locked,
        locked,
        done,
      ]);
    });
  });

  test('refuses the call of its player when the time-out is over, and nobody else', async () => {
    const ann = await t.register('ann');
    const ben = await t.register('ben');
    await saveBoth(t.store, { ann, ben });
    await whileLocked(t, lockOf('metadata')(ann), async () => {
      const refused = expect(t.store.metadata.save(ann, '{"n":1}')).rejects.toEqual(
        new StoreBusy('lockedRow'),
      );
      expect(await t.store.metadata.save(ben, '{"n":1}')).toMatchObject({ version: 2 });
      await refused;
    });
    expect(await t.store.metadata.find(ann)).toMatchObject({ text: '{"n":0}', version: 1 });
    expect(await t.store.metadata.save(ann, '{"n":2}')).toMatchObject({ version: 2 });
  });

  test('whose look meets a locked table is an outage, and no mistake, and says that it waited', async () => {
    const ids = await registerBoth(t);
    await startBoth(t.store, ids);
    // The end itself needs the row alone, and its look asks for the row of the player too.
    const both = `${lockOf('active_sessions')(ids.ann)}; LOCK TABLE metadata IN ACCESS EXCLUSIVE MODE`;
    await whileLocked(t, both, async () => {
      const error = await t.store.sessions.end(ids.ann, 'stopped').catch((thrown) => thrown);
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(error.message).toContain('it waited for a lock that another session holds');
    });
  });
});
