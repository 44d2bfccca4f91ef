// Filters → the body of a search of the server API. It is made as text, so that numbers keep their digits.
import { foldName } from '../../../../src/lib/fold-name.ts';
import { LABEL_MAX_CHARACTERS } from '../../../../src/limits.ts';
import type { MetadataFilter, PeriodFilter, PlayerFilters } from './filters.ts';

/** Players in a page; the most that the service allows. */
export const pageSize = 100;

const dayMilliseconds = 86_400_000;

/**
 * @param hasNames whether the text is a part of a name
 * @param now the moment from which days before now are counted, milliseconds since the epoch
 */
export function searchBody(
  filters: PlayerFilters,
  now: number,
  cursor: string | undefined,
  hasNames = false,
): string {
  const { text, online, suspended, lastSeen, registered, metadata, sort } = filters;
  const members = {
    ...(text !== '' && (isByName(filters, hasNames) ? { name: text } : { playerIdPrefix: text })),
    ...(online !== undefined && { online }),
    ...(suspended !== undefined && { suspended }),
    ...(lastSeen && { lastSeen: boundsOf(lastSeen, now) }),
    ...(registered && { registered: boundsOf(registered, now) }),
    // The order of a search for names is that of the numbers: another one would walk past all who do not match.
    ...(sort !== undefined && !(text !== '' && isByName(filters, hasNames)) && { sort }),
    ...(cursor !== undefined && { cursor }),
    limit: pageSize,
  };
  const sources = Object.entries(members).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  if (metadata.length > 0) sources.push(`"metadata":[${metadata.map(conditionText).join()}]`);
  return `{${sources.join()}}`;
}

/** Does a search go by names? A text without a letter or a sign is in no name. */
export const isByName = ({ text, isById }: PlayerFilters, hasNames: boolean): boolean =>
  hasNames && !isById && foldName(text) !== '' && text.length <= LABEL_MAX_CHARACTERS;

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
