// More of the command line from outside: files that are missing or damaged, the example commands, and readers who are slow or gone.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../../src/routes.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../harness/process.ts';

let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

const run = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(args, environment, directory);

/** Waits for the example commands, which are printed after the address. */
async function welcomed(service: ServiceProcess): Promise<void> {
  while (!service.output().includes('/api/game/metadata\n')) await Bun.sleep(10);
}

test.each([
  ['METADATA_RULES', '{"wallet":{}}', '{"/wallet":{"write":"server"}}', '"wallet" is no JSON Pointer'],
  [
    'METADATA_SCHEMA',
    '{"$ref":"https://schemas.example/save.json"}',
    '{"type":"object"}',
    '"https://schemas.example/save.json", which is not in the file; nothing is fetched',
  ],
])(
  'problems of the %s file are listed with the others, by `config` and by `serve`',
  async (name, bad, good, told) => {
    const file = join(directory, 'file.json');
    for (const command of ['serve', 'config']) {
      const missing = await run([command], { [name]: `${file}.none` });
      expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining(`${name}: `)]);
      writeFileSync(file, bad);
      const malformed = await run([command], { [name]: file, PORT: 'x' });
      expect(malformed.status).toBe(2);
      expect(malformed.stderr).toMatch(new RegExp(`have 2 problems:\\n {2}PORT: .*\\n {2}${name}: `));
      expect(malformed.stderr).toContain(told);
    }
    writeFileSync(file, good);
    expect((await run(['config'], { [name]: file })).status).toBe(0);
    expect(existsSync(join(directory, 'data'))).toBe(false);
  },
);

test('`secret` prints a new secret that production takes', async () => {
  const [first, second] = [await run(['secret']), await run(['secret'])];
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(first.stdout).not.toBe(second.stdout);
  const secret = first.stdout.trim();
  expect((await run(['config'], { NODE_ENV: 'production', JWT_SECRET: secret })).status).toBe(0);
  const weak = await run(['config'], { NODE_ENV: 'production', JWT_SECRET: secret.slice(0, 31) });
  expect([weak.status, weak.stderr]).toEqual([
    2,
    expect.stringContaining('JWT_SECRET: is shorter than 32 bytes'),
  ]);
});

describe('the development secret', () => {
  test('that is damaged is named', async () => {
    mkdirSync(join(directory, 'data'));
    const file = join(directory, 'data', 'development-secret');
    writeFileSync(file, '');
    const { status, stderr } = await run(['token', 'ann']);
    expect([status, stderr]).toEqual([
      1,
      `playkeep: ${file} is damaged: remove it, and a new secret is made\n`,
    ]);
  });

  test('comes with example commands that also work with registered players', async () => {
    const environment = { JWT_SECRET: '', PLAYER_PROVISIONING: 'registered' };
    const service = await startProcess(environment, directory);
    try {
      await welcomed(service);
      const [, register = '', authorization = '', url = ''] =
        /Try it:\n\n {2}(?:npx )?playkeep (.+)\n {2}curl -H "Authorization: (.+)" (\S+)\n/.exec(
          service.output(),
        ) ?? [];
      expect(register).toBe('player register player-1');
      expect((await run(register.split(' '), environment)).status).toBe(0);
      expect((await fetch(url, { headers: { authorization } })).status).toBe(200);
    } finally {
      service.signal('SIGTERM');
      await service.exited;
    }
  });
});

describe('a reader of the output', () => {
  const through = (shell: string, args: string[]) =>
    runProgram(args, {}, directory, { under: ['sh', '-c', shell, 'sh'] });

  test('gets all output, however slowly it reads', async () => {
    const { stdout } = await through('"$@" | (sleep 1; cat)', ['openapi']);
    expect(stdout).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
    // Standard error as well: this many invalid player ids exceed the capacity of a pipe.
    const refused = await through('"$@" 2>&1 >/dev/null | (sleep 1; cat)', [
      'player',
      'register',
      ...Array.from({ length: 15_000 }, (_, n) => `a\n${n}`),
    ]);
    expect(refused.stdout.length).toBeGreaterThan(2 * 65_536);
    expect(refused.stdout).toContain('14999');
    expect(refused.stdout).toEndWith('\n');
  });

  test.each([['openapi'], ['help'], ['secret']])('may stop reading %s early', async (command) => {
    const { stderr } = await through('{ "$@"; echo "status $?" >&2; } | true', [command]);
    expect(stderr).toBe('status 0\n');
  });

  test.if(existsSync('/dev/full'))('is not there on a full disk, which is told', async () => {
    const { status, stderr } = await through('"$@" >/dev/full', ['openapi']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('playkeep: ENOSPC')]);
  });
});
