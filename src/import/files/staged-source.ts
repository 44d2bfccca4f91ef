// A source whose parts are staged before the first player comes out. So a file that ends early or breaks is known before anything comes in.
import type { Source } from '../source.ts';
import type { GatherOptions } from './gather.ts';
import { createStaging, type Staging } from './staging.ts';

/**
 * @param load adds every part of the source. @returns notes for the report
 * @throws SourceUnreadable
 */
export async function openStaged(
  options: GatherOptions,
  load: (staging: Staging) => Promise<readonly string[]>,
): Promise<Source> {
  const staging = createStaging(options);
  try {
    const notes = await load(staging);
    return {
      async *read() {
        yield* staging.read();
      },
      players: staging.players,
      notes: () => [...notes, ...staging.notes()],
      async close() {
        staging.close();
      },
    };
  } catch (error) {
    staging.close();
    throw error;
  }
}
