// Starting and migrating: the output for the operator, and refusals in one line.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { temporaryDirectory } from '../harness/engines.ts';
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
    const numbers = migrations.map(({ number }) => number).join(', ');
    expect((await run(['migrate'], environment)).stdout).toBe(`applied migrations: ${numbers}\n`);
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

  test('an address in use is named with its setting, also when another Playkeep uses it', async () => {
    const first = await startProcess({}, directory);
    const { port } = new URL(first.url);
    const seconds = [
      ['PORT', await run(['serve'], { ...secret, PORT: port })],
      ['METRICS_PORT', await run(['serve'], { ...secret, PORT: '0', METRICS_PORT: port })],
    ] as const;
    first.signal('SIGTERM');
    await first.exited;
    for (const [setting, { status, stderr }] of seconds) {
      const sentence = `cannot listen on 127.0.0.1 port ${port}: it is in use; choose another ${setting}`;
      expect([status, stderr]).toEqual([1, `playkeep: ${sentence}\n`]);
    }
  });

  test('a production that lets webhooks reach private networks warns of it', async () => {
    const environment = { NODE_ENV: 'production', HOST: '127.0.0.1', WEBHOOKS_ALLOW_PRIVATE: 'true' };
    const service = await startProcess(environment, directory);
    service.signal('SIGKILL');
    await service.exited;
    const warning = service
      .output()
      .split('\n')
      .find((line) => line.includes('WEBHOOKS_ALLOW_PRIVATE'));
    expect(JSON.parse(warning ?? '{}')).toMatchObject({
      level: 'warn',
      msg: expect.stringContaining('WEBHOOKS_ALLOW_PRIVATE is true in production'),
    });
  });

  test('HOST may be an IPv6 address in brackets, and the printed URL leads there', async () => {
    const service = await startProcess({ HOST: '[::1]' }, directory);
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
