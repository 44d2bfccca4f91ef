// The looks at this machine: the room on a disk, and the files that a process may open.
import type { statfsSync } from 'node:fs';
import { readDiskSpace } from '../lib/disk-space.ts';
import { DESCRIPTORS_MAX_SHARE } from '../limits.ts';
import { finding, good, type Look } from '../store/ports/surroundings.ts';

const mebibyte = 1024 * 1024;
const leastFreeBytes = 1024 * mebibyte;
const leastFreeShare = 0.1;
/** A connection is an open file. Fewer are for a handful of players. */
const leastOpenFiles = 4_096;

/** @param about names the disk in the line */
export function lookAtDisk(about: string, folder: string, read?: typeof statfsSync): Look {
  try {
    const space = readDiskSpace(folder, read);
    if (space === undefined) return good(about, `the size of the file system at ${folder} is not known`);
    const { freeBytes, sizeBytes } = space;
    const shown = `${Math.round(freeBytes / mebibyte)} MiB free at ${folder}`;
    if (freeBytes >= leastFreeBytes && freeBytes / sizeBytes >= leastFreeShare) return good(about, shown);
    return finding(about, `${shown}, less than 1 GiB or a tenth; make room or enlarge the disk`);
  } catch (error) {
    return finding(about, `${folder} cannot be looked at: ${(error as Error).message}`);
  }
}

/** @param limit undefined where the system does not tell it */
export function lookAtOpenFiles(limit: number | undefined): Look {
  if (limit === undefined) return good('open files', 'this system does not tell the limit');
  const text = limit === Number.POSITIVE_INFINITY ? 'unlimited' : String(limit);
  if (limit >= leastOpenFiles) return good('open files', `${text} for this shell`);
  return finding(
    'open files',
    `${text} for this shell, so a service from it serves ${Math.floor(limit * DESCRIPTORS_MAX_SHARE)} connections at most; set LimitNOFILE=65536 in its unit, or ulimit -n 65536`,
  );
}
