// Several processes on one port: they share its connections, end with their parent and with the service, and are told apart from a
// second service by mistake. It runs on each form of the program.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { sqlite, temporaryDirectory } from '../harness/engines.ts';
import { runProgram } from '../harness/process.ts';
import { testSecret } from '../harness/service.ts';
import { askAnew, startSeveral, until } from './several.ts';

const isLinux = process.platform === 'linux';
const secret = { JWT_SECRET: testSecret };

describe.skipIf(!isLinux)('a service of several processes', () => {
  test('starts as many as it is told, and spreads connections over them', async () => {
    await using service = await startSeveral({ PROCESSES: '3' });
    expect(service.processes()).toHaveLength(3);
    const answers = new Set<string>();
    // The kernel chooses by a hash of the addresses.
    await until(async () => {
      const { status, process } = await askAnew(service.url);
      expect(status).toBe(200);
      return answers.add(process).size === 3;
    });
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    expect((await service.call('GET', '/livez')).status).toBe(200);
    const listening = service.lines().filter(({ msg }) => msg === 'listening');
    expect(listening.map((line) => line.process)).toEqual([1, 2, 3]);
    expect(await runProgram(['healthcheck'], service.environment, service.directory)).toMatchObject({
      status: 0,
    });
  }, 180_000);

  test('whose parent is killed leaves none behind, and its port is free', async () => {
    await using service = await startSeveral();
    const processes = service.processes();
    expect(processes).toHaveLength(2);
    service.signal('SIGKILL');
    const isRunning = (pid: number) =>
      Bun.spawnSync(['ps', '-o', 'stat=', '-p', String(pid)])
        .stdout.toString()
        .match(/[^Z\s]/) !== null;
    await until(() => !processes.some(isRunning));
    await expect(askAnew(service.url)).rejects.toThrow();
  }, 180_000);
});

test('SQLite has one process: another number is refused, and auto means 1', async () => {
  const { environment, directory, remove } = await sqlite.create();
  const refused = await runProgram(['serve'], { ...secret, ...environment, PROCESSES: '2' }, directory);
  expect(refused).toMatchObject({
    status: 2,
    stderr:
      'playkeep: The settings have a problem:\n' +
      '  PROCESSES: must be 1 or auto here, because an SQLite file has one writer, so a second process would wait for the first\n',
  });
  await remove();
});

test('nobody else can start one of the processes', async () => {
  using folder = temporaryDirectory();
  const assignment = { number: 1, count: 1, host: '127.0.0.1', port: 8123, isFirst: true, parentPid: 1 };
  const { status, stderr } = await runProgram(
    ['serve', '--as', JSON.stringify(assignment)],
    secret,
    folder.directory,
  );
  expect([status, stderr]).toEqual([
    1,
    'playkeep: the option --as is for the processes that `playkeep serve` starts itself\n',
  ]);
});
