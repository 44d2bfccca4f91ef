// Reads the bodies of requests about players: registrations and a lookup.
import { checkMembers } from '../http/checked-members.ts';
import { invalidRequest, parseMembers, readMembers } from '../http/json-members.ts';
import { lookUpPlayersBody, registerPlayerBody, registerPlayersBody } from '../wire/players.ts';

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
export async function readPlayerId(request: Request, bodyLength: number): Promise<string> {
  const { members } = await readMembers(request, bodyLength, registerPlayerBody);
  if (members?.playerId === undefined) throw invalidRequest('the body must be {"playerId": "..."}');
  return checkMembers(members, registerPlayerBody).playerId;
}

/**
 * The names of a registration of many.
 * @param bytes the whole body
 * @throws ApiError `invalidRequest` that names the first wrong one
 */
export function parsePlayerIds(bytes: Uint8Array): readonly string[] {
  const members = parseMembers(bytes, registerPlayersBody);
  return checkMembers(members, registerPlayersBody).playerIds;
}

/** Each id once, in the order of the request. */
export type PlayerLookup =
  | { readonly by: 'playerId'; readonly ids: readonly string[] }
  | { readonly by: 'sequentialId'; readonly ids: readonly number[] };

const [byPlayerId, bySequentialId] = lookUpPlayersBody.options;
const lookUpMembers = { shape: { ...byPlayerId.shape, ...bySequentialId.shape } };

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
export async function readLookup(request: Request, bodyLength: number): Promise<PlayerLookup> {
  const { members } = await readMembers(request, bodyLength, lookUpMembers);
  if ((members?.playerIds === undefined) === (members?.sequentialIds === undefined))
    throw invalidRequest('the body must have either playerIds or sequentialIds');
  if (members?.playerIds !== undefined) {
    const { playerIds: ids } = checkMembers(members, byPlayerId);
    return { by: 'playerId', ids: ids.filter((id, index) => ids.indexOf(id) === index) };
  }
  const { sequentialIds } = checkMembers(members ?? {}, bySequentialId);
  return { by: 'sequentialId', ids: [...new Set(sequentialIds)] };
}
