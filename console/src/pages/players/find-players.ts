// Requests for players: pages of a search, the players whom a text names exactly, and the addresses of their pages.
import { isPlayerId } from '../../../../src/lib/player-id.ts';
import { api, dataOf, requestText } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';

export type Player = components['schemas']['Player'];
export type PlayerPage = components['schemas']['PlayerPage'];

/** @param body from `searchBody` @throws ApiFailure */
export async function searchPlayers(body: string, signal: AbortSignal): Promise<PlayerPage> {
  const { text } = await requestText('/api/server/players/search', { method: 'POST', body, signal });
  return (JSON.parse(text) as { data: PlayerPage }).data;
}

/** The page of a player, below /console. */
export const playerPath = ({ sequentialId }: Pick<Player, 'sequentialId'>): string =>
  `/players/${sequentialId}`;

/** The player of that id and the player of that number, each once. @throws ApiFailure */
export async function findExactPlayers(text: string, signal: AbortSignal): Promise<readonly Player[]> {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  const lookUp = async (body: components['schemas']['LookUpPlayersBody']): Promise<readonly Player[]> =>
    (await dataOf(api.POST('/api/server/players/lookup', { body, signal }))).players;
  const [byNumber, byId] = await Promise.all([
    Number.isSafeInteger(number) ? lookUp({ sequentialIds: [number] }) : [],
    isPlayerId(text) ? lookUp({ playerIds: [text] }) : [],
  ]);
  return [...byNumber, ...byId.filter(({ sequentialId }) => sequentialId !== byNumber[0]?.sequentialId)];
}

/**
 * The one player whom a text means: the one of that id or number, else the only one with that part of a name. Undefined where there are
 * several, or none.
 * @throws ApiFailure
 */
export async function findOnlyPlayer(
  text: string,
  isByName: boolean,
  signal: AbortSignal,
): Promise<Player | undefined> {
  const exact = await findExactPlayers(text, signal);
  if (exact.length > 0 || !isByName) return exact.length === 1 ? exact[0] : undefined;
  const { players, nextCursor } = await searchPlayers(JSON.stringify({ name: text, limit: 2 }), signal);
  return players.length === 1 && nextCursor === null ? players[0] : undefined;
}

/**
 * Some players whom a text may mean: those of that id or number, then by a part of the name where the text may be one, then by the
 * beginning of the id.
 * @throws ApiFailure
 */
export async function findSomePlayers(
  text: string,
  { isByName, most }: { readonly isByName: boolean; readonly most: number },
  signal: AbortSignal,
): Promise<readonly Player[]> {
  const search = (condition: { readonly name: string } | { readonly playerIdPrefix: string }) =>
    searchPlayers(JSON.stringify({ ...condition, limit: most }), signal).then(({ players }) => players);
  const found = await Promise.all([
    findExactPlayers(text, signal),
    isByName ? search({ name: text }) : [],
    isPlayerId(text) ? search({ playerIdPrefix: text }) : [],
  ]);
  const byNumber = new Map(found.flat().map((player) => [player.sequentialId, player]));
  return [...byNumber.values()].slice(0, most);
}
