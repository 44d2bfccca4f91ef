// Filters → the body of a search of the server API. It is made as text, so that numbers keep their digits.
import type { MetadataFilter, PeriodFilter, PlayerFilters } from './filters.ts';

/** Players in a page; the most that the service allows. */
export const pageSize = 100;

const dayMilliseconds = 86_400_000;

/** @param now the moment from which days before now are counted, milliseconds since the epoch */
export function searchBody(filters: PlayerFilters, now: number, cursor: string | undefined): string {
  const { text, online, suspended, lastSeen, registered, metadata } = filters;
  const members = {
    ...(text !== '' && { playerIdPrefix: text }),
    ...(online !== undefined && { online }),
    ...(suspended !== undefined && { suspended }),
    ...(lastSeen && { lastSeen: boundsOf(lastSeen, now) }),
    ...(registered && { registered: boundsOf(registered, now) }),
    ...(cursor !== undefined && { cursor }),
    limit: pageSize,
  };
  const sources = Object.entries(members).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  if (metadata.length > 0) sources.push(`"metadata":[${metadata.map(conditionText).join()}]`);
  return `{${sources.join()}}`;
}

/** `from` is included, `to` is not. */
export function boundsOf(
  period: PeriodFilter,
  now: number,
): { readonly from?: string; readonly to?: string } {
  if (period.kind === 'dates') {
    const { from, to } = period;
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to: dayAfter(to) }) };
  }
  const border = new Date(now - period.days * dayMilliseconds).toISOString();
  return period.kind === 'within' ? { from: border } : { to: border };
}

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10);

function conditionText({ pointer, op, value }: MetadataFilter): string {
  const start = `{"pointer":${JSON.stringify(pointer)},"op":"${op}"`;
  return value === undefined ? `${start}}` : `${start},"value":${value}}`;
}
