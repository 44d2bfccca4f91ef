// Compares the answers of the six routes of the statistics with the reference, over HTTP.
import { expect } from 'bun:test';
import type { Answer, CallOptions } from '../../harness/api.ts';
import { testServerKey } from '../../harness/server-keys.ts';
import { pointers } from '../../statistics/compare.ts';
import { Reference, type ReferenceSession } from '../../statistics/reference.ts';

const root = '/api/server/statistics';
const retentionDays = [1, 2, 7, 30];

export interface RoutesSubject {
  /** A request to the service. */
  readonly call: (method: string, path: string, options: CallOptions) => Promise<Answer>;
  readonly zone: string;
  /** The dates that are compared, both included. */
  readonly first: string;
  readonly last: string;
  /** All sessions as of a moment: those that are active then have no end. */
  readonly sessionsAt: (asOf: number) => readonly ReferenceSession[];
}

/** Waits until the sums are exact: an answer of 503 says how far the count is. */
export async function readRoute(call: RoutesSubject['call'], path: string): Promise<Answer['body']> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const answer = await call('GET', root + path, { token: testServerKey });
    if (answer.status === 200) return answer.body.data;
    expect([path, answer.status, answer.body.error.detail]).toEqual([
      path,
      503,
      expect.stringContaining('being counted'),
    ]);
  }
  throw new Error(`no exact answer to ${path}`);
}

export async function expectEqualRoutes(subject: RoutesSubject): Promise<void> {
  const { zone, first, last, sessionsAt } = subject;
  let known: Reference | undefined;
  /** An answer, and the reference as of its moment. */
  const read = async (path: string) => {
    const { asOf, ...data } = await readRoute(subject.call, path);
    const at = Date.parse(asOf);
    if (known?.asOf !== at) known = new Reference(sessionsAt(at), zone, at);
    return { data, reference: known };
  };
  const days = `from=${first}&to=${last}`;

  const online = await read('/online');
  expect(online.data).toEqual({ online: online.reference.online() });
  await expectEqualSeries(read, subject);
  for (const interval of ['day', 'week', 'month'] as const) {
    const { data, reference } = await read(`/players?${days}&interval=${interval}`);
    expect([interval, data.rows]).toEqual([interval, reference.players(first, last, interval)]);
  }
  const retention = await read(`/retention?${days}&days=${retentionDays}`);
  expect(retention.data.cohorts).toEqual(retention.reference.retention(first, last, retentionDays));
  const { data, reference } = await read(`/session-lengths?${days}`);
  expectEqualLengths(data, reference.lengths(first, last));
  for (const by of ['reason', ...pointers]) {
    const found = await read(`/sessions?${days}&by=${encodeURIComponent(by)}`);
    expect([by, sorted(found.data.rows)]).toEqual([by, sorted(found.reference.sessions(first, last, by))]);
  }
}

const sorted = (rows: readonly { readonly value: unknown }[]): readonly unknown[] =>
  rows.toSorted((a, b) => (JSON.stringify(a.value) < JSON.stringify(b.value) ? -1 : 1));

async function expectEqualSeries(
  read: (path: string) => Promise<{ data: Answer['body']; reference: Reference }>,
  { first, last }: RoutesSubject,
): Promise<void> {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const recent = Date.parse(new Date(to - 86_400_000).toISOString());
  for (const [start, step] of [
    [from, 3_540],
    [recent, 60],
  ] as const) {
    const span = `from=${new Date(start).toISOString()}&to=${new Date(to).toISOString()}&stepSeconds=${step}`;
    const { data, reference } = await read(`/online/series?${span}`);
    expect(data.points).toEqual(
      reference.series(start, to, step).map(({ at, online }) => ({ at: new Date(at).toISOString(), online })),
    );
  }
}

function expectEqualLengths(data: Answer['body'], lengths: readonly number[]): void {
  const sum = lengths.reduce((total, length) => total + Math.round(length * 1000), 0);
  expect([data.count, data.mean]).toEqual([lengths.length, sum / lengths.length / 1000]);
  for (const percent of [50, 90, 99]) {
    const exact = lengths[Math.ceil((percent * lengths.length) / 100) - 1] ?? Number.NaN;
    expect(Math.abs(data[`p${percent}`] - exact)).toBeLessThanOrEqual(exact * 0.01);
  }
  let at = 0;
  const buckets = data.buckets.map(({ toSeconds }: { toSeconds: number }) => {
    const before = at;
    while (at < lengths.length && (lengths[at] ?? 0) <= toSeconds) at += 1;
    return { toSeconds, count: at - before };
  });
  expect(data.buckets).toEqual(buckets);
  expect(at).toBe(lengths.length);
}
