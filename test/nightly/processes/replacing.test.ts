// Processes that end by themselves: each is replaced, later and later while they end early, and no acknowledged write is lost.
import { describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pauseBefore } from '../../../src/processes/backoff.ts';
import { openNotifySocket } from '../../harness/notify-socket.ts';
import { runProgram } from '../../harness/process.ts';
import { askAnew, lastProcess, type Several, startSeveral, until } from '../../processes/several.ts';
import { startCountedWrites } from './counted-writes.ts';

const ended = 'a process ended by itself and is replaced';
const replaced = 'the process was replaced';
const failed = 'the process could not be replaced yet';

/** Kills the last process. @returns its id */
function killOne(service: Several): number {
  const pid = lastProcess(service);
  process.kill(pid, 'SIGKILL');
  return pid;
}

test('the pause grows from none to half a minute', () => {
  expect([0, 1, 2, 3, 7, 8, 9, 2_000].map(pauseBefore)).toEqual([
    ...[0, 250, 500, 1_000],
    ...[16_000, 30_000, 30_000, 30_000],
  ]);
});

describe.skipIf(process.platform !== 'linux')('a process that ends by itself', () => {
  test('is replaced, later each time while they end early', async () => {
    await using service = await startSeveral();
    const before = service.processes();
    for (const times of [1, 2, 3]) {
      const pid = killOne(service);
      const { time: from, ...line } = await service.logged(ended, times);
      expect(line).toMatchObject({ level: 'error', process: 2, signal: 'SIGKILL' });
      const { time: to } = await service.logged(replaced, times);
      // The clock of the log has whole milliseconds.
      expect(Date.parse(to) - Date.parse(from)).toBeGreaterThanOrEqual(pauseBefore(times) - 2);
      expect(service.processes()).not.toContain(pid);
      expect(service.processes()).toHaveLength(2);
    }
    expect(service.processes()[0]).toBe(before[0]);
    expect((await askAnew(service.url)).status).toBe(200);
  }, 180_000);

  test('takes no acknowledged write with it', async () => {
    await using service = await startSeveral();
    const compare = await startCountedWrites(service);
    for (const times of [1, 2]) {
      await Bun.sleep(300);
      killOne(service);
      await service.logged(replaced, times);
    }
    await compare();
  }, 180_000);

  test('is tried again while its settings are wrong, and a reload tells of them', async () => {
    await using service = await startSeveral();
    const env = join(service.directory, '.env');
    writeFileSync(env, 'SESSION_TIMEOUT_SECONDS=never\n');
    const { environment, directory } = service;
    const before = service.processes();
    // The settings of the command itself are those of before: a setting of the environment wins.
    const reload = await runProgram(['reload'], { ...environment, SESSION_TIMEOUT_SECONDS: '60' }, directory);
    expect(reload).toMatchObject({
      status: 1,
      stderr:
        'playkeep: the processes were not all replaced: the new process 1 of 2 ended with status 2 before it was ready; the log says why\n',
    });
    await until(() => service.output().includes('SESSION_TIMEOUT_SECONDS: must be an integer'));
    expect(service.processes()).toEqual(before);
    killOne(service);
    expect(await service.logged(failed)).toMatchObject({ process: 2, status: 2 });
    await service.logged(failed, 2);
    expect((await askAnew(service.url)).status).toBe(200);
    rmSync(env);
    await service.logged(replaced);
    expect(service.processes()).toHaveLength(2);
  }, 180_000);

  test('or hangs is replaced, without a watchdog of the system', async () => {
    await using service = await startSeveral();
    const hung = lastProcess(service);
    process.kill(hung, 'SIGSTOP');
    expect(await service.logged('a process does no work and is killed')).toMatchObject({ pid: hung });
    await service.logged(replaced);
    expect(service.processes()).not.toContain(hung);
    expect((await askAnew(service.url)).status).toBe(200);
  }, 180_000);

  test('or does no work under a watchdog is replaced, and systemd hears of the service as a whole', async () => {
    const path = `@playkeep-${crypto.randomUUID()}`;
    using socket = openNotifySocket(path);
    const told: string[] = [];
    const hear = () => told.push(...socket.received());
    // A process of a busy machine may do no work for seconds.
    await using service = await startSeveral({ NOTIFY_SOCKET: path, WATCHDOG_USEC: '8000000' });
    await until(() => hear() > 0 && told.includes('WATCHDOG=1'));
    expect(told[0]).toBe('READY=1');
    expect(told.filter((state) => state === 'READY=1')).toHaveLength(1);
    const hung = lastProcess(service);
    process.kill(hung, 'SIGSTOP');
    expect(await service.logged('a process does no work and is killed')).toMatchObject({ pid: hung });
    await service.logged(replaced);
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
    hear();
    expect(told).toContain('STOPPING=1');
  }, 180_000);
});
