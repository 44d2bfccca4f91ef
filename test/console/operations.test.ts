// The logic of the pages of live sessions, keys, settings and health, without a browser.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { ApiFailure } from '../../console/src/api/failure.ts';
import { checksOfProbe, checkText } from '../../console/src/pages/health/check-texts.ts';
import { parseMetrics, sumOf } from '../../console/src/pages/health/metrics-text.ts';
import { jobFigures, jobText, processFigures } from '../../console/src/pages/health/process-figures.ts';
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

  const metrics = parseMetrics(
    [
      '# HELP process_start_time_seconds When',
      'process_start_time_seconds 1000',
      'process_cpu_seconds_total 25',
      'playkeep_store_calls 1000',
      'playkeep_store_calls_limit 1024',
      'playkeep_http_request_duration_seconds_count{method="GET",route="/a\\"b,c}",status="200"} 41',
      'playkeep_http_request_duration_seconds_count{method="GET",route="/a",status="503"} 2',
      'playkeep_job_last_success_timestamp_seconds{job="prune-audit"} 0',
      'playkeep_job_last_success_timestamp_seconds{job="count-sessions"} 1010.5',
      'playkeep_job_failures_total{job="count-sessions"} 3',
      'x_bucket{le="+Inf"} +Inf',
      'not a sample',
      '',
    ].join('\n'),
  );

  test('reads metrics in the text format, with escapes in labels', () => {
    expect(metrics).toHaveLength(10);
    expect(metrics[4]?.labels).toEqual({ method: 'GET', route: '/a"b,c}', status: '200' });
    expect(sumOf(metrics, 'playkeep_http_request_duration_seconds_count')).toBe(43);
    expect(sumOf(metrics, 'x_bucket')).toBe(Number.POSITIVE_INFINITY);
    expect(sumOf(metrics, 'none')).toBeUndefined();
  });

  test('shows the figures that are there, and warns of those that are not well', () => {
    const figures = processFigures(metrics, 1_100_000);
    const figure = (label: string) => figures.find((each) => each.label === label);
    expect(figure('Running for')).toEqual({ label: 'Running for', value: { kind: 'seconds', amount: 100 } });
    expect(figure('Processor, on average')?.value).toEqual({ kind: 'text', text: '25.0 % of one core' });
    expect(figure('Calls at the database')?.warning).toContain('503');
    expect(figure('Refused under overload (503)')?.value).toEqual({ kind: 'count', amount: 2 });
    expect(figure('Answered with a fault (500)')).not.toHaveProperty('warning');
    expect(figures.map(({ label }) => label)).not.toContain('Memory');
    expect(processFigures([], 0)).toEqual([]);
  });

  test('lists the jobs that failed first', () => {
    expect(jobFigures(metrics)).toEqual([
      { job: 'count-sessions', lastSuccessAt: 1_010_500, failures: 3 },
      { job: 'prune-audit', lastSuccessAt: null, failures: 0 },
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
