// Several processes on one port: their end, a second service by mistake, and reloads.
import { describe, expect, test } from 'bun:test';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../harness/engines.ts';
import { runProgram } from '../../harness/process.ts';
import { testSecret } from '../../harness/service.ts';
import { askAnew, startSeveral } from '../../processes/several.ts';

const isLinux = process.platform === 'linux';
const secret = { JWT_SECRET: testSecret };

describe.skipIf(!isLinux)('a service of several processes', () => {
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

  test.each(['1', '2'])(
    'refuses its port to another of PROCESSES=%s, with the sentence of before',
    async (count) => {
      await using service = await startSeveral();
      const { port, environment, directory } = service;
      const second = await runProgram(['serve'], { ...secret, ...environment, PROCESSES: count }, directory);
      expect(second.stderr).toBe(
        `playkeep: cannot listen on 127.0.0.1 port ${port}: it is in use; choose another PORT\n`,
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
