// What a disk holds after a power cut, from the system calls before it: all that was flushed, and of what was written since
// then any part, in any order, sectors torn. The worst that a disk may do which keeps its word about flushes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCall } from '../harness/strace.ts';

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
      for (const change of file.pending) file.flushed = changed(file.flushed, change);
      file.pending = [];
    },
  };
}

/** Writes into a folder what is left. @returns the path of the database. */
export function cutPower(disk: Disk, directory: string, random: (below: number) => number): string {
  const path = join(directory, 'cut.db');
  for (const [end, { flushed, pending }] of disk) {
    let left = flushed;
    // None, all, or some of it.
    const luck = random(3);
    for (const change of pending.flatMap(intoSectors)) {
      if (luck === 1 || (luck === 2 && random(2) === 0)) left = changed(left, change);
    }
    writeFileSync(path + end, left);
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

function changed(file: Buffer, change: Change): Buffer {
  if ('size' in change) {
    const resized = Buffer.alloc(change.size);
    file.copy(resized, 0, 0, Math.min(file.length, change.size));
    return resized;
  }
  const end = change.at + change.bytes.length;
  const result = Buffer.alloc(Math.max(file.length, end));
  file.copy(result);
  change.bytes.copy(result, change.at);
  return result;
}
