// The contents of a disk after a power cut, from the system calls before it: all flushed writes, and any part of the later ones,
// in any order, with torn sectors. This is the worst case for a disk that honours flushes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCall } from '../../harness/strace.ts';

const sectorBytes = 512;

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly size: number };

interface DiskFile {
  flushed: Buffer;
  /** Changes since the last flush, in order. */
  pending: Change[];
}

/** Files by the end of their names, such as `-wal`. */
export type Disk = ReadonlyMap<string, DiskFile>;

export function createDisk(database: string): { disk: Disk; apply(call: SystemCall): void } {
  const disk = new Map<string, DiskFile>();
  for (const end of ['', '-wal']) disk.set(end, { flushed: Buffer.alloc(0), pending: [] });
  return {
    disk,
    apply({ name, target, bytes, numbers, result }) {
      const file = target.startsWith(database) ? disk.get(target.slice(database.length)) : undefined;
      if (!file || result < 0) return;
      if (name === 'pwrite64') file.pending.push({ at: numbers[1] ?? 0, bytes: bytes.subarray(0, result) });
      if (name === 'ftruncate') file.pending.push({ size: numbers[0] ?? 0 });
      if (!/^f(?:data)?sync$/.test(name)) return;
      file.flushed = changed(file.flushed, file.pending);
      file.pending = [];
    },
  };
}

/** Writes the remaining bytes into a folder. @returns the path of the database. */
export function cutPower(disk: Disk, directory: string, random: (below: number) => number): string {
  const path = join(directory, 'cut.db');
  for (const [end, { flushed, pending }] of disk) {
    // None, all, or some of it.
    const luck = random(3);
    const lucky = pending.flatMap(intoSectors).filter(() => luck === 1 || (luck === 2 && random(2) === 0));
    writeFileSync(path + end, changed(flushed, lucky));
  }
  return path;
}

function intoSectors(change: Change): Change[] {
  if ('size' in change) return [change];
  const sectors: Change[] = [];
  for (let from = 0; from < change.bytes.length; ) {
    const next = Math.min(change.bytes.length, from + sectorBytes - ((change.at + from) % sectorBytes));
    sectors.push({ at: change.at + from, bytes: change.bytes.subarray(from, next) });
    from = next;
  }
  return sectors;
}

function changed(file: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => ('size' in change ? change.size : change.at + change.bytes.length));
  const result = Buffer.alloc(Math.max(file.length, ...ends));
  file.copy(result);
  let { length } = file;
  for (const [index, change] of changes.entries()) {
    const end = ends[index] ?? 0;
    if ('size' in change) result.fill(0, end);
    else change.bytes.copy(result, change.at);
    length = 'size' in change ? end : Math.max(length, end);
  }
  return result.subarray(0, length);
}
