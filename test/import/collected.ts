// All that a source hands out, for a test.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isRefusal,
  type SourceItem,
  type SourcePlayer,
  type SourceRefusal,
} from '../../src/import/source.ts';
import type { SourceKind } from '../../src/import/source-kind.ts';
import { temporaryDirectory } from '../harness/engines.ts';

export interface Collected {
  /** Players and refusals, in their order. */
  readonly items: readonly SourceItem[];
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
  try {
    const items = await Array.fromAsync(source.read());
    const players = items.filter((item): item is SourcePlayer => !isRefusal(item));
    return {
      items,
      players,
      refusals: items.filter(isRefusal),
      notes: source.notes(),
      count: source.players,
      player: (name, id) => players.find(({ ids }) => ids[name]?.[0] === id),
    };
  } finally {
    await source.close();
  }
}

/**
 * The same of a folder with these files, or of the only one. Places and messages name the files alone.
 * @throws SourceUnreadable
 */
export async function collectFiles(
  kind: SourceKind,
  files: Readonly<Record<string, string | Uint8Array>>,
  settings?: unknown,
): Promise<Pick<Collected, 'items' | 'notes' | 'count'>> {
  using temporary = temporaryDirectory();
  const folder = join(temporary.directory, 'source');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const [only = '', ...more] = Object.keys(files);
  try {
    const { items, notes, count } = await collect(
      kind,
      more.length === 0 ? join(folder, only) : folder,
      settings,
    );
    return JSON.parse(JSON.stringify({ items, notes, count }).replaceAll(`${folder}/`, ''));
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replaceAll(`${folder}/`, '');
    throw error;
  }
}

/** The texts of a player's values by their paths, joined by slashes. */
export const textsOf = (player: SourcePlayer | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((player?.values ?? []).map(({ path, text }) => [path.join('/'), text]));
