// Suspensions beside the player's own writes, starts and heartbeats, through two processes: after the answer of a suspension no write
// takes effect and no session is active.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Answer, type CallOptions, paths } from '../../../harness/api.ts';
import { engines, type TestDatabase } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { testServerKey } from '../../../harness/server-keys.ts';
import { json, merge, set } from '../../../harness/writes.ts';

const rounds = amount(50, 300);

interface Told {
  readonly name: string;
  readonly called: number;
  readonly answer: Answer;
}

/** The connections of a player, each with a request that it repeats. The number makes each write another one. */
const connections: readonly (readonly [
  name: string,
  method: string,
  path: string,
  options: (n: number) => CallOptions,
])[] = [
  ['save', 'POST', paths.metadata, (n) => set(`{"n":${n}}`)],
  ['save', 'POST', paths.metadata, (n) => set(`{"m":${n}}`)],
  ['patch', 'PATCH', paths.metadata, (n) => merge({ patched: n })],
  [
    'keyed patch',
    'PATCH',
    paths.metadata,
    (n) => merge({ keyed: n }, { 'idempotency-key': `key of patch ${n}` }),
  ],
  ['start', 'POST', paths.start, () => json({ onActive: 'replace' })],
  ['keyed start', 'POST', paths.start, (n) => ({ headers: { 'idempotency-key': `key of start ${n}` } })],
  ['heartbeat', 'POST', paths.heartbeat, () => ({})],
  ['stop', 'POST', paths.stop, () => ({})],
];

/** Is this a write of metadata that was acknowledged? */
const isWritten = ({ name, answer }: Told): boolean =>
  answer.status === 200 && (name === 'save' || name.endsWith('patch'));

for (const engine of engines) {
  describe(`two processes on ${engine.name}`, () => {
    let database: TestDatabase;
    let processes: ServiceProcess[];
    beforeAll(async () => {
      database = await engine.create();
      const environment = { ...database.environment, SERVER_API_KEY: testServerKey };
      const start = () => startProcess(environment, database.directory);
      processes = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      for (const each of processes) each.signal('SIGTERM');
      await Promise.all(processes.map((each) => each.exited));
      await database.remove();
    });
    const any = (n: number): ServiceProcess => processes[n % processes.length] as ServiceProcess;
    const server = (n: number, method: string, path: string) =>
      any(n).call(method, path, { token: testServerKey });

    /** Repeats a request through both processes, three times more after the suspension was answered. */
    async function play(
      player: string,
      [name, method, path, options]: (typeof connections)[number],
      told: Told[],
      suspension: { isAnswered: boolean },
    ): Promise<void> {
      for (let n = 0, left = 3; left > 0; n += 1) {
        if (suspension.isAnswered) left -= 1;
        const called = performance.now();
        const answer = await any(n).as(player, method, path, options(n));
        told.push({ name, called, answer });
      }
    }

    test(`a suspension is in force from its answer on, ${rounds} times`, async () => {
      let acknowledged = 0;
      // A write on Citus is several statements, each by way of the coordinator.
      const mostPause = engine.name === 'citus' ? 100 : 20;
      for (let round = 0; round < rounds; round += 1) {
        const player = `player ${round}`;
        const { sequentialId } = (await any(round).as(player, 'GET', paths.metadata)).body.data;
        const read = async () => {
          const answer = await any(round).as('reader', 'GET', `${paths.metadata}/${sequentialId}`);
          return [answer.headers.get('etag'), answer.text];
        };
        const told: Told[] = [];
        const suspension = { isAnswered: false };
        const playing = connections.map((connection) => play(player, connection, told, suspension));
        // In every other round a write was acknowledged before, however slow the machine is.
        if (round % 2 === 1) while (!told.some(isWritten)) await Bun.sleep(1);
        await Bun.sleep(Math.random() * mostPause);
        const suspendPath = `/api/server/players/${sequentialId}/suspend`;
        const suspended = await server(round, 'POST', suspendPath);
        const answeredAt = performance.now();
        suspension.isAnswered = true;
        expect([round, suspended.status, suspended.body.data.online]).toEqual([round, 200, false]);
        const atAnswer = await read();
        await Promise.all(playing);
        expect([round, await read()]).toEqual([round, atAnswer]);

        const late = told.filter(({ called }) => called >= answeredAt);
        expect(late.length).toBeGreaterThanOrEqual(2 * connections.length);
        expect([round, late.filter(({ answer }) => answer.status !== 403)]).toEqual([round, []]);
        // Each write that was acknowledged counts once in the version, so none was lost and none came after.
        const written = told.filter(isWritten);
        expect([round, atAnswer[0]]).toEqual([round, `"${sequentialId}-${written.length}"`]);
        acknowledged += written.length;
        await expectNoSession(player, round, sequentialId, told);
      }
      expect(acknowledged).toBeGreaterThanOrEqual(Math.floor(rounds / 2));
    }, 240_000);

    /** Expects each started session to have ended before the answer, or by the suspension. */
    async function expectNoSession(
      player: string,
      round: number,
      sequentialId: number,
      told: readonly Told[],
    ): Promise<void> {
      const unsuspended = await server(round + 1, 'DELETE', `/api/server/players/${sequentialId}/suspend`);
      expect([unsuspended.status, unsuspended.body.data.online]).toEqual([200, false]);
      expect((await any(round).as(player, 'POST', paths.heartbeat)).status).toBe(400);
      const started = told.flatMap(({ name, answer }) =>
        name.endsWith('start') && answer.status === 200 ? [answer.body.data.sessionId] : [],
      );
      const ended = new Map<string, string>();
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = cursor === '' ? '' : `&cursor=${cursor}`;
        const { body }: Answer = await any(round).as(player, 'GET', `${paths.sessions}?limit=100${query}`);
        for (const { sessionId, reason } of body.data.sessions) ended.set(sessionId, reason);
        cursor = body.data.nextCursor;
      }
      expect([round, started.filter((id) => !ended.has(id))]).toEqual([round, []]);
      const reasons = [...ended.values()];
      expect(reasons.filter((reason) => reason === 'terminated').length).toBeLessThanOrEqual(1);
      expect(reasons.filter((reason) => !['stopped', 'replaced', 'terminated'].includes(reason))).toEqual([]);
    }

    test('other players go on meanwhile', async () => {
      const { sequentialId } = (await any(0).as('ann', 'GET', paths.metadata)).body.data;
      await any(0).as('bob', 'POST', paths.start);
      const beats = Array.from({ length: 20 }, (_, n) => any(n).as('bob', 'POST', paths.heartbeat));
      const suspended = server(1, 'POST', `/api/server/players/${sequentialId}/suspend`);
      const answers = await Promise.all(beats);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect((await suspended).status).toBe(200);
      expect((await any(1).as('bob', 'POST', paths.metadata, set('{}'))).status).toBe(200);
    });
  });
}
