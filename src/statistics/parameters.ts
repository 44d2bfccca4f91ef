// The parameters of a request for statistics, from the query of a route or from the command line: dates, instants, numbers.
import { ApiError } from '../errors/errors.ts';
import { type Period, parseDate, periods } from '../lib/calendar.ts';
import { STATISTICS_MAX_DAYS, STATISTICS_MAX_POINTS, STATISTICS_MAX_RETENTION_DAYS } from '../limits.ts';
import type { StatisticsSettings, TableKind } from '../store/ports/statistics.ts';
import type { Days, Instants } from './figures.ts';

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

export function readInterval(parameters: Parameters): Period {
  const text = parameters('interval') ?? 'day';
  const period = periods.find((each) => each === text);
  if (period === undefined) throw invalid(`interval must be one of ${periods.join(', ')}`);
  return period;
}

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
export function readRetentionDays(parameters: Parameters): readonly number[] {
  const items = (parameters('days') ?? '1,7,30').split(',');
  const days = items.map((item) => (/^[1-9]\d{0,3}$/.test(item) ? Number(item) : Number.NaN));
  const isValid = days.every((day) => day <= STATISTICS_MAX_DAYS) && new Set(days).size === days.length;
  if (!isValid || days.length > STATISTICS_MAX_RETENTION_DAYS) {
    throw invalid(
      `days must be integers from 1 to ${STATISTICS_MAX_DAYS} with commas between them, each once, at most ` +
        `${STATISTICS_MAX_RETENTION_DAYS}`,
    );
  }
  return days.sort((a, b) => a - b);
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
