// Sessions by a value of their context, with the values as the players' games sent them: the text of a number keeps every digit.
// Pure.
import { scanJson } from '../../json/scan.ts';

/** Does a pointer lead to versions of the game? They have an order of their own. */
export const isOfVersions = (pointer: string): boolean => /version|build/i.test(pointer);

/** A value: its JSON text, and how to show it. */
export interface SessionValue {
  readonly source: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'none';
  readonly shown: string;
}

export interface SessionsRow {
  readonly value: SessionValue;
  readonly sessions: number;
  readonly playSeconds: number;
}

/** The brackets around the members of a row: the envelope, its data, the rows and the row. */
const rowDepth = 4;

/** Sessions of one value in one period. */
export interface SessionsAtRow extends SessionsRow {
  /** The first date of the period. */
  readonly start: string;
}

/** @param text the body of an answer of `GET /api/server/statistics/sessions` */
export const parseSessions = (text: string) => parseRows<{ sessions: number; playSeconds: number }>(text);

/** @param text the body of an answer of `GET /api/server/statistics/sessions/series` */
export const parseSessionSeries = (text: string) => parseRows<Omit<SessionsAtRow, 'value'>>(text);

function parseRows<Row extends object>(
  text: string,
): { readonly rows: readonly (Row & { readonly value: SessionValue })[]; readonly asOf: string } {
  const { data } = JSON.parse(text) as { data: { rows: Row[]; asOf: string } };
  const sources = valueSources(text);
  const rows = data.rows.map((row, index) => ({ ...row, value: sessionValue(sources[index] ?? 'null') }));
  return { rows, asOf: data.asOf };
}

/** The JSON texts of the members `value` of all rows, in order. */
function valueSources(text: string): string[] {
  const sources: string[] = [];
  let name = '';
  let isValue = false;
  scanJson(text, ({ kind, start, end }, depth) => {
    if (depth !== rowDepth) return;
    const isName = !isValue && kind === 'string';
    if (isName) name = text.slice(start, end);
    else if (isValue && name === '"value"') sources.push(text.slice(start, end));
    isValue = kind === 'colon';
  });
  return sources;
}

function sessionValue(source: string): SessionValue {
  if (source === 'null') return { source, kind: 'none', shown: 'None' };
  if (!source.startsWith('"')) {
    return { source, kind: source === 'true' || source === 'false' ? 'boolean' : 'number', shown: source };
  }
  return { source, kind: 'text', shown: JSON.parse(source) as string };
}

const other = '"other"';
const byVersion = new Intl.Collator('en', { numeric: true });

/**
 * The values that a chart shows: the newest versions in their order, or the values with the most sessions. The rest are the others.
 * @param most values beside the others
 */
export function seriesOf(rows: readonly SessionsAtRow[], by: string, most: number) {
  const starts = [...new Set(rows.map(({ start }) => start))];
  const isInOrder = isOfVersions(by);
  const named = [...Map.groupBy(rows, ({ value }) => value.source)]
    .filter(([source]) => source !== other)
    .map(([, own]) => own)
    .sort((a, b) => (isInOrder ? byVersion.compare(textOf(b), textOf(a)) : sumOf(b) - sumOf(a)));
  const shown = named.slice(0, most);
  if (isInOrder)
    shown.sort((a, b) => Number(isNone(a)) - Number(isNone(b)) || byVersion.compare(textOf(a), textOf(b)));
  const sources = new Set(shown.map(([first]) => first?.value.source));
  const others = rows.filter(({ value }) => !sources.has(value.source));
  const series = shown.map((own) => ({
    label: labelOf(own),
    isOthers: false,
    values: valuesAt(starts, own),
  }));
  if (others.length > 0) series.push({ label: 'Others', isOthers: true, values: valuesAt(starts, others) });
  return { starts, series };
}

type Rows = readonly SessionsAtRow[];
const sumOf = (rows: Rows): number => rows.reduce((sum, { sessions }) => sum + sessions, 0);
const isNone = ([first]: Rows): boolean => first?.value.kind === 'none';
/** Sessions that told no version make way for the oldest. */
const textOf = (own: Rows): string => (isNone(own) ? '' : (own[0]?.value.shown ?? ''));

function valuesAt(starts: readonly string[], rows: Rows): readonly number[] {
  const sums = new Map<string, number>();
  for (const { start, sessions } of rows) sums.set(start, (sums.get(start) ?? 0) + sessions);
  return starts.map((start) => sums.get(start) ?? 0);
}

const labelOf = (own: Rows): string => (isNone(own) ? 'No value' : own[0]?.value.shown || 'Empty text');
