// The looks at this machine: the room on a disk, and the files that a process may open.
import { readFileSync, type statfsSync } from 'node:fs';
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

/** @param limits the text of `/proc/self/limits`; undefined where there is none */
export function lookAtOpenFiles(limits: string | undefined): Look {
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits ?? '')?.[1];
  if (soft === undefined) return good('open files', 'this system does not tell the limit');
  const count = soft === 'unlimited' ? Infinity : Number(soft);
  if (count >= leastOpenFiles) return good('open files', `${soft} for this shell`);
  return finding(
    'open files',
    `${soft} for this shell, so a service from it serves ${Math.floor(count * DESCRIPTORS_MAX_SHARE)} connections at most; set LimitNOFILE=65536 in its unit, or ulimit -n 65536`,
  );
}

/** @returns undefined where the system has no such file */
export function readLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
}
