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

const listOf = (text: string): readonly string[] => text.split('|');
const imitations = [
  ...listOf('command line|Command Line|COMMAND LINE|command-line|commandline|command_line.|Sign-in Link'),
  ...listOf('SERVER_API_KEY|server_api_key|Server API key|environment|ENVIRONMENT|(environment)'),
  // Fullwidth letters, accents, Cyrillic, Greek and a capital i.
  ...listOf('ｅnvironment|énvironment|еnvironment|envirοnment|command Iine|c0mmand 1ine'),
];
const refused: readonly (readonly [problem: string, names: readonly string[]])[] = [
  ['must not look like one of command line, SERVER_API_KEY, environment, sign-in link', imitations],
  [
    'must not begin or end with a space, or hold two in a row',
    [' backend', 'backend ', 'back  end', ' ', 'command line '],
  ],
  ['must have 1 to 100 characters', ['', 'x'.repeat(101)]],
  ['must not hold half of a surrogate pair', ['\ud800']],
  ['must not hold U+00A0, which looks like a space', ['a\u00a0b']],
  ['must not hold U+0009, which cannot be seen', ['a\tb']],
  ['must not hold U+2028, which cannot be seen', ['a\u2028b']],
  ['must not hold U+200B, which cannot be seen', ['backend\u200b']],
  ['must not hold U+202E, which cannot be seen', ['invoice\u202egnp.exe']],
];
const fine = listOf('backend|back-end "é"|مفتاح الدعم|鍵|🎮|our command line tool|environments|=1+1');

describe('a name of a key', () => {
  test('holds no character of Cc, Cf, Zl, Zp or of no width, and no space but U+0020', () => {
    const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
    const accepted: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (code === 0x20 || !(hidden.test(character) || character === '\u2800')) continue;
      const name = `a${character}b`;
      if (keyNameProblem(name) === undefined || hidden.test(shownKeyName(name)))
        accepted.push(code.toString(16));
    }
    expect(accepted).toEqual([]);
  });

  test('that was stored before is shown with what it hides', () => {
    for (const [name, shown] of [
      ['a\u202eb\u0000', 'a\\u{202E}b\\u{0000}'],
      [' a  b ', '\\u{0020}a \\u{0020}b\\u{0020}'],
      ['\udc00', '\\u{DC00}'],
      ['Command line', '"Command line"'],
      ['environment\u200b', '"environment\\u{200B}"'],
      ...fine.map((each) => [each, each] as const),
    ] as const)
      expect(shownKeyName(name)).toBe(shown);
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
      const create = (name: string) => {
        const body = JSON.stringify({ name, scopes: ['audit:read'] });
        return service.call('POST', '/api/server/keys', { token: testServerKey, body });
      };
      for (const [problem, names] of refused)
        for (const name of names) {
          const error = { message: 'Invalid request', detail: `name ${problem}` };
          expect([name, (await create(name)).body]).toEqual([name, { statusCode: 400, error }]);
        }
      for (const name of fine) expect((await create(name)).body.data.name).toBe(name);
    });

    test('that an earlier version stored are listed on the command line escaped', async () => {
      const { environment } = service.database;
      const run = (...args: string[]) => runCommand(['key', ...args], environment);
      const imitation = await run('create', 'Command line', '--scope', 'audit:read');
      expect([imitation.status, imitation.stderr]).toEqual([
        2,
        expect.stringContaining('must not look like'),
      ]);
      const store = await openStoreOn(environment, service.clock);
      const keyId = newKeyId(service.clock);
      const about = { scopes: ['audit:read'], expiresInSeconds: undefined } as const;
      for (const [id, name] of [
        [keyId, 'a\u202eb'],
        [newKeyId(service.clock), 'command line'],
      ] as const)
        await store.serverKeys.create({ keyId: id, digest: keyDigest(newKeyText()), name, ...about });
      await store.close();
      const { stdout } = await run('list');
      expect(stdout).toContain('\ta\\u{202E}b\t');
      expect(stdout).toContain('\t"command line"\t');
      expect((await run('revoke', keyId)).stdout).toContain(`(a\\u{202E}b) is revoked`);
    }, 180_000);
  });
}
