// The service under systemd: it says when it is ready, that it is alive, and that it stops.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';
import { openNotifySocket } from '../harness/notify-socket.ts';
import { startProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';

describe.skipIf(process.platform !== 'linux')('a service with a notification socket', () => {
  test.each(['in a folder', 'in the abstract namespace'])('%s tells each state', async (where) => {
    using folder = temporaryDirectory();
    const path =
      where === 'in a folder' ? join(folder.directory, 'notify') : `@playkeep-${crypto.randomUUID()}`;
    using socket = openNotifySocket(path);
    const service = await startProcess({ NOTIFY_SOCKET: path, WATCHDOG_USEC: '100000' }, folder.directory);
    const told: string[] = [];
    const tells = (state: string) => until(() => told.push(...socket.received()) > 0 && told.includes(state));
    await tells('WATCHDOG=1');
    // Ready comes first, and once the service answers.
    expect(told[0]).toBe('READY=1');
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
    await tells('STOPPING=1');
    expect(told.filter((state) => state === 'READY=1')).toHaveLength(1);
  });

  test('that hangs lets its watchdog run out', async () => {
    using folder = temporaryDirectory();
    const path = join(folder.directory, 'notify');
    using socket = openNotifySocket(path);
    const service = await startProcess({ NOTIFY_SOCKET: path, WATCHDOG_USEC: '20000' }, folder.directory);
    await until(() => socket.received().includes('WATCHDOG=1'));
    service.signal('SIGSTOP');
    // A state that was under way.
    await Bun.sleep(50);
    socket.received();
    await Bun.sleep(200);
    expect(socket.received()).toEqual([]);
    service.signal('SIGCONT');
    await until(() => socket.received().includes('WATCHDOG=1'));
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
  });

  test('at which nothing listens goes on, with a warning', async () => {
    using folder = temporaryDirectory();
    const path = join(folder.directory, 'none');
    const service = await startProcess({ NOTIFY_SOCKET: path }, folder.directory);
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.output()).toContain('the service manager was not told');
  });
});
