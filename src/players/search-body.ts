// The body of a search: conditions, the size of a page, and the place where it begins. The names in errors are those of the body.
import { isPlayerId } from '../auth/verifier.ts';
import { invalidRequest, membersOf, readMembers } from '../http/json-members.ts';
import { parseTimestamp } from '../lib/clock.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { isArray, isObject, stringValue, toText } from '../lib/json-text.ts';
import {
  PLAYER_ID_MAX_CHARACTERS,
  SEARCH_MAX_METADATA_CONDITIONS,
  SEARCH_PAGE_MAX_PLAYERS,
  SEARCH_PAGE_PLAYERS,
} from '../limits.ts';
import { type Period, type PlayerSearch, searchOperators } from '../store/ports/search.ts';
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
  const { members = {} } = await readMembers(request, bodyLength, [
    'playerIdPrefix',
    'registered',
    'lastSeen',
    'online',
    'suspended',
    'metadata',
    'limit',
    'cursor',
  ]);
  return {
    search: {
      playerIdPrefix: members.playerIdPrefix === undefined ? undefined : readPrefix(members.playerIdPrefix),
      registered: readPeriod(members.registered, 'registered'),
      lastSeen: readPeriod(members.lastSeen, 'lastSeen'),
      online: readBoolean(members.online, 'online'),
      suspended: readBoolean(members.suspended, 'suspended'),
    },
    metadata: members.metadata === undefined ? [] : readConditions(members.metadata),
    limit: members.limit === undefined ? SEARCH_PAGE_PLAYERS : readLimit(members.limit),
    after: members.cursor === undefined ? 0 : readCursor(members.cursor),
  };
}

/** A prefix that no player id has is an error rather than a search that finds nobody. */
function readPrefix(text: string): string {
  const prefix = stringIn(text);
  if (prefix === '' || (prefix !== undefined && isPlayerId(prefix))) return prefix;
  throw invalidRequest(
    `playerIdPrefix must be a string of at most ${PLAYER_ID_MAX_CHARACTERS} characters without control characters`,
  );
}

function readPeriod(text: string | undefined, name: 'registered' | 'lastSeen'): Period | undefined {
  if (text === undefined) return undefined;
  if (!isObject(text)) throw invalidRequest(`${name} must be an object with from, to or both`);
  const { from, to } = membersOf(text, ['from', 'to'], name);
  return { from: readTime(from, `${name}.from`), to: readTime(to, `${name}.to`) };
}

function readTime(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(stringIn(text) ?? '');
  if (time !== undefined) return time;
  throw invalidRequest(`${name} must be a time in ISO 8601 such as 2026-01-02T03:04:05.678Z`);
}

function readBoolean(text: string | undefined, name: 'online' | 'suspended'): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidRequest(`${name} must be true or false`);
}

function readConditions(text: string): readonly PointerCondition[] {
  const items = isArray(text) ? openArray(text) : undefined;
  if (!items || items.items.length > SEARCH_MAX_METADATA_CONDITIONS)
    throw invalidRequest(`metadata must be an array of at most ${SEARCH_MAX_METADATA_CONDITIONS} conditions`);
  return itemValues(items).map((item, index) => readCondition(toText(item), `metadata[${index}]`));
}

function readCondition(text: string, name: string): PointerCondition {
  if (!isObject(text)) throw invalidRequest(`${name} must be an object with pointer, op and value`);
  const members = membersOf(text, ['pointer', 'op', 'value'], name);
  const pointer = stringIn(members.pointer ?? '');
  if (pointer === undefined) throw invalidRequest(`${name}.pointer must be a string`);
  const given = stringIn(members.op ?? '');
  const op = searchOperators.find((each) => each === given);
  if (op === undefined) throw invalidRequest(`${name}.op must be one of ${searchOperators.join(', ')}`);
  const { value } = members;
  if (op === 'exists') {
    if (value !== undefined) throw invalidRequest(`${name}.value is given, but exists takes none`);
    return { pointer, op, value: undefined };
  }
  if (value === undefined || /^[{[n]/.test(value))
    throw invalidRequest(`${name}.value must be a number, a string, true or false`);
  return { pointer, op, value };
}

function readLimit(text: string): number {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit > 0 && limit <= SEARCH_PAGE_MAX_PLAYERS) return limit;
  throw invalidRequest(`limit must be an integer from 1 to ${SEARCH_PAGE_MAX_PLAYERS}`);
}

export const formatCursor = (after: number): string => Buffer.from(String(after)).toString('base64url');

function readCursor(text: string): number {
  const cursor = stringIn(text) ?? '';
  const digits = Buffer.from(cursor, 'base64url').toString();
  const after = /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : 0;
  if (Number.isSafeInteger(after) && after > 0 && formatCursor(after) === cursor) return after;
  throw invalidRequest('cursor must be the nextCursor of an earlier answer');
}

/** The characters of a JSON string; undefined for any other value. */
const stringIn = (text: string): string | undefined => (text.startsWith('"') ? stringValue(text) : undefined);
