// The table of refusals compared with the code and docs/limits.md: every place that refuses because a bound is reached has a row,
// and every row names its file and its answer.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pino from 'pino';
import { settingNames } from '../../src/config/registry.ts';
import { tooBusy, tooManyRequests } from '../../src/errors/refusals.ts';
import {
  type BusyRefusal,
  busyRefusals,
  closedConnections,
  type RateRefusal,
  rateRefusals,
  type StoreRefusal,
  storeRefusals,
} from '../../src/errors/refusals-table.ts';
import { createErrorMapper } from '../../src/http/error-mapper.ts';
import { failure } from '../../src/http/reply.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { StoreBusy } from '../../src/store/ports/errors.ts';
import { manualClock } from '../harness/clock.ts';

const root = join(import.meta.dir, '../..');
const sources = new Map(
  [...new Bun.Glob('**/*.ts').scanSync(join(root, 'src'))]
    .filter((path) => path !== 'errors/refusals-table.ts')
    .map((path) => [path, readFileSync(join(root, 'src', path), 'utf8')]),
);
const filesWith = (pattern: RegExp): string[] =>
  [...sources].flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).sort();

const thrown = { ...busyRefusals, ...rateRefusals, ...storeRefusals };
const all = { ...thrown, ...closedConnections };
const busyNames = Object.keys(busyRefusals) as BusyRefusal[];
const rateNames = Object.keys(rateRefusals) as RateRefusal[];
const storeNames = Object.keys(storeRefusals) as StoreRefusal[];

test.each(Object.entries(thrown))(
  'the code refuses by the name %s in the files of its row',
  (name, { files }) => {
    const naming = filesWith(new RegExp(`'${name}'`));
    expect(naming).not.toEqual([]);
    expect(naming.filter((path) => !(files as readonly string[]).includes(path))).toEqual([]);
  },
);

describe('the answer', () => {
  test.each(busyNames)('to %s is 503, and says that nothing was done only where nothing was', (name) => {
    const error = tooBusy(name);
    const { status, body, headers } = failure(error);
    const { changesNothing } = busyRefusals[name];
    expect([status, headers['retry-after'], error.options.reason]).toEqual([503, '1', 'busy']);
    expect(body.includes('too much to do at the moment')).toBe(changesNothing);
  });

  test.each(rateNames)('to %s is 429 with the time up to the next token', (name) => {
    const error = tooManyRequests(1_001, name);
    const { status, headers } = failure(error);
    expect([status, headers['retry-after'], error.options.reason]).toEqual([429, '2', name]);
  });

  test.each(storeNames)('to %s is 503, and the log has its name and message', (name) => {
    const lines: { refusal?: string; reason?: string }[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const metrics = createMetrics();
    const toApiError = createErrorMapper({ clock: manualClock(), log, production: true, metrics });
    const error = toApiError(new StoreBusy(name), {});
    const { status, body, headers } = failure(error);
    expect([status, headers['retry-after'], error.options.reason]).toEqual([503, '1', 'busy']);
    expect(body).not.toContain('too much to do');
    expect(lines).toMatchObject([{ refusal: name, reason: storeRefusals[name].message }]);
  });
});

describe('docs/limits.md', () => {
  const page = readFileSync(join(root, 'docs/limits.md'), 'utf8');
  const section = page.split('### Requests refused for want of room')[1]?.split('\n### ')[0] ?? '';
  const isSetting = (name: string): boolean => (settingNames as readonly string[]).includes(name);

  function answerOf(name: string): string {
    if (name in busyRefusals)
      return busyRefusals[name as BusyRefusal].changesNothing ? '503, nothing done' : '503';
    if (name in rateRefusals) return '429';
    return name in storeRefusals ? '503' : 'connection closed';
  }

  /** All cells except the size, which is prose. */
  const expected = Object.entries(all).map(([name, { bounds, limits, scope, files }]) => [
    `\`${name}\``,
    bounds,
    scope,
    answerOf(name),
    limits.map((limit) => `\`${limit}\`${isSetting(limit) ? '*' : ''}`).join(', '),
    files.map((path) => `[${basename(path)}](../src/${path})`).join(', '),
  ]);

  test('has the rows of the table in its order', () => {
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells.map(([, name, bounds, , ...rest]) => [name, bounds, ...rest.slice(0, 4)])).toEqual(expected);
    expect(cells.filter((row) => row[3] === '')).toEqual([]);
  });
});
