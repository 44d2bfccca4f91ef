// Reads the bodies of requests about players: a registration and a lookup.
import { checkMembers } from '../http/checked-members.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { lookUpPlayersBody, registerPlayerBody } from '../wire/players.ts';

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
export async function readPlayerId(request: Request, bodyLength: number): Promise<string> {
  const { members } = await readMembers(request, bodyLength, registerPlayerBody);
  if (members?.playerId === undefined) throw invalidRequest('the body must be {"playerId": "..."}');
  return checkMembers(members, registerPlayerBody).playerId;
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
