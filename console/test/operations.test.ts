// The logic of the pages of live sessions, keys and settings, without a browser.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { showSettings } from '../../src/config/describe.ts';
import { settingNames } from '../../src/config/registry.ts';
import { keyNameProblem } from '../../src/lib/key-name.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { until } from '../../test/harness/until.ts';
import { ApiFailure } from '../src/api/failure.ts';
import { summarizeContext } from '../src/components/context-summary.ts';
import { expiryOf, nameProblem } from '../src/pages/keys/key-request.ts';
import { allScopes, scopesBeyond } from '../src/pages/keys/scopes.ts';
import { terminateAll } from '../src/pages/live-sessions/terminations.ts';
import { environmentFile } from '../src/pages/settings/environment-file.ts';
import { partsOf } from '../src/pages/settings/markdown-parts.ts';
import { findSettings, groupOf, groupSettings } from '../src/pages/settings/setting-groups.ts';

describe('the end of many sessions', () => {
  const sessions = Array.from({ length: 20 }, (_, index) => index);
  const run = (terminate: (session: number) => Promise<void>, isStopped = () => false) =>
    terminateAll(sessions, { terminate, isStopped, onProgress: () => undefined });

  test('tells those that ended, were over, and failed', async () => {
    const failures: Record<number, ApiFailure> = {
      3: new ApiFailure(400, 'No active session found'),
      5: new ApiFailure(404, 'Player not found'),
      7: new ApiFailure(500, 'Internal server error'),
    };
    const { ended, over, failed, left } = await run(async (session) => {
      if (failures[session]) throw failures[session];
    });
    expect([over, failed.map(({ session }) => session), left]).toEqual([[3, 5], [7], []]);
    expect(ended).toHaveLength(17);
  });

  test('asks for four at a time', async () => {
    const waiting: (() => void)[] = [];
    const all = run(() => new Promise((resolve) => waiting.push(resolve)));
    for (let ended = 0; ended < sessions.length; ended += 4) {
      await until(() => waiting.length === 4);
      for (const end of waiting.splice(0)) end();
    }
    expect((await all).ended).toHaveLength(sessions.length);
  });

  test('ends where a person stops it, and where every other request would fail too', async () => {
    let count = 0;
    const stopped = await run(
      async () => {
        count += 1;
      },
      () => count >= 6,
    );
    expect(stopped.ended.length + stopped.left.length).toBe(20);
    expect(stopped.left.length).toBeGreaterThanOrEqual(20 - 6 - 4);
    const away = await run(() => Promise.reject(new ApiFailure(503, 'Service unavailable')));
    expect(away.failed.length).toBeLessThanOrEqual(4);
    expect(away.failed.length + away.left.length).toBe(20);
  });
});

test('the context of a session is summarized with its exact values', () => {
  expect(
    summarizeContext('{"platform": "ios", "build": 9007199254740993, "rate": 1.0, "os": {"a": [1]}, "x": 1}'),
  ).toBe('platform ios · build 9007199254740993 · rate 1.0 · os {"a":[1]} · …');
  expect(summarizeContext('{}')).toBe('');
  expect(summarizeContext('{"__proto__": "a", "": null}')).toBe('__proto__ a ·  null');
});

describe('keys', () => {
  test('have an explanation for every scope of the service', () => {
    expect(allScopes).toEqual([...scopes]);
    expect(scopesBeyond(['players:read', 'keys:write'], ['players:read'])).toEqual(['keys:write']);
  });

  const long = ['x'.repeat(100), 'x'.repeat(101), '😀'.repeat(100)];
  test.each(['', 'a', ...long, 'a\nb', 'a\u007f', '\ud800', ' ', 'مفتاح'])(
    'are named %j if the service takes it',
    (name) => expect(nameProblem(name) === undefined).toBe(keyNameProblem(name) === undefined),
  );

  test('that end soon, and that have ended, are told apart', () => {
    const now = Date.parse('2026-01-01T00:00:00.000Z');
    const at = (day: string) => expiryOf(`2026-01-${day}T00:00:00.000Z`, now);
    expect([expiryOf(null, now), at('01'), at('14'), at('15')]).toEqual(['none', 'past', 'soon', 'later']);
  });
});

describe('settings', () => {
  const settings = [
    ...showSettings({
      PORT: '9000',
      DATABASE_URL: 'postgres://ann:secret@db/games',
      JWT_SECRET: 'x'.repeat(40),
    }),
  ];

  test('all have a group', () => {
    for (const name of settingNames) expect([name, groupOf(name)]).not.toEqual([name, 'Others']);
    expect(groupOf('NEW_SETTING')).toBe('Others');
    expect(groupSettings(settings).flatMap((group) => group.settings)).toHaveLength(settingNames.length);
  });

  test('are found by words of their name, value and meaning', () => {
    const found = (text: string) => findSettings(settings, text).map(({ name }) => name);
    expect(found('9000')).toEqual(['PORT']);
    expect(found('statistics zone')).toEqual(['STATISTICS_TIME_ZONE']);
    expect(found('')).toHaveLength(settings.length);
    expect(found('no such thing')).toEqual([]);
  });

  test('are copied as an environment file, in which secrets and defaults are comments', () => {
    const lines = environmentFile(settings).split('\n');
    expect(lines).toContain('PORT=9000');
    expect(lines).toContain('# JWT_SECRET= (a secret, which is not shown)');
    expect(lines).toContain('# DATABASE_URL=postgres://db/games (without its user and password)');
    expect(lines).toContain('# SESSION_TIMEOUT_SECONDS=1500');
    expect(lines.join('\n')).not.toContain('METADATA_RULES');
  });

  const key = '-----BEGIN-----\\nabc\\n-----END-----';
  test.each(['a b', "it's", 'say "hi"', 'C:\\keys', key, '{"kty":"OKP"}', '#x', 'مفتاح'])(
    'with the value %j come back from the environment file',
    async (value) => {
      using folder = temporaryDirectory();
      const path = join(folder.directory, 'settings.env');
      const setting = { name: 'METADATA_RULES', value, isDefault: false, meaning: '' };
      await Bun.write(path, environmentFile([setting]));
      const script = 'process.stdout.write(process.env.METADATA_RULES ?? "")';
      const command = [process.execPath, `--env-file=${path}`, '-e', script];
      expect(Bun.spawnSync(command, { env: {}, cwd: folder.directory }).stdout.toString()).toBe(value);
    },
  );

  test('have a meaning whose code and links are known', () => {
    const parts = partsOf('see [docs/api.md](docs/api.md#who), `a` or `b`');
    expect(parts.map(({ kind, text }) => (kind === 'code' ? `<${text}>` : text)).join('')).toBe(
      'see <docs/api.md>, <a> or <b>',
    );
    const marks = showSettings({})
      .flatMap(({ meaning }) => partsOf(meaning))
      .filter(({ text }) => /[`\]]\(|`/.test(text));
    expect(marks).toEqual([]);
  });
});
