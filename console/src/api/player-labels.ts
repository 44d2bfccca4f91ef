// The names of players for places that know their numbers alone: the lists of sessions and of the audit. Those that are shown at once are
// looked up together, and each is kept under the key of its player.
import { useQuery } from '@tanstack/react-query';
import { LOOKUP_MAX_PLAYERS } from '../../../src/limits.ts';
import { api, dataOf } from './client.ts';
import { playerKey } from './queries.ts';
import { useHasScope } from './session.ts';

/** A name changes with the metadata, which a game writes at any time. */
const staleMilliseconds = 60_000;

/** Are names of players declared? Any player tells. Undefined until it is known; false for keys without `players:read`. */
export function useHasNames(): boolean | undefined {
  const mayRead = useHasScope('players:read');
  const { data, isError } = useQuery({
    queryKey: ['players', 'has-names'],
    queryFn: async ({ signal }) => {
      const { players } = await dataOf(
        api.POST('/api/server/players/search', { body: { limit: 1 }, signal }),
      );
      return players.some(({ name }) => name !== undefined);
    },
    enabled: mayRead,
    staleTime: staleMilliseconds,
  });
  return mayRead && !isError ? data : false;
}

/** The name of a player; null for none, or none that is known. */
export function usePlayerName(sequentialId: number): string | null {
  const hasNames = useHasNames() === true;
  const { data } = useQuery({
    queryKey: playerKey(sequentialId, 'name'),
    queryFn: () => lookUpName(sequentialId),
    enabled: hasNames,
    staleTime: staleMilliseconds,
  });
  return data ?? null;
}

let waiting = new Map<number, ((names: Promise<ReadonlyMap<number, string>>) => void)[]>();

/** Waits for the other rows of a list, and asks for all of them. @throws ApiFailure */
async function lookUpName(sequentialId: number): Promise<string | null> {
  const names = await new Promise<ReadonlyMap<number, string>>((resolve) => {
    if (waiting.size === 0) setTimeout(send);
    waiting.set(sequentialId, [...(waiting.get(sequentialId) ?? []), resolve]);
  });
  return names.get(sequentialId) ?? null;
}

function send(): void {
  const calls = [...waiting];
  waiting = new Map();
  for (let start = 0; start < calls.length; start += LOOKUP_MAX_PLAYERS) {
    const group = calls.slice(start, start + LOOKUP_MAX_PLAYERS);
    const names = findNames(group.map(([id]) => id));
    for (const [, resolves] of group) for (const resolve of resolves) resolve(names);
  }
}

async function findNames(sequentialIds: number[]): Promise<ReadonlyMap<number, string>> {
  const { players } = await dataOf(api.POST('/api/server/players/lookup', { body: { sequentialIds } }));
  return new Map(players.flatMap(({ sequentialId, name }) => (name ? [[sequentialId, name] as const] : [])));
}
