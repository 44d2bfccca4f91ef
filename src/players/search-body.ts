// The body of a search: conditions, the size of a page, and the place where it begins. The names in errors are those of the body.
import { checkMembers } from '../http/checked-members.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { parseTimestamp } from '../lib/clock.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { SEARCH_PAGE_PLAYERS } from '../limits.ts';
import type { Period, PlayerSearch } from '../store/ports/search.ts';
import { cursorSentence, searchPlayersBody } from '../wire/search.ts';
import type { PointerCondition } from './search.ts';

export interface SearchRequest {
  /** The conditions but for those on metadata. */
  readonly search: Omit<PlayerSearch, 'metadata'>;
  readonly metadata: readonly PointerCondition[];
  readonly limit: number;
  /** The sequential id after which the page begins; 0 for the first page. */
  readonly after: number;
}

/** Reads a search. One without a body has no condition. @throws ApiError `invalidRequest` that names the member */
export async function readSearch(request: Request, bodyLength: number): Promise<SearchRequest> {
  const { members = {} } = await readMembers(request, bodyLength, searchPlayersBody);
  const values = checkMembers(members, searchPlayersBody);
  const { playerId, playerIdPrefix, online, suspended, limit = SEARCH_PAGE_PLAYERS, cursor } = values;
  const [registered, lastSeen] = [values.registered, values.lastSeen].map(toPeriod);
  return {
    search: { playerId, playerIdPrefix, registered, lastSeen, online, suspended },
    metadata: members.metadata === undefined ? [] : withTexts(values.metadata ?? [], members.metadata),
    limit,
    after: cursor === undefined ? 0 : readCursor(cursor),
  };
}

const toPeriod = (
  period: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined,
): Period | undefined => period && { from: toTime(period.from), to: toTime(period.to) };

const toTime = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseTimestamp(text);

/** Adds the text of its value to each condition, since a number may have more digits than JavaScript keeps. */
function withTexts(
  conditions: readonly Omit<PointerCondition, 'value'>[],
  text: string,
): readonly PointerCondition[] {
  const items = itemValues(openArray(text)).map((item) => openObject(item).parts);
  return conditions.map(({ pointer, op }, index) => {
    const member = items[index]?.find(({ key }) => key === 'value');
    return { pointer, op, value: member && toText(member.value) };
  });
}

export const formatCursor = (after: number): string => Buffer.from(String(after)).toString('base64url');

function readCursor(cursor: string): number {
  const digits = Buffer.from(cursor, 'base64url').toString();
  const after = /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : 0;
  if (Number.isSafeInteger(after) && after > 0 && formatCursor(after) === cursor) return after;
  throw invalidRequest(cursorSentence);
}
