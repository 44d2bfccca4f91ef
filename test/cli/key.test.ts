// `playkeep key`, beside a running service on each engine.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { isKeyText } from '../../src/lib/key-text.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { runCommand } from '../harness/command.ts';
import { engines, type TestDatabase, temporaryDirectory } from '../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../harness/process.ts';

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const instant = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';

for (const engine of engines) {
  describe(`key on ${engine.name}`, () => {
    let database: TestDatabase;
    let service: ServiceProcess;
    beforeAll(async () => {
      database = await engine.create({ migrated: engine.isDistributed });
      service = await startProcess(database.environment, database.directory);
    }, 90_000);
    afterAll(async () => {
      service.signal('SIGTERM');
      await service.exited;
      await database.remove();
    });

    const run = (...args: string[]) => runCommand(['key', ...args], database.environment);
    const statusOf = async (token: string) => (await service.call('GET', '/api/server/me', { token })).status;

    test('makes a key that works at once, whose text is alone on standard output', async () => {
      const args = [
        '--scope',
        'players:read',
        'players:write',
        '--scope',
        'keys:write',
        '--scope',
        'keys:write',
      ];
      const { status, stdout, stderr } = await runProgram(
        ['key', 'create', 'the "backend"', ...args],
        database.environment,
        database.directory,
      );
      expect(status).toBe(0);
      expect(stdout).toMatch(/^pk_\w+\n$/);
      const token = stdout.trim();
      expect([isKeyText(token), stderr.includes(token)]).toEqual([true, false]);
      expect(stderr).toMatch(
        new RegExp(`(?:^|\\n)database .*\\nkey ${uuid} is created; its text is not shown again\\n$`),
      );
      expect((await service.call('GET', '/api/server/me', { token })).body.data).toMatchObject({
        ...{ name: 'the "backend"', scopes: ['players:read', 'players:write', 'keys:write'] },
      });
    });

    test('makes a key with every scope', async () => {
      const { stdout } = await run('create', 'owner', '--scope', 'players:read', 'all');
      const { body } = await service.call('GET', '/api/server/me', { token: stdout.trim() });
      expect(body.data.scopes).toEqual([...scopes]);
    });

    test('lists and revokes keys, and the service refuses a revoked one within ten seconds', async () => {
      const { stdout } = await run('create', 'brief', '--scope', 'audit:read', '--expires-in', '3600');
      const token = stdout.trim();
      expect(await statusOf(token)).toBe(200);
      const listed = async () => (await run('list')).stdout.trimEnd().split('\n');
      const [head, ...rows] = await listed();
      expect(head).toBe('key id\tname\tscopes\tcreated\texpires\tlast used\tmade by');
      const row = rows.find((each) => each.includes('\tbrief\t')) ?? '';
      expect(row).toMatch(new RegExp(`^${uuid}\tbrief\taudit:read\t${instant}\t${instant}\t`));
      expect(rows.join()).not.toContain(token);
      const [keyId = ''] = row.split('\t');
      const revoked = await run('revoke', keyId);
      const revokedAt = performance.now();
      expect([revoked.status, revoked.stdout]).toEqual([
        ...[0, `key ${keyId} (brief) is revoked; every process refuses it within 10 seconds\n`],
      ]);
      for (;;) {
        const askedAt = performance.now();
        if ((await statusOf(token)) !== 200) break;
        // Its answer may take long.
        expect(askedAt - revokedAt).toBeLessThan(10_000);
        await Bun.sleep(50);
      }
      expect(await statusOf(token)).toBe(401);
      expect((await listed()).join()).not.toContain(keyId);
      const again = await run('revoke', keyId);
      expect([again.status, again.stdout]).toEqual([1, `there is no key ${keyId}; nothing to revoke\n`]);
      expect((await run('revoke', 'environment')).status).toBe(1);
      const auditor = (await run('create', 'auditor', '--scope', 'audit:read')).stdout.trim();
      const { body } = await service.call('GET', '/api/server/audit', { token: auditor });
      const about = { keyId: null, keyName: 'command line', sequentialId: null, requestId: null };
      const ofKey = body.data.entries.filter(
        (entry: { detail: { keyId: string } }) => entry.detail.keyId === keyId,
      );
      const detail = { keyId, scopes: ['audit:read'] };
      expect(ofKey).toMatchObject([
        { ...about, action: 'key.revoke', detail },
        { ...about, action: 'key.create', detail },
      ]);
    }, 90_000);

    test('takes the presets of the console as scopes, also beside others', async () => {
      for (const [wanted, expected] of [
        ['game-backend', ['players:read', 'players:write', 'sessions:read', 'sessions:write', 'events:read']],
        ['support', ['players:read', 'players:write', 'sessions:read', 'sessions:write', 'audit:read']],
        ['analyst', ['statistics:read', 'service:read']],
        ['all', scopes],
        ['audit:read analyst', ['statistics:read', 'audit:read', 'service:read']],
      ] as const) {
        const token = (await run('create', wanted, '--scope', ...wanted.split(' '))).stdout.trim();
        const { body } = await service.call('GET', '/api/server/me', { token });
        expect([wanted, body.data.scopes]).toEqual([wanted, [...expected]]);
      }
    }, 90_000);

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
    }, 90_000);
  });
}

test('key makes no database where there is none', async () => {
  using folder = temporaryDirectory();
  const { status, stdout, stderr } = await runProgram(
    ['key', 'create', 'x', '--scope', 'keys:write'],
    {},
    folder.directory,
  );
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('there is no database at');
});
