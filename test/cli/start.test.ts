// Starting and migrating: the output for the operator, and refusals in one line.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { temporaryDirectory } from '../harness/engines.ts';
import { createPostgresDatabase } from '../harness/postgres.ts';
import { runProgram, startProcess } from '../harness/process.ts';
import { testSecret } from '../harness/service.ts';

let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

const run = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(args, environment, directory);

describe('migrate and serve', () => {
  test('migrate brings a new database up to date, once', async () => {
    const environment = { DATABASE_URL: 'sqlite:./db/game.db' };
    expect((await run(['migrate'], environment)).stdout).toBe('applied migrations: 12, 13, 14\n');
    expect((await run(['migrate'], environment)).stdout).toBe('the schema is up to date\n');
    expect(existsSync(join(directory, 'db', 'game.db'))).toBe(true);
  });

  test('migrate --distribute needs PostgreSQL with Citus, and says so', async () => {
    const embedded = await run(['migrate', '--distribute']);
    expect([embedded.status, embedded.stderr]).toEqual([
      1,
      'playkeep: an embedded file cannot be distributed; set DATABASE_URL\n',
    ]);
    const { url, drop } = await createPostgresDatabase({ migrated: false });
    const plain = await run(['migrate', '--distribute'], { DATABASE_URL: url });
    await drop();
    expect([plain.status, plain.stdout]).toEqual([1, 'applied migrations: 14, 15, 16\n']);
    expect(plain.stderr).toContain('the extension citus is not in this database');
  });

  test('a refusal by PostgreSQL is reported in one line, at once', async () => {
    const { url, drop } = await createPostgresDatabase();
    const wrong = { password: new URL(url), database: new URL(url), SSL: new URL(url) };
    wrong.password.password = 'wrong';
    wrong.database.pathname = '/nowhere';
    wrong.SSL.searchParams.set('sslmode', 'require');
    for (const [what, { href }] of Object.entries(wrong)) {
      const { status, stderr } = await run(['serve'], {
        DATABASE_URL: href,
        JWT_SECRET: testSecret,
        PORT: '0',
      });
      expect([status, stderr.trimEnd().split('\n')]).toEqual([
        1,
        [expect.stringContaining(what === 'database' ? 'nowhere' : what)],
      ]);
      expect(stderr).toMatch(/^playkeep: PostgreSQL at 127\.0\.0\.1:\d+: /);
    }
    await drop();
  });

  test('a PostgreSQL database with a newer schema is refused, and one with an older schema under MIGRATE_ON_START=false', async () => {
    const { url, drop } = await createPostgresDatabase({ migrated: false });
    const environment = { DATABASE_URL: url, JWT_SECRET: testSecret, PORT: '0' };
    const unmigrated = await run(['serve'], { ...environment, MIGRATE_ON_START: 'false' });
    expect([unmigrated.status, unmigrated.stderr]).toEqual([
      1,
      expect.stringContaining('run playkeep migrate'),
    ]);
    await run(['migrate'], environment);
    const sql = new SQL(url, { max: 1 });
    await sql.unsafe('UPDATE playkeep_schema SET version = 999');
    await sql.close();
    const newer = await run(['serve'], environment);
    expect([newer.status, newer.stderr]).toEqual([
      1,
      expect.stringContaining('newer than this program knows'),
    ]);
    await drop();
  });

  test('an unusable database is refused in one line, with status 1', async () => {
    mkdirSync(join(directory, 'folder.db'));
    writeFileSync(join(directory, 'text.db'), 'this is no database, '.repeat(100));
    writeFileSync(join(directory, 'file'), '');
    for (const path of ['folder.db', 'text.db', 'file/x.db']) {
      const { status, stderr } = await run(['serve'], {
        DATABASE_URL: `sqlite:${path}`,
        JWT_SECRET: testSecret,
        PORT: '0',
      });
      expect([path, status]).toEqual([path, 1]);
      expect(stderr).toStartWith('playkeep: ');
      expect(stderr).toContain(path);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  test('an address in use is named, also when another Playkeep uses it', async () => {
    const first = await startProcess({}, directory);
    const { port } = new URL(first.url);
    const second = await run(['serve'], { JWT_SECRET: testSecret, PORT: port });
    first.signal('SIGTERM');
    await first.exited;
    expect(second.stderr).toBe(
      `playkeep: cannot listen on 127.0.0.1 port ${port}: it is in use; choose another\n`,
    );
    expect(second.status).toBe(1);
  });

  test('a host that is no known name or address is reported in one line', async () => {
    for (const HOST of ['nosuchhost', '256.1.1.1']) {
      const { status, stderr } = await run(['serve'], { JWT_SECRET: testSecret, PORT: '0', HOST });
      expect([status, stderr]).toEqual([
        1,
        `playkeep: cannot listen on ${HOST} port 0: the host name cannot be resolved; choose another HOST\n`,
      ]);
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
      const environment = { JWT_SECRET: testSecret, PORT: '81' };
      const { status, stderr } = await runProgram(['serve'], environment, directory, { under });
      expect([status, stderr]).toEqual([
        1,
        'playkeep: cannot listen on 127.0.0.1 port 81: ports below 1024 need privileges that this user does not have; choose another PORT\n',
      ]);
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

  // A terminal, like `timeout`, signals the whole process group, and npm passes its signal on. So the service gets it twice.
  test.each([
    ['npm', 'SIGTERM'],
    ['the process group of npm', 'SIGTERM'],
    ['the process group of npm', 'SIGINT'],
  ] as const)(
    '`npm start`, when %s is told %s, ends in order',
    async (whom, signal) => {
      const npm = Bun.spawn(['npm', 'start'], {
        cwd: join(import.meta.dir, '../..'),
        env: {
          ...process.env,
          ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0' },
          ...{ JWT_SECRET: testSecret, DATABASE_URL: `sqlite:${directory}/x.db` },
        },
        detached: true,
        stdout: 'pipe',
        stderr: 'ignore',
      });
      let printed = '';
      let told = false;
      for await (const chunk of npm.stdout) {
        printed += new TextDecoder().decode(chunk);
        if (told || !printed.includes('listening')) continue;
        told = true;
        process.kill(whom === 'npm' ? npm.pid : -npm.pid, signal);
      }
      await npm.exited;
      expect(printed).toMatch(/listening.*stopping.*stopped/s);
      expect(printed).not.toContain('ended by a second signal');
    },
    90_000,
  );
});
