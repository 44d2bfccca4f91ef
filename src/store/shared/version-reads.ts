// Reads of kept versions, the same on every engine. One may take many times the size of its text: all that it is stored as a
// difference from is read and decoded too. So a player has one read at a time, all reads together have so much room for what
// they hold, and contents are decoded one after the other, in turns of the thread.
import { PLAYER_MAX_VERSION_READS, VERSION_READS_MAX_BYTES } from '../../limits.ts';
import { TIME_SLICE_MILLISECONDS, VERSION_READ_ATTEMPTS } from '../../tuning.ts';
import { type MetadataStore, StoreBusy } from '../ports/store.ts';
import type { CpuScheduler } from './cpu-scheduler.ts';
import { createPlayerSerializer } from './player-serializer.ts';
import {
  chainEnds,
  type Decoding,
  startDecoding,
  toKeptVersion,
  unreadable,
  type VersionFacts,
  type VersionRow,
} from './versions.ts';
import { createWeightedSemaphore } from './weighted-semaphore.ts';

/** Kept versions of a player, both ends included. */
export interface VersionRange {
  readonly sequentialId: number;
  readonly first: number;
  readonly last: number;
}

export interface VersionSource {
  readonly thread: CpuScheduler;
  /** A moment in milliseconds, to tell how long something took. */
  readonly moment: () => number;
  /** Of all kept versions of a player, newest first, without their contents. */
  readonly listFacts: (sequentialId: number) => Promise<readonly VersionFacts[]>;
  readonly listRows: (range: VersionRange) => Promise<readonly VersionRow[]>;
}

export function createVersionReads(source: VersionSource): MetadataStore['findVersion'] {
  const order = createPlayerSerializer(PLAYER_MAX_VERSION_READS);
  const budget = createWeightedSemaphore(VERSION_READS_MAX_BYTES, source.moment);

  async function find(sequentialId: number, version: number): ReturnType<MetadataStore['findVersion']> {
    for (let attempt = 1; attempt <= VERSION_READ_ATTEMPTS; attempt += 1) {
      const facts = await source.listFacts(sequentialId);
      const found = facts.find((row) => row.version === version);
      if (!found) return undefined;
      const last = chainEnds(facts)(version);
      if (last === undefined) throw unreadable(version);
      const text = await budget.withReserved(bytesOf(facts, version, last), () =>
        read(source, { sequentialId, first: version, last }),
      );
      if (text !== 'stored anew') return { ...toKeptVersion(found), ...text };
    }
    throw new StoreBusy('others write the same metadata');
  }

  return (sequentialId, version) => order.run(sequentialId, () => find(sequentialId, version));
}

/** The most memory of a read: the stored contents and three texts. A difference is less than a quarter of its text. */
function bytesOf(facts: readonly VersionFacts[], first: number, last: number): number {
  let contents = 0;
  let longest = 0;
  for (const { version, baseVersion, sizeBytes } of facts) {
    if (version < first || version > last) continue;
    contents += baseVersion === null ? sizeBytes : sizeBytes / 4;
    longest = Math.max(longest, sizeBytes);
  }
  return contents + 3 * longest;
}

/** Another write may have stored the last of them as a difference from a newer one, since their facts were read. */
async function read(
  { thread, listRows, moment }: VersionSource,
  range: VersionRange,
): Promise<{ readonly text: string | undefined } | 'stored anew'> {
  const { sequentialId, first, last } = range;
  const rows = await listRows(range);
  const end = rows.find((row) => row.version === last);
  if (!end || (end.baseVersion !== null && end.baseVersion > last)) return 'stored anew';
  const decoding = startDecoding(rows, first);
  while (!(await thread.run(sequentialId, () => decodeForTurn(decoding, moment))));
  return { text: await thread.run(sequentialId, () => decoding.text()) };
}

/** True when it is done. */
function decodeForTurn(decoding: Decoding, moment: () => number): boolean {
  const until = moment() + TIME_SLICE_MILLISECONDS;
  while (!decoding.next()) if (moment() >= until) return false;
  return true;
}
