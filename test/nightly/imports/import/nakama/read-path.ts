// Files of Nakama's console, read by the source.
import { nakama } from '../../../../../src/import/nakama/index.ts';
import type { SourceItem } from '../../../../../src/import/source.ts';

export async function readPath(path: string): Promise<{ items: SourceItem[]; notes: readonly string[] }> {
  const source = await nakama.open({ from: path, settings: undefined, environment: {} });
  try {
    const items: SourceItem[] = [];
    for await (const item of source.read()) items.push(item);
    return { items, notes: source.notes() };
  } finally {
    await source.close();
  }
}
