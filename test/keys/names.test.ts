// Names of server keys: those that imitate, or hide a part of themselves, are refused with the reason. Stored ones are shown escaped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { newKeyId } from '../../src/lib/ids.ts';
import { keyNameProblem, shownKeyName, shownMakerName } from '../../src/lib/key-name.ts';
import { keyDigest, newKeyText } from '../../src/lib/key-text.ts';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

const imitation = 'must not look like one of command line, SERVER_API_KEY, environment, sign-in link';
const spaces = 'must not begin or end with a space, or hold two in a row';
const length = 'must have 1 to 100 characters';

const refused: readonly (readonly [name: string, problem: string])[] = [
  ...[
    'command line',
    'Command Line',
    'COMMAND LINE',
    'command-line',
    'commandline',
    'command_line.',

    'SERVER_API_KEY',
    'server_api_key',
    'Server API key',
    'environment',
    'ENVIRONMENT',
    '(environment)',
    'Sign-in Link',
    // Fullwidth letters, accents, Cyrillic, Greek and a capital i.
    'ｅnvironment',
    'énvironment',
    'еnvironment',
    'envirοnment',
    'command Iine',
    'c0mmand 1ine',
  ].map((name) => [name, imitation] as const),
  ...[' backend', 'backend ', 'back  end', ' ', 'command line '].map((name) => [name, spaces] as const),
  ['', length],
  ['x'.repeat(101), length],
  ['\ud800', 'must not hold half of a surrogate pair'],
  ['a\u00a0b', 'must not hold U+00A0, which looks like a space'],
  ['a\u3000b', 'must not hold U+3000, which looks like a space'],
  ['a\u2028b', 'must not hold U+2028, which cannot be seen'],
  ['backend\u200b', 'must not hold U+200B, which cannot be seen'],
  ['invoice\u202egnp.exe', 'must not hold U+202E, which cannot be seen'],
];

const fine = [
  'backend',
  'back-end "é"',
  'مفتاح الدعم',
  '鍵',
  '🎮',
  'our command line tool',
  'environments',
  '=1+1',
];

describe('a name of a key', () => {
  test.each(refused)('%j is refused', (name, problem) => expect(keyNameProblem(name)).toBe(problem));
  test.each(fine)('%j is accepted and shown as it is', (name) =>
    expect([keyNameProblem(name), shownKeyName(name)]).toEqual([undefined, name]),
  );

  test('holds no character of Cc, Cf, Zl, Zp or of no width, and no space but U+0020', () => {
    const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
    let count = 0;
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (code === 0x20 || !hidden.test(character)) continue;
      count += 1;
      if (keyNameProblem(`a${character}b`) !== undefined && !hidden.test(shownKeyName(`a${character}b`)))
        continue;
      throw new Error(`U+${code.toString(16)} is accepted, or shown as it is`);
    }
    expect(count).toBeGreaterThan(6_000);
    for (const code of [
      0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x034f, 0x115f, 0x3164, 0xffa0, 0xfe0f, 0x2800,
    ]) {
      expect([
        code,
        keyNameProblem(`a${String.fromCodePoint(code)}`)?.endsWith('which cannot be seen'),
      ]).toEqual([code, true]);
    }
  });

  test('that was stored before is shown with what it hides', () => {
    expect(shownKeyName('a\u202eb\u0000')).toBe('a\\u{202E}b\\u{0000}');
    expect(shownKeyName(' a  b ')).toBe('\\u{0020}a \\u{0020}b\\u{0020}');
    expect(shownKeyName('\udc00')).toBe('\\u{DC00}');
    expect(shownKeyName('Command line')).toBe('"Command line"');
    expect(shownKeyName('environment\u200b')).toBe('"environment\\u{200B}"');
    // The true ones are shown as they are.
    expect(shownMakerName({ keyId: null, keyName: 'command line' })).toBe('command line');
    expect(shownMakerName({ keyId: 'environment', keyName: 'SERVER_API_KEY' })).toBe('SERVER_API_KEY');
    expect(shownMakerName({ keyId: 'x', keyName: 'SERVER_API_KEY' })).toBe('"SERVER_API_KEY"');
  });
});

for (const engine of engines) {
  describe(`names of keys on ${engine.name}`, () => {
    let service: Service;
    beforeAll(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
    }, 90_000);
    afterAll(() => service.stop());

    test('are refused by the API with the reason', async () => {
      for (const [name, problem] of refused) {
        const body = JSON.stringify({ name, scopes: ['audit:read'] });
        const answer = await service.call('POST', '/api/server/keys', { token: testServerKey, body });
        expect([name, answer.status, answer.body.error]).toEqual([
          name,
          400,
          { message: 'Invalid request', detail: `name ${problem}` },
        ] as never);
      }
      for (const name of fine) {
        const body = JSON.stringify({ name, scopes: ['audit:read'] });
        const answer = await service.call('POST', '/api/server/keys', { token: testServerKey, body });
        expect([answer.status, answer.body.data.name]).toEqual([200, name]);
      }
    });

    test('are refused on the command line with the reason, which lists stored ones escaped', async () => {
      const { environment } = service.database;
      const run = (...args: string[]) => runCommand(['key', ...args], environment);
      for (const [name, problem] of [
        ['Command line', imitation],
        ['a\u202eb', 'must not hold U+202E, which cannot be seen'],
      ] as const) {
        const { status, stderr } = await run('create', name, '--scope', 'audit:read');
        expect([status, stderr.includes(`a name ${problem}`)]).toEqual([2, true]);
      }
      // As an earlier version stored them.
      const store = await openStoreOn(environment, service.clock);
      const keyId = newKeyId(service.clock);
      for (const [id, name] of [
        [keyId, 'a\u202eb'],
        [newKeyId(service.clock), 'command line'],
      ] as const) {
        const digest = keyDigest(newKeyText());
        const about = { scopes: ['audit:read'], expiresInSeconds: undefined } as const;
        await store.serverKeys.create({ keyId: id, digest, name, ...about });
      }
      await store.close();
      const { stdout } = await run('list');
      expect([stdout.includes('\ta\\u{202E}b\t'), stdout.includes('\t"command line"\t')]).toEqual([
        true,
        true,
      ]);
      expect((await run('revoke', keyId)).stdout).toContain(`(a\\u{202E}b) is revoked`);
    }, 180_000);
  });
}
