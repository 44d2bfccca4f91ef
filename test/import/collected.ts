// All that a source hands out, for a test.
import { isRefusal, type SourcePlayer, type SourceRefusal } from '../../src/import/source.ts';
import type { SourceKind } from '../../src/import/source-kind.ts';

export interface Collected {
  readonly players: readonly SourcePlayer[];
  readonly refusals: readonly SourceRefusal[];
  readonly notes: readonly string[];
  /** The number that the source told at its end. */
  readonly count: number | undefined;
  /** The player whose first id of the kind is this. */
  player(kind: string, id: string): SourcePlayer | undefined;
}

/** Opens a source, reads all of it, and closes it. */
export async function collect(
  kind: SourceKind,
  from: string | undefined,
  settings?: unknown,
): Promise<Collected> {
  const source = await kind.open({ from, settings, environment: {} });
  const players: SourcePlayer[] = [];
  const refusals: SourceRefusal[] = [];
  try {
    for await (const item of source.read()) {
      if (isRefusal(item)) refusals.push(item);
      else players.push(item);
    }
    return {
      players,
      refusals,
      notes: source.notes(),
      count: source.players,
      player: (name, id) => players.find(({ ids }) => ids[name]?.[0] === id),
    };
  } finally {
    await source.close();
  }
}

/** The texts of a player's values by their paths, joined by slashes. */
export const textsOf = (player: SourcePlayer | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((player?.values ?? []).map(({ path, text }) => [path.join('/'), text]));
