// `playkeep key`, beside a running service.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { isKeyText } from '../../src/lib/key-text.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { runCommand } from '../harness/command.ts';
import { engines, temporaryDirectory } from '../harness/engines.ts';
import { runProgram } from '../harness/process.ts';
import { type Service, startService } from '../harness/service.ts';

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const instant = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';

describe.each(engines)('key on $name', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine });
  });
  afterAll(() => service.stop());

  const run = (...args: string[]) => runCommand(['key', ...args], service.database.environment);
  const me = (token: string) => service.callInTime('GET', '/api/server/me', { token });

  test('makes a key that works at once, whose text is alone on standard output', async () => {
    const given = ['players:read', 'players:write', '--scope', 'keys:write', '--scope', 'keys:write'];
    const args = ['key', 'create', 'the "backend"', '--scope', ...given];
    const { environment, directory } = service.database;
    const { status, stdout, stderr } = await runProgram(args, environment, directory);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^pk_\w+\n$/)]);
    const token = stdout.trim();
    expect([isKeyText(token), stderr.includes(token)]).toEqual([true, false]);
    const said = new RegExp(`(?:^|\\n)database .*\\nkey ${uuid} is created; its text is not shown again\\n$`);
    expect(stderr).toMatch(said);
    const wanted = ['players:read', 'players:write', 'keys:write'];
    expect((await me(token)).body.data).toMatchObject({ name: 'the "backend"', scopes: wanted });
  });

  test('lists and revokes keys, and the service refuses a revoked one within ten seconds', async () => {
    const { stdout } = await run('create', 'brief', '--scope', 'audit:read', '--expires-in', '31536000');
    const token = stdout.trim();
    expect((await me(token)).status).toBe(200);
    const listed = async () => (await run('list')).stdout.trimEnd().split('\n');
    const [head, ...rows] = await listed();
    expect(head).toBe('key id\tname\tscopes\tcreated\texpires\tlast used\tmade by');
    const row = rows.find((each) => each.includes('\tbrief\t')) ?? '';
    expect(row).toMatch(new RegExp(`^${uuid}\tbrief\taudit:read\t${instant}\t${instant}\t`));
    expect(rows.join()).not.toContain(token);
    const [keyId = ''] = row.split('\t');
    const revoked = `key ${keyId} (brief) is revoked; every process refuses it within 10 seconds\n`;
    expect(await run('revoke', keyId)).toMatchObject({ status: 0, stdout: revoked });
    await service.clock.pass(10_000);
    expect((await me(token)).status).toBe(401);
    expect((await listed()).join()).not.toContain(keyId);
    const nothing = `there is no key ${keyId}; nothing to revoke\n`;
    expect(await run('revoke', keyId)).toMatchObject({ status: 1, stdout: nothing });
    expect((await run('revoke', 'environment')).status).toBe(1);
    const auditor = (await run('create', 'auditor', '--scope', 'audit:read')).stdout.trim();
    const { body } = await service.callInTime('GET', '/api/server/audit', { token: auditor });
    const about = { keyId: null, keyName: 'command line', sequentialId: null, requestId: null };
    const detail = { keyId, scopes: ['audit:read'] };
    expect(
      body.data.entries.filter((entry: { detail: { keyId: string } }) => entry.detail.keyId === keyId),
    ).toMatchObject([
      { ...about, action: 'key.revoke', detail },
      { ...about, action: 'key.create', detail },
    ]);
  });

  test('takes the presets of the console as scopes, also beside others', async () => {
    const sessions = ['players:read', 'players:write', 'sessions:read', 'sessions:write'];
    for (const [wanted, expected] of [
      ['game-backend', [...sessions, 'events:read']],
      ['support', [...sessions, 'audit:read']],
      ['analyst', ['statistics:read', 'service:read']],
      ['players:read all', scopes],
      ['audit:read analyst', ['statistics:read', 'audit:read', 'service:read']],
    ] as const) {
      const token = (await run('create', wanted, '--scope', ...wanted.split(' '))).stdout.trim();
      expect([wanted, (await me(token)).body.data.scopes]).toEqual([wanted, [...expected]]);
    }
  });

  test('refuses what is no key, with status 2 and a sentence', async () => {
    const before = (await run('list')).stdout;
    const noScope = `Scopes are game-backend, support, analyst, all, ${scopes.join(', ')}.`;
    for (const [args, sentence] of [
      [['x'], "required option '--scope <scope...>' not specified"],
      [['x', '--scope', 'players'], noScope],
      [['x', '--scope', 'players:read', 'Keys:write'], noScope],
      [['', '--scope', 'players:read'], 'a name must have 1 to 100 characters'],
      [['a\nb', '--scope', 'players:read'], 'a name must not hold U+000A, which cannot be seen'],
      [['x', '--scope', 'players:read', '--expires-in', '0'], 'It must be a number of seconds'],
      [['x', '--scope', 'players:read', '--expires-in', '316224001'], 'at most 316224000'],
    ] as const) {
      const { status, stdout, stderr } = await run('create', ...args);
      expect([args, status, stdout]).toEqual([args, 2, '']);
      expect(stderr).toContain(sentence);
    }
    expect((await run('list')).stdout).toBe(before);
  });
});

test('key makes no database where there is none', async () => {
  using folder = temporaryDirectory();
  const DATABASE_URL = `sqlite:${folder.directory}/none.db`;
  const made = await runCommand(['key', 'create', 'x', '--scope', 'keys:write'], { DATABASE_URL });
  expect([made.status, made.stdout]).toEqual([1, '']);
  expect(made.stderr).toContain('there is no database at');
});
