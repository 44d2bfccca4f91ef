// `playkeep demo` as a process: it is there soon, signs people in once, listens on loopback alone, and leaves nothing behind.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';

let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

/** The directories of demos among the temporary files. */
const leftOver = (): string[] => readdirSync(directory).filter((name) => name.startsWith('playkeep-demo-'));

async function startDemoProcess(environment: Record<string, string> = {}): Promise<ServiceProcess> {
  const demo = await startProcess({ TMPDIR: directory, ...environment }, directory, { command: ['demo'] });
  await until(() => demo.output().includes('Ctrl-C'));
  return demo;
}

const printed = ({ output }: ServiceProcess, pattern: RegExp): string => pattern.exec(output())?.[1] ?? '';

describe('playkeep demo', () => {
  test('shows 5,000 players, their statistics and a lost save, and leaves nothing behind', async () => {
    const database = join(directory, 'operator.db');
    const demo = await startDemoProcess({
      ...{ DATABASE_URL: `sqlite:${database}`, DATABASE_POOL_SIZE: 'no number', HOST: '0.0.0.0' },
      ...{ METADATA_RULES: 'no-such-file.json', JWT_SECRET: 'short' },
    });
    const token = printed(demo, /KEY=(\S+)/);
    const get = (path: string) => demo.call('GET', `/api/server/${path}`, { token });

    expect(demo.url).toStartWith('http://127.0.0.1:');
    // Linux has all of 127.0.0.0/8 on its loopback interface.
    await expect(fetch(demo.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
    const search = async (conditions: object) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(conditions);
      return (await demo.call('POST', '/api/server/players/search', { token, body, headers })).body.data;
    };
    expect((await search({ registered: { to: '2020-01-01T00:00:00Z' } })).players).toEqual([]);
    const [named] = (await search({ name: 'MIRA' })).players;
    const columns = { '/level': 1 };
    expect(named).toMatchObject({ playerId: 'mira.k', name: 'Mira K', columns });
    expect((await get('players/5001')).status).toBe(200);
    expect((await get('players/2000')).body.error.message).toBe('Player not found');
    let online = await get('statistics/online');
    expect(online.status).toBe(200);
    // At quiet hours there are thirty, of whom one may have left a moment ago. The next one comes within seconds.
    await until(async () => {
      online = await get('statistics/online');
      return online.body.data.online >= 30;
    });
    // Two months, since the present one may have begun a moment ago.
    const now = Date.parse(online.body.data.asOf);
    const [from, to] = [now - 31 * 86_400_000, now].map((at) => new Date(at).toISOString().slice(0, 10));
    const rows: readonly { active: number }[] = (
      await get(`statistics/players?from=${from}&to=${to}&interval=month`)
    ).body.data.rows;
    expect(Math.max(...rows.map(({ active }) => active))).toBeGreaterThan(300);
    const mine = await demo.call('GET', '/api/game/metadata', { token: printed(demo, /TOKEN=(\S+)/) });
    expect([mine.body.data.playerId, mine.body.data.metadata.level]).toEqual(['mira.k', 1]);

    expect(leftOver()).toHaveLength(1);
    demo.signal('SIGTERM');
    expect(await demo.exited).toBe(0);
    expect(leftOver()).toEqual([]);
    expect(existsSync(database)).toBe(false);
  }, 300_000);

  test('refuses production in one line, and makes no directory', async () => {
    const environment = { TMPDIR: directory, NODE_ENV: 'production' };
    const { status, stderr, stdout } = await runProgram(['demo'], environment, directory);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^playkeep: the demo .* does not run with NODE_ENV=production.*\n$/);
    expect(leftOver()).toEqual([]);
  });

  test('refuses an invalid port as the service does', async () => {
    const { status, stderr } = await runProgram(['demo'], { TMPDIR: directory, PORT: 'http' }, directory);
    expect([status, stderr]).toEqual([2, expect.stringContaining('PORT: ')]);
    expect(leftOver()).toEqual([]);
  });
});

test('no file but those of the command imports the demo, so no request depends on it', () => {
  const source = join(import.meta.dir, '../../src');
  const others = [...new Bun.Glob('**/*.ts').scanSync(source)].filter((path) => !path.startsWith('demo/'));
  const textOf = (path: string) => readFileSync(join(source, path), 'utf8');
  expect(others.filter((path) => / from '[^']*\/demo\//.test(textOf(path)))).toEqual(['cli/demo.ts']);
});
