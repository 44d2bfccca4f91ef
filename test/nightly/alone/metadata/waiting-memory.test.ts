// The memory of reads that wait: they hold no metadata, however large.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { WAITS_PER_PLAYER } from '../../../../src/limits.ts';
import { paths } from '../../../harness/api.ts';
import { sqlite } from '../../../harness/engines.ts';
import { startProcess } from '../../../harness/process.ts';
import { untilWaiting } from '../../../harness/waiting.ts';
import { set } from '../../../harness/writes.ts';

const players = Array.from({ length: 50 }, (_, number) => `player ${number}`);
const megabytes = 1;
/** The resident memory of a process, in MB. */
const resident = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const waits = players.length * WAITS_PER_PLAYER;

test.skipIf(process.platform !== 'linux')(
  'many who wait for a change of large metadata hold none of it',
  async () => {
    const database = await sqlite.create();
    const service = await startProcess(database.environment, database.directory);
    const text = `{"x":"${'x'.repeat(megabytes * 1_000_000)}"}`;
    for (const player of players) await service.as(player, 'POST', paths.metadata, set(text));
    const read = (player: string, prefer: string) =>
      service.as(player, 'GET', paths.metadata, { headers: { 'if-none-match': '*', prefer } });
    // One by one, so that the service holds one text at a time. The second round has the garbage of the first.
    for (let round = 0; round < 2 * WAITS_PER_PLAYER; round += 1)
      for (const player of players) expect((await read(player, 'respond-async')).status).toBe(304);
    const before = resident(service.pid);
    const waiting: Promise<unknown>[] = [];
    for (const player of players) {
      for (let count = 0; count < WAITS_PER_PLAYER; count += 1) waiting.push(read(player, 'wait=25'));
      await untilWaiting(service, waiting.length);
    }
    const more = resident(service.pid) - before;
    service.signal('SIGKILL');
    await Promise.allSettled([...waiting, service.exited]);
    await database.remove();
    expect(more).toBeLessThan((waits * megabytes) / 2);
  },
  60_000,
);
