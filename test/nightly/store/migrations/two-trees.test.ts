// The promise of every migration: a running process of the tree before keeps serving beside a process of this tree on one
// database, and each sees the acknowledged writes of the other. CONTRIBUTING.md says when test/fixtures/tree-before gets another
// commit. That tree does not know distributed tables, so Citus is left out.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths, type Told, told } from '../../../harness/api.ts';
import { runCommand } from '../../../harness/command.ts';
import { fromConsole, headersOfSession } from '../../../harness/console-session.ts';
import { sample } from '../../../harness/counters.ts';
import { allEngines } from '../../../harness/engines.ts';
import type { ServiceProcess } from '../../../harness/process.ts';
import {
  doJobs,
  silentPlayers,
  startTwoTrees,
  type TwoTrees,
  whyNoTreeBefore,
} from '../../../harness/two-trees.ts';
import {
  append,
  everyKind,
  json,
  type Keyed,
  merge,
  readSame,
  sendEveryKind,
  sendKeyed,
  set,
} from '../../../harness/writes.ts';

const missing = whyNoTreeBefore();
const skipped = missing === undefined ? '' : ` (skipped: ${missing})`;
for (const engine of allEngines.filter(({ isDistributed }) => !isDistributed)) {
  describe.skipIf(missing !== undefined)(
    `an earlier tree and this one on one database, ${engine.name}${skipped}`,
    () => {
      let trees: TwoTrees;
      let before: ServiceProcess;
      let now: ServiceProcess;
      let early: Told[] = [];
      const both = () => [before, now];
      beforeAll(async () => {
        // No request is refused, and both processes use the same token buckets.
        const environment = {
          METADATA_HISTORY_INTERVAL_SECONDS: '0',
          METADATA_HISTORY_VERSIONS: '6',
          RATE_LIMIT_PER_MINUTE: '1000000',
        };
        trees = await startTwoTrees(engine, environment, async (alone) => {
          early = await sendEveryKind(alone, 'early');
          await readSame([alone], 'early');
        });
        ({ before, now } = trees);
      }, 60_000);
      afterAll(() => trees?.stop(), 30_000);

      const run = async (...args: string[]): Promise<void> => {
        const { status, stderr } = await runCommand(args, trees.database.environment);
        expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
      };

      test('keeps the data from before this tree was started', async () => {
        for (const service of both()) {
          for (const [index, write] of everyKind.entries()) {
            expect(await sendKeyed(service, 'early', write)).toEqual(early[index] as Told);
          }
        }
        await readSame(both(), 'early');
      });

      test('sees each write of the other tree at once', async () => {
        for (let round = 0; round < 3; round += 1) {
          for (const [here, there] of trees.orders) {
            for (const [method, options] of [
              ['POST', set(`{ "round":${round}.0,"list":[] }`)],
              ['PATCH', merge({ merged: { round } })],
              ['PATCH', append(round)],
            ] as const) {
              const written = told(await here.as('ann', method, paths.metadata, options));
              expect(written.status).toBe(200);
              expect(told(await there.as('ann', 'GET', paths.metadata))).toEqual(written);
            }
            const deleted = told(await here.as('ann', 'DELETE', paths.metadata));
            const found = await there.as('ann', 'GET', paths.metadata);
            expect([found.body.data.metadata, told(found).etag]).toEqual([{}, deleted.etag]);
          }
        }
        await readSame(both(), 'ann');
      });

      test('accepts the entity tags of the other tree, and one of many writers succeeds', async () => {
        const tagAt = async (service: ServiceProcess) =>
          told(await service.as('bob', 'GET', paths.metadata)).etag ?? '';
        for (const [here, there] of trees.orders) {
          await here.as('bob', 'POST', paths.metadata, set('{"first":true}'));
          const headers = { 'if-match': await tagAt(here) };
          expect((await there.as('bob', 'PATCH', paths.metadata, merge({ n: 1 }, headers))).status).toBe(200);
          const stale = await here.as('bob', 'POST', paths.metadata, { ...set('{}'), headers });
          expect([stale.status, stale.body.data.metadata]).toEqual([412, { first: true, n: 1 }]);
        }
        for (let round = 0; round < 5; round += 1) {
          const headers = { 'if-match': await tagAt(now) };
          const writers = [...both(), ...both(), ...both()].map((service, writer) =>
            service.as('bob', 'POST', paths.metadata, { ...set(`{"is":[${round},${writer}]}`), headers }),
          );
          const answers = await Promise.all(writers);
          expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
          const won = answers.find(({ status }) => status === 200);
          expect(await readSame(both(), 'bob')).toEqual(won?.body.data.metadata);
        }
      });

      test('answers under the idempotency keys of the other tree', async () => {
        for (const [index, [here, there]] of trees.orders.entries()) {
          const player = `again ${index}`;
          const answers = await sendEveryKind(here, player);
          for (const service of [there, here]) {
            for (const [place, write] of everyKind.entries()) {
              expect(await sendKeyed(service, player, write)).toEqual(answers[place] as Told);
            }
          }
          const other: Keyed = ['set', 'POST', paths.metadata, set('{"another":1}')];
          expect((await sendKeyed(there, player, other)).status).toBe(422);
          await here.as(player, 'POST', paths.metadata, set('{"list":[]}'));
          for (let round = 0; round < 5; round += 1) {
            const write: Keyed = [`round ${round}`, 'PATCH', paths.metadata, append(round)];
            const answers = await Promise.all(
              [...both(), ...both()].map((each) => sendKeyed(each, player, write)),
            );
            expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
          }
          expect(await readSame(both(), player)).toEqual({ list: [0, 1, 2, 3, 4] });
        }
      });

      test('shortens the long answers of the other tree', async () => {
        for (const [index, [here, there]] of trees.orders.entries()) {
          const player = `long ${index}`;
          await here.as(player, 'POST', paths.metadata, set('{}'));
          const long: Keyed = ['long', 'PATCH', paths.metadata, merge({ long: 'x'.repeat(5_000) })];
          const stale: Keyed = ['stale', 'PATCH', paths.metadata, merge({ no: 1 }, { 'if-match': '"x"' })];
          const [whole, refusal] = [
            await sendKeyed(here, player, long),
            await sendKeyed(here, player, stale),
          ];
          expect(await sendKeyed(there, player, long)).toEqual(whole);
          for (let n = 0; n < 5; n += 1) {
            const patch = merge({ long: `${n}${'y'.repeat(1_000_000)}` });
            const { status } = await sendKeyed(there, player, [`${n}`, 'PATCH', paths.metadata, patch]);
            expect(status).toBe(200);
          }
          await there.as(player, 'PATCH', paths.metadata, merge({ long: null, short: true }));
          const current = told(await here.as(player, 'GET', paths.metadata));
          for (const service of both()) {
            // The first answers were shortened: both services answer with the current record, and nothing is written.
            expect(await sendKeyed(service, player, long)).toEqual(current);
            const { status, etag, text } = await sendKeyed(service, player, stale);
            expect([status, etag, text === refusal.text]).toEqual([412, current.etag, false]);
          }
          expect(await readSame(both(), player)).toEqual({ short: true });
        }
      });

      test('continues the sessions of the other tree', async () => {
        for (const [here, there] of trees.orders) {
          const act = async (service: ServiceProcess, path: string, value: object = {}) => {
            const answer = await service.as('cid', 'POST', path, json(value));
            return { ...told(answer), data: answer.body.data };
          };
          const phone = (await act(here, paths.start, { context: { of: 'a phone' } })).data;
          expect((await act(there, paths.start)).status).toBe(400);
          expect((await act(there, paths.start, { onActive: 'resume' })).data.sessionId).toBe(
            phone.sessionId,
          );
          const beat = (await act(there, paths.heartbeat, { sessionId: phone.sessionId })).data;
          const active = (await here.as('cid', 'GET', paths.session)).body.data;
          expect([active.lastActivity, active.context]).toEqual([beat.lastActivity, { of: 'a phone' }]);

          const headers = { 'x-session-id': phone.sessionId };
          const write = { ...set('{"of":"the phone"}'), headers };
          expect((await there.as('cid', 'POST', paths.metadata, write)).status).toBe(200);
          const tablet = (await act(there, paths.start, { onActive: 'replace' })).data;
          expect((await here.as('cid', 'POST', paths.metadata, write)).status).toBe(409);
          const replaced = await act(here, paths.heartbeat, { sessionId: phone.sessionId });
          expect(replaced.detail).toBe('this session was replaced');
          await here.as('cid', 'POST', paths.metadata, set('{"of":"the tablet"}'));
          expect((await act(here, paths.stop)).data.sessionId).toBe(tablet.sessionId);
          expect((await act(there, paths.stop)).detail).toBe('there is no active session');
          await readSame(both(), 'cid');
        }
        const { sessions } = (await now.as('cid', 'GET', paths.sessions)).body.data;
        expect(sessions.map(({ reason }: { reason: string }) => reason)).toEqual([
          'stopped',
          'replaced',
          'stopped',
          'replaced',
        ]);
      });

      test('reads, restores and thins the versions of the other tree', async () => {
        const large = (n: number) => set(`{"n":${n}.0,"same":"${'é🎮'.repeat(2_000)}"}`);
        for (let n = 0; n < 24; n += 1) {
          const [here, there] = trees.orders[n % 2] ?? [before, now];
          await here.as('eve', 'POST', paths.metadata, large(n));
          if (n % 8 === 0) await there.as('eve', 'DELETE', paths.metadata);
          await readSame(both(), 'eve');
        }
        for (const [here, there] of trees.orders) {
          const { versions } = (await here.as('eve', 'GET', paths.history)).body.data;
          expect(versions).toHaveLength(6);
          const oldest = `${paths.history}/${versions.at(-1).version}`;
          const kept = (await here.as('eve', 'GET', oldest)).body.data.metadata;
          expect((await there.as('eve', 'POST', `${oldest}/restore`)).body.data.metadata).toEqual(kept);
          expect(await readSame(both(), 'eve')).toEqual(kept);
        }
        await loseSaves(trees);
      });

      test('loses an erased player, and serves a revived one as new', async () => {
        const idAt = async (service: ServiceProcess) =>
          (await service.as('eva', 'GET', paths.metadata)).body.data?.sequentialId;
        for (const service of both()) await sendEveryKind(service, 'eva');
        const id = await idAt(before);
        await run('player', 'erase', 'eva');
        for (const service of both()) {
          for (const [method, path] of [
            ['GET', paths.metadata],
            ['PATCH', paths.metadata],
            ['POST', paths.start],
          ] as const) {
            const answer = await service.as('eva', method, path, method === 'PATCH' ? merge({ a: 1 }) : {});
            expect([answer.status, told(answer).detail]).toEqual([404, 'this player was erased']);
          }
        }
        await run('player', 'register', 'eva');
        const [one, other] = [await idAt(before), await idAt(now)];
        expect([one > id, one]).toEqual([true, other]);
        expect(await readSame(both(), 'eva')).toEqual({});
        // No earlier key is stored.
        await sendEveryKind(before, 'eva');
      });

      test('has server keys and sessions at the console in common with the tree before', async () => {
        const token = await createSharedKey(trees);
        expect((await now.call('GET', '/api/server/me', { token })).body.data?.name).toBe('backend');
        expect((await before.call('GET', '/api/server/me', { token })).body.data?.name).toBe('backend');
        await shareKeys(trees, token);
        for (const service of both()) expect((await service.call('GET', '/readyz')).status).toBe(200);
      });

      test('keeps each write of many players who play on both trees', async () => {
        const players = Array.from({ length: 6 }, (_, n) => `one of many ${n}`);
        const writes = Array.from({ length: 40 }, (_, n) => n);
        await Promise.all(
          players.map(async (player) => {
            await before.as(player, 'POST', paths.metadata, set('{"list":[]}'));
            const send = async (n: number) => {
              const write: Keyed = [`${n}`, 'PATCH', paths.metadata, append(n)];
              const service = n % 2 === 0 ? before : now;
              expect((await sendKeyed(service, player, write)).status).toBe(200);
              // As after a lost answer.
              if (n % 4 === 0) expect((await sendKeyed(now, player, write)).status).toBe(200);
            };
            for (let n = 0; n < writes.length; n += 5) await Promise.all(writes.slice(n, n + 5).map(send));
            const { list } = await readSame(both(), player);
            expect(list.toSorted((a: number, b: number) => a - b)).toEqual(writes);
          }),
        );
      });

      test('expires sessions and prunes versions, whichever tree runs the job', async () => {
        for (const [index, [here, there]] of trees.orders.entries()) {
          const names = Array.from({ length: 3 }, (_, n) => `silent ${index}-${n}`);
          const file = join(trees.database.directory, `silent-${index}.jsonl`);
          writeFileSync(file, silentPlayers(10_000 * (index + 1), names));
          await run('import', file);
          const shown = await Promise.all(names.map((name) => there.as(name, 'GET', paths.sessions)));
          await doJobs(here);
          expect(await sample(here, 'playkeep_sessions_expired_total')).toEqual([names.length]);
          for (const [place, name] of names.entries()) {
            const history = await there.as(name, 'GET', paths.sessions);
            expect([history.text, history.body.data.sessions[0].reason]).toEqual([
              shown[place]?.text,
              'expired',
            ]);
            expect((await there.as(name, 'GET', paths.history)).body.data.versions).toEqual([]);
            expect(await readSame(both(), name)).toEqual({ n: 1 });
          }
          await doJobs(there);
        }
        // Outcomes that are not too old are kept, whichever tree ran the job.
        for (const [index, write] of everyKind.entries()) {
          for (const service of both()) {
            expect(await sendKeyed(service, 'early', write)).toEqual(early[index] as Told);
          }
        }
        await readSame(both(), 'early');
      });
    },
  );
}

/** Each tree marks the losses of its own saves, and lists those of both. */
async function loseSaves(trees: TwoTrees): Promise<void> {
  const { before, now } = trees;
  const create = ['key', 'create', 'reader', '--scope', 'players:read'];
  const token = (await runCommand(create, trees.database.environment)).stdout.trim();
  const listed = async () => {
    const { sequentialId } = (await now.as('lea', 'GET', paths.metadata)).body.data;
    const path = `/api/server/players/${sequentialId}/metadata/history`;
    return (await now.call('GET', path, { token })).body.data.losses;
  };
  await before.as('lea', 'POST', paths.metadata, set(`{"same":"${'x'.repeat(400)}"}`));
  expect((await now.as('lea', 'POST', paths.metadata, set('{}'))).status).toBe(200);
  const [loss] = await listed();
  expect(loss).toMatchObject({ bytesAfter: 2, restoredAt: null });
  const restore = `${paths.history}/${loss.version - 1}/restore`;
  expect((await before.as('lea', 'POST', restore)).status).toBe(200);
  expect((await before.as('lea', 'POST', paths.metadata, set('{}'))).status).toBe(200);
  const [last, first] = await listed();
  expect(first).toEqual({ ...loss, restoredAt: expect.any(String) });
  expect(last).toMatchObject({ version: loss.version + 2, bytesAfter: 2, restoredAt: null });
  await readSame([before, now], 'lea');
}

/** @returns the text of a key that may make others */
async function createSharedKey({ database }: TwoTrees): Promise<string> {
  const create = ['key', 'create', 'backend', '--scope', 'keys:write'];
  return (await runCommand(create, database.environment)).stdout.trim();
}

/** @param token a key with the scope `keys:write` */
async function shareKeys(trees: TwoTrees, token: string): Promise<void> {
  const { now, orders, database } = trees;
  await shareSessions(trees, token);
  const body = JSON.stringify({ name: 'made', scopes: ['keys:write'] });
  for (const [here, there] of orders) {
    const { key, keyId } = (await here.call('POST', '/api/server/keys', { token, body })).body.data;
    expect((await there.call('GET', '/api/server/me', { token: key })).body.data?.keyId).toBe(keyId);
    const { keys } = (await there.call('GET', '/api/server/keys', { token })).body.data;
    expect(keys.map((each: { keyId: string }) => each.keyId)).toContain(keyId);
    expect((await there.call('DELETE', `/api/server/keys/${keyId}`, { token })).status).toBe(200);
  }
  const { keyId, madeBy } = (await now.call('POST', '/api/server/keys', { token, body })).body.data;
  const run = (...args: string[]) => runCommand(['key', ...args], database.environment);
  expect((await run('revoke', madeBy, '--made')).status).toBe(0);
  expect((await run('list')).stdout).not.toContain(keyId);
}

/** @param token a key with the scope `keys:write` */
async function shareSessions({ orders }: TwoTrees, token: string): Promise<void> {
  for (const [here, there] of orders) {
    const signedIn = await here.call('POST', '/console/session', { token, headers: fromConsole });
    const headers = headersOfSession(signedIn);
    expect((await there.call('GET', '/api/server/me', { headers })).body.data?.name).toBe('backend');
    expect((await there.call('DELETE', '/console/session', { headers })).status).toBe(200);
    expect((await there.call('GET', '/api/server/me', { headers })).status).toBe(401);
  }
}
