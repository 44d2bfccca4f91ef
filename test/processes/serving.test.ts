// Several processes on one port: they share its connections, end with their parent and with the service, and are told apart from a
// second service by mistake. It runs on each form of the program.
import { describe, expect, test } from 'bun:test';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends in order at %s',
    async (signal) => {
      await using service = await startSeveral();
      service.signal(signal);
      expect(await service.exited).toBe(0);
      expect(service.processes()).toEqual([]);
      const ends = service.lines().filter(({ msg }) => msg === 'stopped');
      expect(ends.map(({ process }) => process).toSorted()).toEqual([1, 2]);
      expect(service.lines().at(-1)?.msg).toBe('all processes have stopped');
    },
    180_000,
  );

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

  test.each(['1', '2'])(
    'refuses its port to another of PROCESSES=%s, with the sentence of before',
    async (count) => {
      await using service = await startSeveral();
      const { port, environment, directory } = service;
      const second = await runProgram(['serve'], { ...secret, ...environment, PROCESSES: count }, directory);
      expect(second.stderr).toBe(
        `playkeep: cannot listen on 127.0.0.1 port ${port}: it is in use; choose another\n`,
      );
      expect(second.status).toBe(1);
      expect((await askAnew(service.url)).status).toBe(200);
    },
    180_000,
  );

  test('that cannot start tells why once, with the status of the process', async () => {
    await using service = await startSeveral();
    const missing = new URL(String(service.environment.DATABASE_URL));
    missing.pathname = '/missing';
    const environment = { ...secret, ...service.environment, DATABASE_URL: missing.href, PORT: '0' };
    const { status, stderr } = await runProgram(['serve'], environment, service.directory);
    expect(stderr).toMatch(/^playkeep: PostgreSQL at \S+ database "missing" does not exist\n$/);
    expect(status).toBe(1);
  }, 180_000);

  test('is reloaded by its user alone: the socket of a reload is the user’s own', async () => {
    await using service = await startSeveral();
    const socket = join(service.directory, `data/reload-${service.port}.sock`);
    expect(statSync(socket).mode & 0o077).toBe(0);
    expect(statSync(join(service.directory, 'data')).mode & 0o077).toBe(0);
    service.signal('SIGTERM');
    await service.exited;
    expect(existsSync(socket)).toBe(false);
  }, 180_000);

  test('takes no setting of the port or of the processes anew', async () => {
    await using service = await startSeveral();
    writeFileSync(join(service.directory, '.env'), 'PORT=1\nPROCESSES=7\nHOST=256.1.1.1\n');
    const { PORT: _, ...elsewhere } = service.environment;
    const reload = await runProgram(
      ['reload'],
      { ...elsewhere, PORT: String(service.port) },
      service.directory,
    );
    expect(reload).toMatchObject({ status: 0, stdout: '2 processes were replaced\n' });
    expect(service.processes()).toHaveLength(2);
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

test('a reload without a service tells where it looked, and what to do', async () => {
  using folder = temporaryDirectory();
  const reload = (environment: Record<string, string>) =>
    runProgram(['reload'], environment, folder.directory);
  const missing = await reload({ PORT: '8123' });
  expect(missing.status).toBe(1);
  expect(missing.stderr).toBe(
    `playkeep: no service with several processes answers at ${join(folder.directory, 'data/reload-8123.sock')}: ` +
      'run this in the folder of the service, as its user and with its PORT; ' +
      'a service of one process (PROCESSES=1) is restarted instead\n',
  );
  expect(await reload({ PORT: '0' })).toMatchObject({
    status: 2,
    stderr: 'playkeep: PORT=0 names no service: set PORT to the port that the service has printed\n',
  });
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
