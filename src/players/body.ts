// Reads the bodies of requests about players: a registration and a lookup.
import { isPlayerId } from '../auth/verifier.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { isArray, stringValue, toText } from '../lib/json-text.ts';
import { LOOKUP_MAX_PLAYERS, PLAYER_ID_MAX_CHARACTERS } from '../limits.ts';

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
export async function readPlayerId(request: Request, bodyLength: number): Promise<string> {
  const { members } = await readMembers(request, bodyLength, ['playerId']);
  if (members?.playerId === undefined) throw invalidRequest('the body must be {"playerId": "..."}');
  return playerIdIn(members.playerId, 'playerId');
}

/** Each id once, in the order of the request. */
export type PlayerLookup =
  | { readonly by: 'playerId'; readonly ids: readonly string[] }
  | { readonly by: 'sequentialId'; readonly ids: readonly number[] };

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
export async function readLookup(request: Request, bodyLength: number): Promise<PlayerLookup> {
  const { members } = await readMembers(request, bodyLength, ['playerIds', 'sequentialIds']);
  const { playerIds, sequentialIds } = members ?? {};
  if ((playerIds === undefined) === (sequentialIds === undefined))
    throw invalidRequest('the body must have either playerIds or sequentialIds');
  if (playerIds !== undefined) {
    const ids = itemsOf(playerIds, 'playerIds').map((item) => playerIdIn(item, 'each of playerIds'));
    return { by: 'playerId', ids: ids.filter((id, index) => ids.indexOf(id) === index) };
  }
  const ids = itemsOf(sequentialIds ?? '', 'sequentialIds').map(sequentialIdIn);
  return { by: 'sequentialId', ids: [...new Set(ids)] };
}

function itemsOf(text: string, name: string): readonly string[] {
  const items = isArray(text) ? openArray(text) : undefined;
  if (!items || items.items.length === 0 || items.items.length > LOOKUP_MAX_PLAYERS)
    throw invalidRequest(`${name} must be an array of 1 to ${LOOKUP_MAX_PLAYERS} ids`);
  return itemValues(items).map((item) => toText(item));
}

function playerIdIn(text: string, name: string): string {
  const playerId = text.startsWith('"') ? stringValue(text) : '';
  if (isPlayerId(playerId)) return playerId;
  throw invalidRequest(
    `${name} must be a string of 1 to ${PLAYER_ID_MAX_CHARACTERS} characters without control characters`,
  );
}

function sequentialIdIn(text: string): number {
  const id = /^\d/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id) && id >= 1) return id;
  throw invalidRequest('each of sequentialIds must be a positive integer');
}
