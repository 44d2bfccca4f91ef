// Reads of kept versions, the same on every engine. A read may take many times the size of its text, since the whole chain of
// differences is read and decoded. A walk through all versions decodes each once. So a player has one read at a time, all reads share a memory budget, and contents are decoded
// one after the other, in time slices.
import { createWeightedSemaphore } from '../../admission/weighted-semaphore.ts';
import {
  PLAYER_MAX_VERSION_READS,
  VERSION_READ_ATTEMPTS,
  VERSION_READS_MAX_BYTES,
  VERSION_READS_MAX_WAITING_BYTES,
} from '../../limits.ts';
import { TIME_SLICE_MILLISECONDS } from '../../tuning.ts';
import { StoreBusy } from '../ports/errors.ts';
import type { KeptVersionWithBytes, VersionFacts, VersionRow, VersionStore } from '../ports/versions.ts';
import type { CpuScheduler } from './cpu-scheduler.ts';
import { createPlayerSerializer } from './player-serializer.ts';
import { chainEnds, type Decoding, startDecoding, unreadable } from './version-chain.ts';
import { decodeContent } from './version-contents.ts';
import { toKeptVersion } from './versions.ts';

/** Kept versions of a player, both ends included. */
export interface VersionRange {
  readonly sequentialId: number;
  readonly first: number;
  readonly last: number;
}

export interface VersionSource {
  readonly cpuScheduler: CpuScheduler;
  /** A monotonic clock in milliseconds. */
  readonly moment: () => number;
  /** Lists the kept versions of a player without their contents, newest first. */
  readonly listFacts: (sequentialId: number) => Promise<readonly VersionFacts[]>;
  readonly listRows: (range: VersionRange) => Promise<readonly VersionRow[]>;
}

export function createVersionReads(source: VersionSource): Pick<VersionStore, 'find' | 'readAll'> {
  const order = createPlayerSerializer(PLAYER_MAX_VERSION_READS, 'playerVersionReads');
  const budget = createWeightedSemaphore({
    maxBytes: VERSION_READS_MAX_BYTES,
    maxWaitingBytes: VERSION_READS_MAX_WAITING_BYTES,
    refusal: 'versionReadMemory',
  });

  async function find(sequentialId: number, version: number): ReturnType<VersionStore['find']> {
    for (let attempt = 1; attempt <= VERSION_READ_ATTEMPTS; attempt += 1) {
      const facts = await source.listFacts(sequentialId);
      const found = facts.find((row) => row.version === version);
      if (!found) return undefined;
      const last = chainEnds(facts)(version);
      if (last === undefined) throw unreadable(version);
      const text = await budget.withReserved(bytesOf(facts, version, last), () =>
        read(source, { sequentialId, first: version, last }),
      );
      if (text !== 'changed') return { ...toKeptVersion(found), ...text };
    }
    throw new StoreBusy('contendedVersions');
  }

  /** Reads one version from its base. @returns `'other-base'` when it is stored as a difference from another version */
  async function readFrom(
    base: DecodedVersion | undefined,
    sequentialId: number,
    version: number,
  ): Promise<DecodedVersion | 'other-base' | undefined> {
    const { run } = source.cpuScheduler;
    const [row] = await source.listRows({ sequentialId, first: version, last: version });
    if (!row) return undefined;
    if (row.baseVersion !== null && row.baseVersion !== base?.version) return 'other-base';
    const bytes = await run(sequentialId, () => decodeContent(row.content, base?.bytes));
    return { ...toKeptVersion(row), bytes };
  }

  async function readAfter(
    newer: DecodedVersion | undefined,
    sequentialId: number,
    { version, sizeBytes }: VersionFacts,
  ): Promise<DecodedVersion | undefined> {
    const read = await budget.withReserved(2 * sizeBytes, () => readFrom(newer, sequentialId, version));
    if (read !== 'other-base') return read;
    const found = await find(sequentialId, version);
    if (!found) return undefined;
    const { text, ...kept } = found;
    return { ...kept, bytes: text === undefined ? undefined : Buffer.from(text) };
  }

  async function* readAll(sequentialId: number): AsyncGenerator<KeptVersionWithBytes> {
    let newer: DecodedVersion | undefined;
    for (const facts of await source.listFacts(sequentialId)) {
      const base = newer;
      const found = await order.run(sequentialId, () => readAfter(base, sequentialId, facts));
      if (!found) continue;
      newer = found;
      yield { ...found, keptAt: facts.keptAt };
    }
  }

  return {
    find: (sequentialId, version) => order.run(sequentialId, () => find(sequentialId, version)),
    readAll,
  };
}

/** A version in a walk through all: the base of the next older one. */
interface DecodedVersion extends KeptVersionWithBytes {
  readonly bytes: Buffer | undefined;
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

/** Reads and decodes a chain. Since its facts were read, a write may have stored its last row as a difference from a newer one. */
async function read(
  { cpuScheduler, listRows, moment }: VersionSource,
  range: VersionRange,
): Promise<{ readonly text: string | undefined } | 'changed'> {
  const { sequentialId, first, last } = range;
  const rows = await listRows(range);
  const end = rows.find((row) => row.version === last);
  if (!end || (end.baseVersion !== null && end.baseVersion > last)) return 'changed';
  const decoding = startDecoding(rows, first);
  while (!(await cpuScheduler.run(sequentialId, () => decodeForSlice(decoding, moment))));
  return { text: await cpuScheduler.run(sequentialId, () => decoding.text()) };
}

/** Decodes for one time slice. @returns true when the text is complete */
function decodeForSlice(decoding: Decoding, moment: () => number): boolean {
  const until = moment() + TIME_SLICE_MILLISECONDS;
  while (!decoding.next()) if (moment() >= until) return false;
  return true;
}
