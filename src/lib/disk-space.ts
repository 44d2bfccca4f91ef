// The space of a file system. Reading it asks the system alone, in microseconds.
import { statfsSync } from 'node:fs';

export interface DiskSpace {
  /** The bytes that this process may still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/**
 * @param read asks the system
 * @returns undefined where the file system does not know its size. @throws the system's error for a folder that it cannot look at
 */
export function readDiskSpace(folder: string, read: typeof statfsSync = statfsSync): DiskSpace | undefined {
  const { bavail, bsize, blocks } = read(folder);
  // Some file systems do not know their size, and say 0.
  return blocks > 0 ? { freeBytes: bavail * bsize, sizeBytes: blocks * bsize } : undefined;
}
