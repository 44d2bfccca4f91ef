// The lookup of players by their names, within the statements of a caller: a name is known, erased or unknown.
import { KeyMap } from '../../lib/key-map.ts';
import { digest } from './digest.ts';
import type { Queries } from './executor.ts';
import { findErased, findPlayers } from './sql/statements.ts';

export type Found = number | 'erased' | undefined;

/** Looks names up. A name that is missing in the map is unknown. */
export async function lookUp(queries: Queries, names: readonly string[]): Promise<KeyMap<Found>> {
  const rows = await queries.run(findPlayers, { names });
  const found = new KeyMap<Found>();
  for (const row of rows) found.set(row.playerId, row.sequentialId);
  const others = names.filter((name) => !found.has(name));
  if (others.length === 0) return found;
  for (const name of await findErasedNames(queries, others)) found.set(name, 'erased');
  return found;
}

export async function findErasedNames(
  queries: Queries,
  names: readonly string[],
): Promise<readonly string[]> {
  const digests = names.map(digest);
  const rows = await queries.run(findErased, { digests });
  const erased = new Set(rows.map((row) => row.digest));
  return names.filter((_, index) => erased.has(digests[index] ?? ''));
}
