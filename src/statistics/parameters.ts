// The parameters of a request for statistics, from the query of a route or from the command line: dates, instants, numbers.
import { ApiError } from '../errors/errors.ts';
import { type Period, parseDate } from '../lib/calendar.ts';
import {
  STATISTICS_MAX_DAYS,
  STATISTICS_MAX_DISTRIBUTION_ROWS,
  STATISTICS_MAX_POINTS,
  STATISTICS_MAX_RETENTION_DAYS,
  STATISTICS_MAX_SERIES_VALUES,
} from '../limits.ts';
import { indexTypes } from '../store/ports/indexes.ts';
import type { StatisticsSettings, TableKind } from '../store/ports/statistics.ts';
import type { DistributionQuery } from './distributions.ts';
import type { Days, Instants } from './figures.ts';

/** Rows of their own unless the caller says how many. */
export const SERIES_VALUES = 10;
export const DISTRIBUTION_ROWS = 20;

/** The text of a parameter; null for one that is not given. */
export type Parameters = (name: string) => string | null;

export const invalid = (detail: string): ApiError => new ApiError('invalidRequest', { detail });

/** @throws ApiError `invalidRequest` */
export function readDays(parameters: Parameters): Days {
  const [from, to] = ['from', 'to'].map((name) => {
    const day = parseDate(parameters(name) ?? '');
    if (day === undefined) throw invalid(`${name} must be a date such as 2026-01-31`);
    return day;
  }) as [number, number];
  if (to < from) throw invalid('to must not be before from');
  if (to - from >= STATISTICS_MAX_DAYS) throw invalid(`from and to may span ${STATISTICS_MAX_DAYS} days`);
  return { from, to };
}

/** @param periods those that a report has, the default first */
export function readInterval<P extends Period>(parameters: Parameters, periods: readonly P[]): P {
  const text = parameters('interval') ?? periods[0];
  const period = periods.find((each) => each === text);
  if (period === undefined) throw invalid(`interval must be one of ${periods.join(', ')}`);
  return period;
}

/** The number of values that have rows of their own. */
export const readValues = (parameters: Parameters): number =>
  readCount(parameters, 'values', STATISTICS_MAX_SERIES_VALUES, SERIES_VALUES);

const minute = 60_000;
const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const [defaultStep, minStep, maxStep] = [3_600, 60, 86_400];

export function readInstants(parameters: Parameters): Instants {
  const [from, to] = ['from', 'to'].map((name) => {
    const text = parameters(name) ?? '';
    const time = instantForm.test(text) ? Date.parse(text) : Number.NaN;
    if (time % minute === 0) return time;
    throw invalid(`${name} must be an instant on a whole minute, such as 2026-01-31T12:00:00Z`);
  }) as [number, number];
  const text = parameters('stepSeconds') ?? String(defaultStep);
  const stepSeconds = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (stepSeconds < minStep || stepSeconds > maxStep || stepSeconds % 60 !== 0)
    throw invalid(`stepSeconds must be whole minutes, ${minStep} to ${maxStep}`);
  if (to < from) throw invalid('to must not be before from');
  if (to - from > STATISTICS_MAX_POINTS * stepSeconds * 1000)
    throw invalid(`from, to and stepSeconds may have ${STATISTICS_MAX_POINTS} points`);
  return { from, to, stepSeconds };
}

/** The days after the first one, ascending. */
export const readRetentionDays = (parameters: Parameters): readonly number[] =>
  readAges(parameters, { name: 'days', preset: '1,7,30', most: STATISTICS_MAX_DAYS });

/** The weeks or months after the first one, ascending. */
export const readRetentionPeriods = (parameters: Parameters, period: 'week' | 'month'): readonly number[] =>
  readAges(parameters, {
    ...{ name: 'periods', preset: '1,2,3,4' },
    most: Math.floor(STATISTICS_MAX_DAYS / (period === 'week' ? 7 : 31)),
  });

function readAges(
  parameters: Parameters,
  { name, preset, most }: { readonly name: string; readonly preset: string; readonly most: number },
): readonly number[] {
  const items = (parameters(name) ?? preset).split(',');
  const ages = items.map((item) => (/^[1-9]\d{0,3}$/.test(item) ? Number(item) : Number.NaN));
  const isValid = ages.every((age) => age <= most) && new Set(ages).size === ages.length;
  if (!isValid || ages.length > STATISTICS_MAX_RETENTION_DAYS) {
    throw invalid(
      `${name} must be integers from 1 to ${most} with commas between them, each once, at most ` +
        `${STATISTICS_MAX_RETENTION_DAYS}`,
    );
  }
  return ages.sort((a, b) => a - b);
}

/** The pointer of a distribution, the type of its index, and the most rows. */
export function readDistribution(parameters: Parameters): DistributionQuery {
  const pointer = parameters('pointer');
  if (pointer === null) throw invalid('pointer must be one that METADATA_INDEXES declares');
  const type = parameters('type') ?? undefined;
  const found = indexTypes.find((each) => each === type);
  if (type !== undefined && found === undefined)
    throw invalid(`type must be one of ${indexTypes.join(', ')}`);
  return {
    pointer,
    type: found,
    rows: readCount(parameters, 'rows', STATISTICS_MAX_DISTRIBUTION_ROWS, DISTRIBUTION_ROWS),
  };
}

function readCount(parameters: Parameters, name: string, most: number, preset: number): number {
  const text = parameters(name) ?? String(preset);
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw invalid(`${name} must be an integer from 1 to ${most}`);
  return count;
}

export function readBy(parameters: Parameters, { pointers }: StatisticsSettings): TableKind {
  const by = parameters('by');
  if (by === 'reason') return by;
  if (by !== null && pointers.includes(by)) return by as TableKind;
  throw invalid(
    pointers.length === 0
      ? 'by must be reason, since STATISTICS_CONTEXT declares no pointer'
      : `by must be reason or a pointer of STATISTICS_CONTEXT: ${pointers.join(', ')}`,
  );
}
