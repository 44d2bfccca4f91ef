// The space that the database file takes, and what its file system has left. Reading it asks the system alone, in microseconds.
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Metrics } from '../../lib/metrics.ts';

export interface DiskSpace {
  /** The bytes that this process may still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** @returns undefined where the system does not tell. */
export function findDiskSpace(file: string): DiskSpace | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(dirname(file));
    // Some file systems do not know their size, and say 0.
    return blocks > 0 ? { freeBytes: bavail * bsize, sizeBytes: blocks * bsize } : undefined;
  } catch {
    return undefined;
  }
}

/** Adds gauges that are not a number while the system does not tell. */
export function addDiskMetrics(metrics: Metrics, file: string): void {
  metrics.gauge(
    { name: 'playkeep_sqlite_disk_free_bytes', help: 'Bytes left on the file system of the database file.' },
    () => findDiskSpace(file)?.freeBytes ?? Number.NaN,
  );
  metrics.gauge(
    { name: 'playkeep_sqlite_disk_size_bytes', help: 'Bytes of the file system of the database file.' },
    () => findDiskSpace(file)?.sizeBytes ?? Number.NaN,
  );
  const family = { name: 'playkeep_sqlite_file_bytes', help: 'Bytes of the database file and of its log.' };
  metrics.gauge(family, () => sizeOf(file), { file: 'database' });
  metrics.gauge(family, () => sizeOf(`${file}-wal`), { file: 'wal' });
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return Number.NaN;
  }
}
