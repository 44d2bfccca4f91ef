// The logic of the page of health, without a browser: the checks in words, the key figures and their warnings, the jobs.
import { describe, expect, test } from 'bun:test';
import { runChecks } from '../../src/health/checks.ts';
import { checksOfProbe, checkText } from '../src/pages/health/check-texts.ts';
import {
  jobFigures,
  jobText,
  keyFigures,
  type ProcessFigures,
  processFigures,
} from '../src/pages/health/process-figures.ts';

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
  const none = { requestsPerSecond: 0, refusedPerSecond: 0, failedPerSecond: 0 };
  const figures: ProcessFigures = {
    startedAt: '1970-01-01T00:16:40.000Z',
    recent: { ...none, seconds: 60, requestsPerSecond: 123.4, p99Seconds: 0.0421 },
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
      ['Latency (p99)', '42 ms', false],
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
    const rates = { requestsPerSecond: 2, refusedPerSecond: 0.5, failedPerSecond: 0.25 };
    const recent = { seconds: 12, ...rates, p99Seconds: 1.25 };
    expect(keyFigure({ recent }, 'Refused (429, 503)')).toMatchObject({ value: '25 %', isBad: true });
    expect(keyFigure({ recent }, 'Requests a second')).toMatchObject({ value: '2', isBad: true });
    expect(keyFigure({ recent }, 'Latency (p99)')).toMatchObject({ value: '1.3 s', isBad: true });
    expect(keyFigure({}, 'Jobs that fail')).toMatchObject({
      value: '1',
      note: 'count-sessions',
      isBad: true,
    });
    const quiet = { ...none, seconds: 0, p99Seconds: null };
    expect(keyFigure({ recent: quiet }, 'Latency (p99)')).toMatchObject({ value: '–', isBad: false });
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
