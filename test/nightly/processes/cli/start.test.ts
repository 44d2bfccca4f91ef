// Starting by `npm start`, and what PostgreSQL refuses at a start: one line for the operator each.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { migrations } from '../../../../src/store/postgres/migrations.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { createPostgresDatabase } from '../../../harness/postgres.ts';
import { runProgram } from '../../../harness/process.ts';
import { testSecret } from '../../../harness/service.ts';

let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

const run = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(args, environment, directory);

describe('migrate and serve', () => {
  test('migrate --distribute needs PostgreSQL with Citus, and says so', async () => {
    const embedded = await run(['migrate', '--distribute']);
    expect([embedded.status, embedded.stderr]).toEqual([
      1,
      'playkeep: an embedded file cannot be distributed; set DATABASE_URL\n',
    ]);
    const { url, drop } = await createPostgresDatabase({ migrated: false });
    const plain = await run(['migrate', '--distribute'], { DATABASE_URL: url });
    await drop();
    const numbers = migrations.map(({ number }) => number).join(', ');
    expect([plain.status, plain.stdout]).toEqual([1, `applied migrations: ${numbers}\n`]);
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

  // A terminal, like `timeout`, signals the whole process group, and npm passes its signal on. So the service gets it twice.
  test.each([
    ['npm', 'SIGTERM'],
    ['the process group of npm', 'SIGTERM'],
    ['the process group of npm', 'SIGINT'],
  ] as const)(
    '`npm start`, when %s is told %s, ends in order',
    async (whom, signal) => {
      const npm = Bun.spawn(['npm', 'start'], {
        cwd: join(import.meta.dir, '../../../..'),
        env: {
          ...process.env,
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          PORT: '0',
          JWT_SECRET: testSecret,
          DATABASE_URL: `sqlite:${directory}/x.db`,
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
