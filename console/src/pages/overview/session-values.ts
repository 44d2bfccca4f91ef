// Sessions by a value of their context, with the values as the players' games sent them: the text of a number keeps every digit.
// Pure.
import { scanJson } from '../../json/scan.ts';

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
