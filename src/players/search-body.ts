// The body of a search: conditions, the size of a page, and the place where it begins. The names in errors are those of the body.
import { hash } from 'node:crypto';
import { checkMembers } from '../http/checked-members.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { parseTimestamp } from '../lib/clock.ts';
import { foldName } from '../lib/fold-name.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { SEARCH_PAGE_PLAYERS } from '../limits.ts';
import type { Period, PlayerSearch, SortPlace } from '../store/ports/search.ts';
import { cursorSentence, noNamePart, searchPlayersBody } from '../wire/search.ts';
import type { PointerCondition } from './search.ts';

export interface SearchRequest {
  /** The conditions but for those on metadata. */
  readonly search: Omit<PlayerSearch, 'metadata'>;
  readonly metadata: readonly PointerCondition[];
  readonly limit: number;
  /** The place after which the page begins; undefined for the first page. */
  readonly after: SortPlace | undefined;
  readonly sort: string | undefined;
}

/** Reads a search. One without a body has no condition. @throws ApiError `invalidRequest` that names the member */
export async function readSearch(request: Request, bodyLength: number): Promise<SearchRequest> {
  const { members = {} } = await readMembers(request, bodyLength, searchPlayersBody);
  const values = checkMembers(members, searchPlayersBody);
  const {
    name,
    playerId,
    playerIdPrefix,
    online,
    suspended,
    limit = SEARCH_PAGE_PLAYERS,
    cursor,
    sort,
  } = values;
  const [registered, lastSeen] = [values.registered, values.lastSeen].map(toPeriod);
  return {
    search: {
      foldedName: name === undefined ? undefined : foldedPart(name),
      playerId,
      playerIdPrefix,
      registered,
      lastSeen,
      online,
      suspended,
    },
    metadata: members.metadata === undefined ? [] : withTexts(values.metadata ?? [], members.metadata),
    limit,
    after: cursor === undefined ? undefined : readCursor(cursor, sort),
    sort,
  };
}

/** @throws ApiError for a text of marks and white space alone, which is in no name or in all */
function foldedPart(name: string): string {
  const folded = foldName(name);
  if (folded === '') throw invalidRequest(noNamePart);
  return folded;
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

/** The phases of each order. The order of the sequential ids has no name. */
const phasesOf = (sort: string | undefined): readonly SortPlace['phase'][] => {
  if (sort === undefined || sort === 'registered') return ['ids'];
  return sort === 'lastSeen' ? ['online', 'ended', 'rest'] : ['values'];
};

/** The sequential id, and in another order whatever else says the place. */
export const formatCursor = (sort: string | undefined, { phase, key, sequentialId }: SortPlace): string =>
  Buffer.from(
    sort === undefined ? String(sequentialId) : `${digestOf(sort)} ${phase} ${key} ${sequentialId}`,
  ).toString('base64url');

/** A cursor of one order begins no page of another one. A pointer may have any character. */
const digestOf = (sort: string): string => hash('sha256', sort, 'hex').slice(0, 8);

const placeForm = /^(?<phase>[a-z]+) (?<key>[0-9a-f]{0,2048}) (?<id>\d{1,16})$/;

function readCursor(cursor: string, sort: string | undefined): SortPlace {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = sort === undefined ? idPlace(text) : sortedPlace(text, sort);
  if (place && formatCursor(sort, place) === cursor) return place;
  throw invalidRequest(cursorSentence);
}

const idPlace = (text: string): SortPlace | undefined =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
    ? { phase: 'ids', key: '', sequentialId: Number(text) }
    : undefined;

function sortedPlace(text: string, sort: string): SortPlace | undefined {
  const start = `${digestOf(sort)} `;
  const found = text.startsWith(start) ? placeForm.exec(text.slice(start.length))?.groups : undefined;
  const phase = phasesOf(sort).find((each) => each === found?.phase);
  const sequentialId = Number(found?.id);
  if (!found || phase === undefined || !Number.isSafeInteger(sequentialId)) return undefined;
  const key = found.key ?? '';
  return keyForms[phase].test(key) ? { phase, key, sequentialId } : undefined;
}

const time = /^\d{1,16}$/;
const keyForms: Readonly<Record<SortPlace['phase'], RegExp>> = {
  ...{ ids: /^$/, online: /^$/, ended: time, rest: time },
  values: /^(?:[0-9a-f]{2})*$/,
};
