// Starting and migrating: the output for the operator, and refusals in one line.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';
import { freePort } from '../harness/postgres.ts';
import { runProgram, startProcess } from '../harness/process.ts';
import { testSecret } from '../harness/service.ts';

let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());
const secret = { JWT_SECRET: testSecret, PORT: '0' };

const run = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(args, environment, directory);

describe('migrate and serve', () => {
  test('migrate brings a new database up to date, once', async () => {
    const environment = { DATABASE_URL: 'sqlite:./db/game.db' };
    expect((await run(['migrate'], environment)).stdout).toBe('applied migrations: 12, 13, 14\n');
    expect((await run(['migrate'], environment)).stdout).toBe('the schema is up to date\n');
    expect(existsSync(join(directory, 'db', 'game.db'))).toBe(true);
  });

  test('an unusable database is refused in one line, with status 1', async () => {
    mkdirSync(join(directory, 'folder.db'));
    writeFileSync(join(directory, 'text.db'), 'this is no database, '.repeat(100));
    writeFileSync(join(directory, 'file'), '');
    for (const path of ['folder.db', 'text.db', 'file/x.db']) {
      const { status, stderr } = await run(['serve'], { DATABASE_URL: `sqlite:${path}`, ...secret });
      expect([path, status]).toEqual([path, 1]);
      expect(stderr).toStartWith('playkeep: ');
      expect(stderr).toContain(path);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  test('an address in use is named, also when another Playkeep uses it', async () => {
    const first = await startProcess({}, directory);
    const { port } = new URL(first.url);
    const second = await run(['serve'], { ...secret, PORT: port });
    first.signal('SIGTERM');
    await first.exited;
    expect(second.stderr).toBe(
      `playkeep: cannot listen on 127.0.0.1 port ${port}: it is in use; choose another PORT\n`,
    );
    expect(second.status).toBe(1);
  });

  test('a port of the metrics in use is named, as where two services share a file of settings', async () => {
    const metricsPort = String(freePort());
    const first = await startProcess({ METRICS_PORT: metricsPort }, directory);
    const second = await run(['serve'], { ...secret, METRICS_PORT: metricsPort });
    first.signal('SIGTERM');
    await first.exited;
    const reason = 'it is in use; choose another METRICS_PORT';
    const stderr = `playkeep: cannot listen on 127.0.0.1 port ${metricsPort}: ${reason}\n`;
    expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining(stderr) });
  });

  test.each(['[::1]', '::1'])('HOST=%s listens on an IPv6 address, and prints its URL', async (HOST) => {
    const service = await startProcess({ HOST }, directory);
    expect(service.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    service.signal('SIGTERM');
    await service.exited;
  });

  test('a host that is no known name or address is reported in one line', async () => {
    for (const HOST of ['nosuchhost', '256.1.1.1']) {
      const reason = 'the host name cannot be resolved; choose another HOST';
      const stderr = `playkeep: cannot listen on ${HOST} port 0: ${reason}\n`;
      expect(await run(['serve'], { ...secret, HOST })).toMatchObject({ status: 1, stderr });
    }
  });

  const setpriv = Bun.which('setpriv');
  // In containers every user may often listen on every port.
  const firstOpenPort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
  const areGuarded = existsSync(firstOpenPort) && Number(readFileSync(firstOpenPort, 'utf8')) > 81;
  test.skipIf(setpriv === null || !areGuarded)(
    'a port that this user may not listen on is reported in one line',
    async () => {
      // As root the test drops the capability.
      const under = process.getuid?.() === 0 ? [String(setpriv), '--bounding-set=-net_bind_service'] : [];
      const refused = await runProgram(['serve'], { ...secret, PORT: '81' }, directory, { under });
      const reason = 'ports below 1024 need privileges that this user does not have; choose another PORT';
      const stderr = `playkeep: cannot listen on 127.0.0.1 port 81: ${reason}\n`;
      expect(refused).toMatchObject({ status: 1, stderr });
    },
  );

  test('the database is readable by its owner alone', async () => {
    await run(['migrate'], { DATABASE_URL: `sqlite:${directory}/game.db` });
    expect(statSync(join(directory, 'game.db')).mode & 0o777).toBe(0o600);
  });

  test('migrate and player need no key, not even in production', async () => {
    expect((await run(['migrate'], { NODE_ENV: 'production' })).status).toBe(0);
    expect((await run(['player', 'register', 'ann'], { NODE_ENV: 'production' })).status).toBe(0);
  });

  test('a short secret gets a warning', async () => {
    const service = await startProcess({ JWT_SECRET: 'too short' }, directory);
    service.signal('SIGTERM');
    await service.exited;
    expect(service.output()).toContain('JWT_SECRET is shorter than 32 bytes');
  });
});
