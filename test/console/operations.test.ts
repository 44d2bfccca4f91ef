// The logic of the pages of live sessions, keys, settings and health, without a browser.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { ApiFailure } from '../../console/src/api/failure.ts';
import { checksOfProbe, checkText } from '../../console/src/pages/health/check-texts.ts';
import {
  jobFigures,
  jobText,
  keyFigures,
  type ProcessFigures,
  processFigures,
} from '../../console/src/pages/health/process-figures.ts';
import { expiryOf, nameProblem } from '../../console/src/pages/keys/key-request.ts';
import { allScopes, scopesBeyond } from '../../console/src/pages/keys/scopes.ts';
import { summarizeContext } from '../../console/src/pages/live-sessions/context-summary.ts';
import { terminateAll } from '../../console/src/pages/live-sessions/terminations.ts';
import { environmentFile } from '../../console/src/pages/settings/environment-file.ts';
import { partsOf } from '../../console/src/pages/settings/markdown-parts.ts';
import { findSettings, groupOf, groupSettings } from '../../console/src/pages/settings/setting-groups.ts';
import { showSettings } from '../../src/config/describe.ts';
import { settingNames } from '../../src/config/registry.ts';
import { runChecks } from '../../src/health/checks.ts';
import { keyNameProblem } from '../../src/lib/key-name.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { temporaryDirectory } from '../harness/engines.ts';

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
    expect({ over, left, failed: failed.map(({ session }) => session) }).toEqual({
      over: [3, 5],
      left: [],
      failed: [7],
    });
    expect(ended).toHaveLength(17);
  });

  test('asks for four at a time', async () => {
    let running = 0;
    let most = 0;
    await run(async () => {
      running += 1;
      most = Math.max(most, running);
      await Bun.sleep(1);
      running -= 1;
    });
    expect(most).toBe(4);
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

  test.each([
    '',
    'a',
    'x'.repeat(100),
    'x'.repeat(101),
    '😀'.repeat(100),
    'a\nb',
    'a\u007f',
    '\ud800',
    ' ',
    'مفتاح',
  ])('are named %j if the service takes it', (name) =>
    expect(nameProblem(name) === undefined).toBe(keyNameProblem(name) === undefined),
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
  const withValue = (name: string, value: string) => [{ name, value, isDefault: false, meaning: '' }];

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

  test.each([
    'a b',
    "it's",
    'say "hi"',
    'C:\\keys',
    '-----BEGIN-----\\nabc\\n-----END-----',
    '{"kty":"OKP"}',
    '#x',
    'مفتاح',
  ])('with the value %j come back from the environment file', async (value) => {
    const file = environmentFile(withValue('METADATA_RULES', value));
    expect(await readByBun(file)).toBe(value);
  });

  test('have a meaning whose code and links are known', () => {
    expect(partsOf('see [docs/api.md](docs/api.md#who), `a` or `b`')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'code', text: 'docs/api.md' },
      { kind: 'text', text: ', ' },
      { kind: 'code', text: 'a' },
      { kind: 'text', text: ' or ' },
      { kind: 'code', text: 'b' },
    ]);
    const marks = showSettings({})
      .flatMap(({ meaning }) => partsOf(meaning))
      .filter(({ text }) => /[`\]]\(|`/.test(text));
    expect(marks).toEqual([]);
  });
});

describe('health', () => {
  test('has words for every check, and tells the problem of the probe', async () => {
    const dependencies = {
      store: {
        ping: () => Promise.reject(new Error('away')),
        findWriteProblem: () => Promise.resolve('it is read-only'),
      },
      verifier: { load: () => Promise.resolve(false) },
      isStopping: () => true,
    };
    const names: string[] = [];
    for await (const { name, problem } of runChecks(dependencies)) {
      names.push(name);
      expect(checkText(name).title).not.toBe(name);
      const told = problem === undefined ? undefined : checksOfProbe({ name, problem });
      expect(told?.map((check) => check.ok)).toEqual(names.map((each) => each !== name));
      expect(told?.at(-1)).toEqual({ name, ok: false, problem: problem ?? '' });
    }
    expect(names).toHaveLength(4);
    expect(checksOfProbe({ name: undefined, problem: 'too many waiting calls' })).toBeUndefined();
    expect(checkText('__proto__').title).toBe('__proto__');
  });

  const job = { lastSuccessAt: null, dueAt: '1970-01-01T00:20:00.000Z', failures: 0, consecutiveFailures: 0 };
  const figures: ProcessFigures = {
    startedAt: '1970-01-01T00:16:40.000Z',
    recent: {
      seconds: 60,
      requestsPerSecond: 123.4,
      refusedPerSecond: 0,
      failedPerSecond: 0,
      p99Seconds: 0.0421,
    },
    requests: { answered: 1043, refused: 2, failed: 0 },
    storeCalls: { now: 3, limit: 1024, longestWaitSeconds: 0 },
    pool: null,
    disk: { freeBytes: 9.5 * 1024 ** 3, sizeBytes: 20 * 1024 ** 3, databaseBytes: 4096 },
    ...{ activeSessions: 7, memoryBytes: 2 ** 20, cpuSeconds: 25, logLinesDropped: 0 },
    openFiles: { now: 10, limit: 1024 },
    jobs: [
      { ...job, name: 'prune-audit' },
      { ...job, name: 'build-indexes', failures: 9 },
      { ...job, name: 'count-sessions', failures: 3, consecutiveFailures: 1 },
    ],
  };
  const keyFigure = (changes: Partial<ProcessFigures>, label: string) =>
    keyFigures({ ...figures, ...changes }).find((each) => each.label === label);

  test('has the first row of the dashboard, always of six figures', () => {
    expect(
      keyFigures({ ...figures, jobs: [] }).map(({ label, value, isBad }) => [label, value, isBad]),
    ).toEqual([
      ['Requests a second', '123', false],
      ['Refused (429, 503)', '0 %', false],
      ['99 of 100 within', '42 ms', false],
      ['Disk left', '9.5 GiB', false],
      ['Jobs that fail', '0', false],
      ['Sessions online', '7', false],
    ]);
    const pool = { statements: 10, size: 10 };
    expect(keyFigure({ pool }, 'Connections in use')).toMatchObject({ value: '10 of 10', isBad: true });
    expect(keyFigure({ disk: null }, 'Calls at the database')).toMatchObject({ value: '3', isBad: false });
  });

  test('tells which of them somebody has to look after', () => {
    const disk = { freeBytes: 2 ** 28, sizeBytes: 2 ** 34, databaseBytes: 0 };
    expect(keyFigure({ disk }, 'Disk left')).toMatchObject({ value: '256 MiB', isBad: true });
    const recent = {
      seconds: 12,
      requestsPerSecond: 2,
      refusedPerSecond: 0.5,
      failedPerSecond: 0.25,
      p99Seconds: 1.25,
    };
    expect(keyFigure({ recent }, 'Refused (429, 503)')).toMatchObject({ value: '25 %', isBad: true });
    expect(keyFigure({ recent }, 'Requests a second')).toMatchObject({ value: '2', isBad: true });
    expect(keyFigure({ recent }, '99 of 100 within')).toMatchObject({ value: '1.3 s', isBad: true });
    expect(keyFigure({}, 'Jobs that fail')).toMatchObject({
      value: '1',
      note: 'count-sessions',
      isBad: true,
    });
    const quiet = {
      seconds: 0,
      requestsPerSecond: 0,
      refusedPerSecond: 0,
      failedPerSecond: 0,
      p99Seconds: null,
    };
    expect(keyFigure({ recent: quiet }, '99 of 100 within')).toMatchObject({ value: '–', isBad: false });
    expect(keyFigure({ recent: quiet }, 'Refused (429, 503)')).toMatchObject({ value: '0 %', isBad: false });
  });

  test('shows the figures of the process, and warns of those that are not well', () => {
    const figure = (label: string, changes: Partial<ProcessFigures> = {}) =>
      processFigures({ ...figures, ...changes }, 1_100_000).find((each) => each.label === label);
    expect(figure('Running for')).toEqual({ label: 'Running for', value: '1 min 40 s' });
    expect(figure('Processor, on average')?.value).toBe('25.0 % of one core');
    expect(figure('Calls at the database')).not.toHaveProperty('warning');
    const storeCalls = { now: 1000, limit: 1024, longestWaitSeconds: 0.2 };
    expect(figure('Calls at the database', { storeCalls })?.warning).toContain('503');
    expect(figure('Answered with a fault (500)')).not.toHaveProperty('warning');
    expect(figure('Open files', { openFiles: null })).toBeUndefined();
    expect(figure('Open files', { openFiles: { now: 1000, limit: 1024 } })?.warning).toContain('Raise');
    expect(figure('Database file and its log')?.value).toBe('4 KiB');
    expect(figure('Lines of the log that were lost')).toBeUndefined();
    expect(figure('Lines of the log that were lost', { logLinesDropped: 3 })?.value).toBe('3');
  });

  test('lists the jobs that fail first, then those that failed', () => {
    expect(jobFigures(figures).map(({ name }) => name)).toEqual([
      ...['count-sessions', 'build-indexes', 'prune-audit'],
    ]);
    expect(jobText('prune-audit')).toBe('Deletes old entries of the audit.');
    expect(jobText('constructor')).toBeUndefined();
  });
});

/** The value of METADATA_RULES, as Bun reads it from an environment file. */
async function readByBun(file: string): Promise<string> {
  const { directory, remove } = temporaryDirectory();
  try {
    const path = join(directory, 'settings.env');
    await Bun.write(path, file);
    const script = 'process.stdout.write(process.env.METADATA_RULES ?? "")';
    const { stdout } = Bun.spawnSync([process.execPath, `--env-file=${path}`, '-e', script], {
      env: {},
      cwd: directory,
    });
    return stdout.toString();
  } finally {
    remove();
  }
}
