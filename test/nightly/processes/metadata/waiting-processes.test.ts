// Waiting reads at a process that ends: it sends its readers away at once, and they find the other process of the database.
import { expect, test } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import { engines } from '../../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { untilWaiting } from '../../../harness/waiting.ts';
import { set } from '../../../harness/writes.ts';

test.each(engines)(
  'on $name a process that is told to end answers all who wait, and they find the other one',
  async (engine) => {
    const { environment, directory, remove } = await engine.create();
    const writer = await startProcess(environment, directory);
    const reader = await startProcess(
      { ...environment, NODE_ENV: 'production', HOST: '127.0.0.1' },
      directory,
    );
    const save = async (player: string, text: string): Promise<string> =>
      (await writer.as(player, 'POST', paths.metadata, set(text))).headers.get('etag') ?? '';
    const wait = (player: string, etag: string, at: ServiceProcess) =>
      at.as(player, 'GET', paths.metadata, { headers: { 'if-none-match': etag, prefer: 'wait=25' } });
    const players = Array.from({ length: 20 }, (_, number) => `player ${number}`);
    const tags = await Promise.all(players.map((player) => save(player, '{}')));
    const waiting = players.map((player, index) => wait(player, tags[index] ?? '', reader));
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
    writer.signal('SIGKILL');
    await writer.exited;
    await remove();
  },
  60_000,
);
