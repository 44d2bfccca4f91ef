// The command line from outside: output, exit statuses, the `.env` file, the development secret.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, jwtVerify } from 'jose';
import { paths } from './harness/api.ts';
import { runCommand } from './harness/command.ts';
import { temporaryDirectory } from './harness/engines.ts';
import { runProgram, startProcess } from './harness/process.ts';
import { testSecret } from './harness/service.ts';
import { until } from './harness/until.ts';

let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

const run = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(args, environment, directory);
const settingsFile = (text: string) => writeFileSync(join(directory, '.env'), text);

describe('usage', () => {
  test('--version and --help end with 0', async () => {
    expect(await run(['--version'])).toMatchObject({ status: 0, stderr: '' });
    const help = await run(['--help']);
    expect(help.status).toBe(0);
    expect(await run(['help'])).toEqual(help);
    const ofCommand = await run(['help', 'player']);
    expect([ofCommand.status, ofCommand.stderr]).toEqual([0, '']);
    expect(ofCommand.stdout).toStartWith('Usage: playkeep player');
    for (const command of 'serve token migrate export import openapi config secret player'.split(' ')) {
      expect(help.stdout).toContain(`  ${command}`);
    }
  });

  test.each([
    [['sevre'], "unknown command 'sevre'"],
    [['serve', '--prot', '1'], "unknown option '--prot'"],
    [['--verbose'], "unknown option '--verbose'"],
    [['serve', 'now'], 'too many arguments'],
    [['token'], "missing required argument 'player-id'"],
    [['token', 'ann', '--expires-in', '1h'], 'It must be a number of seconds'],
    [['token', ''], 'a player id has 1 to 255 characters'],
    [['player', 'register', 'a\nb'], 'a player id has 1 to 255 characters'],
    [['player', 'banish', 'ann'], "unknown command 'banish'"],
    [['player'], 'Usage: playkeep player'],
    [['help', 'nonsense'], 'Usage: playkeep'],
  ])('%j is a clear error with status 2', async (args, message) => {
    const { status, stdout, stderr } = await runCommand(args, { DATABASE_URL: 'sqlite:/nowhere.db' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([status, stdout]).toEqual([2, '']);
  });

  test('problems in the settings are listed together, with status 2', async () => {
    for (const command of ['serve', 'config']) {
      const { status, stderr } = await run([command], { PORT: 'x', LOG_LEVEL: 'y', NODE_ENV: 'production' });
      expect(status).toBe(2);
      expect(stderr.trimEnd().split('\n')).toHaveLength(4);
      expect(stderr).toStartWith('playkeep: The settings have 3 problems:\n  PORT: ');
    }
  });
});

describe('settings', () => {
  test('come from the environment, then from .env, and `config` shows them without secrets', async () => {
    settingsFile(
      'PORT=1234\nLOG_LEVEL=debug\nJWT_SECRET="from $HOME #1"\nJWT_JWKS_URL=https://user:pass@id.example/keys\n',
    );
    const { status, stdout } = await run(['config'], { PORT: '4321' });
    expect(status).toBe(0);
    expect(stdout).toContain('PORT=4321\n');
    expect(stdout).toContain('LOG_LEVEL=debug\n');
    expect(stdout).toContain('SESSION_TIMEOUT_SECONDS=1500 (default)\n');
    expect(stdout).toContain('JWT_SECRET=(hidden)\n');
    expect(stdout).toContain('JWT_JWKS_URL=https://(hidden)@id.example/keys\n');
    expect(stdout).not.toMatch(/from \$HOME|pass/);
    expect(existsSync(join(directory, 'data'))).toBe(false);
  });
});

describe('a file of settings', () => {
  const encodings: readonly (readonly [name: string, encode: (text: string) => Buffer])[] = [
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, as PowerShell writes it', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ];

  test.each(encodings)('may be %s', async (_name, encode) => {
    const write = (name: string, text: string) => writeFileSync(join(directory, name), encode(text));
    write(
      '.env',
      'PORT=1234\nMETADATA_RULES=rules.json\nMETADATA_SCHEMA=schema.json\nMETADATA_INDEXES=indexes.json\n',
    );
    write('rules.json', '{"":{"read":"any"}}');
    write('schema.json', '{"type":"object"}');
    write('indexes.json', '[]');
    const { stderr, stdout } = await run(['config']);
    expect(stderr).toBe('');
    expect(stdout).toContain('PORT=1234\n');
  });
});

describe('token', () => {
  test('takes a secret in .env literally', async () => {
    const secret = 'a $HOME #1 secret that is long enough to sign';
    settingsFile(`JWT_SECRET="${secret}"\n`);
    const { stdout } = await run(['token', 'ann'], { HOME: '/nowhere' });
    expect((await jwtVerify(stdout.trim(), new TextEncoder().encode(secret))).payload.sub).toBe('ann');
  });

  test('signs with the configured secret and fits the configured claims', async () => {
    const environment = {
      JWT_SECRET: testSecret,
      JWT_ISSUER: 'https://id.example',
      JWT_AUDIENCE: 'game',
      JWT_PLAYER_CLAIM: 'player',
      JWT_REQUIRED_CLAIMS: 'exp,iss,jti',
      JWT_ALGORITHMS: 'HS384',
    };
    const { status, stdout, stderr } = await run(['token', 'ann 🎮', '--expires-in', '60'], environment);
    expect([status, stderr]).toEqual([0, '']);
    const { payload, protectedHeader } = await jwtVerify(stdout.trim(), new TextEncoder().encode(testSecret));
    expect(protectedHeader.alg).toBe('HS384');
    expect(payload).toMatchObject({ player: 'ann 🎮', iss: 'https://id.example', aud: 'game' });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
  });

  test('explains why it cannot sign', async () => {
    const keySet = await run(['token', 'ann'], { JWT_JWKS_URL: 'https://id.example/keys' });
    expect([keySet.status, keySet.stderr]).toEqual([
      1,
      'playkeep: only a shared secret (JWT_SECRET) can sign; these settings only verify\n',
    ]);
    const claims = await run(['token', 'ann'], { JWT_SECRET: testSecret, JWT_REQUIRED_CLAIMS: 'exp,tenant' });
    expect([claims.status, claims.stderr]).toEqual([
      1,
      'playkeep: JWT_REQUIRED_CLAIMS asks for tenant, whose value is not known here; give it by --claim NAME=VALUE\n',
    ]);
  });
});

describe('the development secret', () => {
  test('is made once, readable by its owner alone, and serves `token` and `serve` alike', async () => {
    const [one, two] = await Promise.all([run(['token', 'ann']), run(['token', 'ann'])]);
    const file = join(directory, 'data', 'development-secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = new TextEncoder().encode(readFileSync(file, 'utf8'));
    expect(secret.length).toBeGreaterThanOrEqual(32);
    for (const { stdout, stderr } of [one, two]) {
      expect((await jwtVerify(stdout.trim(), secret)).payload.sub).toBe('ann');
      expect(stderr).toBe(`signed with the development secret of ${join(directory, 'data')}\n`);
    }

    const service = await startProcess({ JWT_SECRET: '' }, directory);
    try {
      expect((await service.call('GET', paths.metadata, { token: one.stdout.trim() })).status).toBe(200);
      // The example commands are printed after the address.
      await until(() => service.output().includes('/api/game/metadata\n'));
      const printed = /curl -H "Authorization: Bearer (?<token>\S+)" (?<url>\S+)/.exec(
        service.output(),
      )?.groups;
      const answer = await fetch(printed?.url ?? '', {
        headers: { authorization: `Bearer ${printed?.token}` },
      });
      expect(answer.status).toBe(200);
      expect(decodeJwt(printed?.token ?? '').sub).toBe('player-1');
      expect(service.output()).toContain(`sqlite:${join(directory, 'data', 'playkeep.db')}`);
    } finally {
      service.signal('SIGTERM');
      await service.exited;
    }
  });

  test('is never made in production', async () => {
    const { status, stderr } = await run(['serve'], { NODE_ENV: 'production' });
    expect(status).toBe(2);
    expect(stderr).toContain('one of them must be set');
    expect(existsSync(join(directory, 'data'))).toBe(false);
  });
});

test('player register and erase work beside a running service', async () => {
  const service = await startProcess({ PLAYER_PROVISIONING: 'registered' }, directory);
  try {
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(404);
    const database = `database sqlite:${join(directory, 'data', 'playkeep.db')}\n`;
    expect((await run(['player', 'register', 'ann', 'bob'])).stdout).toBe(
      `${database}ann is player 1\nbob is player 2\n`,
    );
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(200);
    const erased = await run(['player', 'erase', 'ann', 'zed']);
    expect([erased.status, erased.stdout]).toEqual([
      1,
      `${database}ann is erased\nzed is not registered; nothing to erase\n`,
    ]);
    expect((await service.as('ann', 'POST', paths.heartbeat)).status).toBe(404);
    expect((await service.as('bob', 'GET', paths.metadata)).status).toBe(200);
  } finally {
    service.signal('SIGTERM');
    await service.exited;
  }
});

test('player commands make no database, and name the missing file', async () => {
  const { status, stderr } = await run(['player', 'register', 'ann']);
  expect([status, stderr]).toEqual([
    1,
    `playkeep: there is no database at ${join(directory, 'data', 'playkeep.db')}; set DATABASE_URL as the service has it\n`,
  ]);
  expect(existsSync(join(directory, 'data'))).toBe(false);
});
