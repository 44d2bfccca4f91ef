// Waiting reads at two processes of one database: what one of them writes, or a command beside them, reaches those who wait at the
// other within a second, and a process that ends sends its readers away at once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Environment } from '../../../../src/config/settings.ts';
import { type Answer, paths } from '../../../harness/api.ts';
import { runCommand } from '../../../harness/command.ts';
import { engines, type TestDatabase } from '../../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { untilWaiting } from '../../../harness/waiting.ts';
import { json, set } from '../../../harness/writes.ts';

/** Much more than the pause between two looks, for a machine that other tests load. A change that was missed takes 25 seconds. */
const soonMilliseconds = 15_000;

describe.each(engines)('two processes on $name', (engine) => {
  let database: TestDatabase;
  let writer: ServiceProcess;
  let reader: ServiceProcess;
  beforeAll(async () => {
    database = await engine.create();
    const { environment, directory } = database;
    const start = async (settings: Environment): Promise<ServiceProcess> =>
      await startProcess(settings, directory);
    writer = await start(environment);
    reader = await start({ ...environment, NODE_ENV: 'production', HOST: '127.0.0.1' });
  }, 60_000);
  afterAll(async () => {
    for (const each of [writer, reader]) each.signal('SIGKILL');
    await Promise.all([writer.exited, reader.exited]);
    await database.remove();
  });

  const save = async (player: string, text: string): Promise<string> =>
    (await writer.as(player, 'POST', paths.metadata, set(text))).headers.get('etag') ?? '';
  const wait = (player: string, etag: string, at = reader): Promise<Answer> =>
    at.as(player, 'GET', paths.metadata, { headers: { 'if-none-match': etag, prefer: 'wait=25' } });

  /** Changes something beside a read that waits, and expects its answer soon. */
  async function after(player: string, change: () => Promise<unknown>): Promise<Answer> {
    const waiting = wait(player, await save(player, '{"n":1}'));
    await untilWaiting(reader, 1);
    await change();
    const began = performance.now();
    const answer = await waiting;
    expect(performance.now() - began).toBeLessThan(soonMilliseconds);
    return answer;
  }

  test('a save at one reaches a reader at the other', async () => {
    const answer = await after('ann', () => save('ann', '{"n":2}'));
    expect([answer.status, answer.body.data.metadata]).toEqual([200, { n: 2 }]);
  });

  test('a session that another device replaces at one ends a wait at the other', async () => {
    const start = async (): Promise<string> =>
      (await writer.as('eve', 'POST', `${paths.session}/start`, json({ onActive: 'replace' }))).body.data
        .sessionId;
    const etag = await save('eve', '{}');
    const headers = { 'if-none-match': etag, prefer: 'wait=25', 'x-session-id': await start() };
    const waiting = reader.as('eve', 'GET', paths.metadata, { headers });
    await untilWaiting(reader, 1);
    await start();
    const began = performance.now();
    expect((await waiting).body.error.message).toBe('Session not current');
    expect(performance.now() - began).toBeLessThan(soonMilliseconds);
  });

  test('an erasure by the command line reaches a reader', async () => {
    const answer = await after('bob', async () => {
      const { status } = await runCommand(['player', 'erase', 'bob'], database.environment);
      expect(status).toBe(0);
    });
    expect([answer.status, answer.body.error.message]).toEqual([404, 'Player not found']);
  });

  test('a process that is told to end answers all who wait, and they find the other one', async () => {
    const players = Array.from({ length: 20 }, (_, number) => `player ${number}`);
    const tags = await Promise.all(players.map((player) => save(player, '{}')));
    const waiting = players.map((player, index) => wait(player, tags[index] ?? ''));
    await untilWaiting(reader, players.length);
    reader.signal('SIGTERM');
    for (const answer of await Promise.all(waiting)) {
      expect([answer.status, answer.headers.get('preference-applied')]).toEqual([304, 'wait=25']);
      expect(answer.headers.get('connection')).toBe('close');
    }
    expect(await reader.exited).toBe(0);
    const again = wait('ann', await save('ann', '{}'), writer);
    await untilWaiting(writer, 1);
    await save('ann', '{"n":3}');
    expect((await again).status).toBe(200);
  }, 60_000);
});
