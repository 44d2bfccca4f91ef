// Commands on a PostgreSQL that is starting: they say so at once on standard error, and run when it is ready.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { temporaryDirectory } from '../harness/engines.ts';
import { createPostgresDatabase, freePort, type TestPostgresDatabase } from '../harness/postgres.ts';
import { programCommand } from '../harness/program.ts';
import { startProxy } from '../harness/proxy.ts';

const { directory, remove } = temporaryDirectory();
let database: TestPostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
}, 180_000);
afterAll(async () => {
  await database.drop();
  remove();
});

test.concurrent.each([
  [['export'], /^\{"type":"playkeep-export".*\}\n\{"type":"end","records":0\}\n$/],
  [['import'], /^$/],
  [['migrate'], /^the schema is up to date\n$/],
  [['player', 'erase', 'ann'], /^database postgres:.*\nann is not registered; nothing to erase\n$/],
])(
  '%j says what it waits for, and goes on',
  async (args, result) => {
    const proxy = startProxy(freePort());
    const url = new URL(database.url);
    const port = Number(url.port);
    url.port = String(proxy.port);
    const child = Bun.spawn([...programCommand(), ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, DATABASE_URL: url.href },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    let stderr = '';
    for await (const chunk of child.stderr) {
      if (stderr === '') proxy.pointTo(port);
      stderr += new TextDecoder().decode(chunk);
    }
    expect(await new Response(child.stdout).text()).toMatch(result);
    const [line = '', ...further] = stderr.trimEnd().split('\n');
    expect(line).toMatch(
      new RegExp(
        `^playkeep: PostgreSQL at 127\\.0\\.0\\.1:${proxy.port} is not ready \\(.+\\); waiting up to 30 seconds for it$`,
      ),
    );
    expect(further.filter((text) => text.includes('not ready'))).toEqual([]);
    expect(stderr).not.toContain(decodeURIComponent(url.password));
    proxy.stop();
  },
  90_000,
);

test('a start waits for the migration of another process, and says so', async () => {
  const other = new SQL(database.url, { max: 1 });
  const child = await other.begin(async (transaction) => {
    await transaction.unsafe('SELECT pg_advisory_xact_lock(7529361041)');
    const waiting = Bun.spawn([...programCommand(), 'migrate'], {
      cwd: directory,
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const { value } = await waiting.stderr.getReader().read();
    expect(new TextDecoder().decode(value)).toBe(
      'playkeep: another process brings the database to its schema; waiting for it\n',
    );
    return waiting;
  });
  expect(await new Response(child.stdout).text()).toBe('the schema is up to date\n');
  expect(await child.exited).toBe(0);
  await other.close();
}, 90_000);
