// A source of a test: its kind, opened on a file of given bytes in a folder of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceItem } from '../../../src/import/source.ts';
import type { SourceKind } from '../../../src/import/source-kind.ts';
import { temporaryDirectory } from '../../harness/engines.ts';

export interface ReadSource {
  readonly items: readonly SourceItem[];
  readonly notes: readonly string[];
  readonly players: number | undefined;
}

/** Reads a whole source. Places and messages name the file alone, without its folder. @throws SourceUnreadable */
export async function readSource(
  kind: SourceKind,
  content: string | Uint8Array,
  settings?: unknown,
  name = 'players',
): Promise<ReadSource> {
  const { directory, remove } = temporaryDirectory();
  const path = join(directory, name);
  const short = (text: string): string => text.replaceAll(`${directory}/`, '');
  try {
    writeFileSync(path, content);
    const source = await kind.open({ from: path, settings, environment: {} });
    try {
      const items: SourceItem[] = [];
      for await (const item of source.read())
        items.push({
          ...item,
          at: short(item.at),
          ...('reason' in item && { reason: short(item.reason) }),
        });
      return { items, notes: source.notes(), players: source.players };
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof Error) error.message = short(error.message);
    throw error;
  } finally {
    remove();
  }
}
