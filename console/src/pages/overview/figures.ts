// The figures of a period from its rows by day, and their comparison with the period before. Players cannot be added up over days,
// as one player may be active on several, so their figure is the average of the days. Pure.
import { dateText } from './period.ts';

export interface PlayersRow {
  readonly start: string;
  readonly active: number;
  readonly new: number;
  readonly returning: number;
  readonly sessions: number;
  readonly playSeconds: number;
}

export type FigureName = 'active' | 'new' | 'returning' | 'sessions' | 'playSeconds';

export const isAverage = (name: FigureName): boolean => name === 'active' || name === 'returning';

/** The sum of a column. Play time is summed in milliseconds, so that it stays exact. */
export const sumOf = (rows: readonly PlayersRow[], name: FigureName): number =>
  name === 'playSeconds'
    ? rows.reduce((sum, row) => sum + Math.round(row.playSeconds * 1000), 0) / 1000
    : rows.reduce((sum, row) => sum + row[name], 0);

/** The rows of the days on which there was a game: none before its first session. An average over others would be too small. */
export const rowsSince = (rows: readonly PlayersRow[], firstDay: number): readonly PlayersRow[] =>
  rows.filter(({ start }) => start >= dateText(firstDay));

/** The figure of some days: their sum, or their average for players. */
export const figureOf = (rows: readonly PlayersRow[], name: FigureName): number =>
  isAverage(name) && rows.length > 0 ? sumOf(rows, name) / rows.length : sumOf(rows, name);

export interface Change {
  readonly trend: 'up' | 'down' | 'level';
  readonly difference: number;
  /** The difference as a share of the value before; null where that was 0. */
  readonly share: number | null;
}

export function changeOf(now: number, before: number): Change {
  const difference = now - before;
  const trend = difference > 0 ? 'up' : difference < 0 ? 'down' : 'level';
  return { trend, difference, share: before === 0 ? null : difference / before };
}

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const integer = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const signedPercent = new Intl.NumberFormat('en', {
  ...{ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' },
});
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const formatShare = (share: number): string => percent.format(share);

/** Time of play: `41 s`, `12 min`, whole hours from 10 h on. */
export function formatPlayTime(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < 60) return `${decimal.format(seconds)} s`;
  if (size < 3_600) return `${decimal.format(seconds / 60)} min`;
  return `${(size < 36_000 ? decimal : integer).format(seconds / 3_600)} h`;
}

/** A figure as its tile shows it. */
export const formatFigure = (name: FigureName, value: number): string =>
  name === 'playSeconds' ? formatPlayTime(value) : decimal.format(value);

/** `+12 (+4.1%)`, `−3 (−0.5%)`, `No change`. */
export function formatChange(name: FigureName, { difference, share, trend }: Change): string {
  if (trend === 'level') return 'No change';
  const amount = formatFigure(name, Math.abs(difference));
  const signed = `${trend === 'up' ? '+' : '−'}${amount}`;
  return share === null
    ? `${signed} from none`
    : `${signed} (${signedPercent.format(share).replace('-', '−')})`;
}

/** The exact figure behind a tile, for its title. */
export function exactFigure(name: FigureName, rows: readonly PlayersRow[]): string {
  const sum = sumOf(rows, name);
  const text = sum.toLocaleString('en', { maximumFractionDigits: 3 });
  if (name === 'playSeconds') return `${text} seconds`;
  return isAverage(name) && rows.length > 1 ? `${text} over ${integer.format(rows.length)} days` : text;
}
