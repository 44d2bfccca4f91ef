// The space that the database file takes, and the room that its file system has left.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DiskSpace, readDiskSpace } from '../../lib/disk-space.ts';
import type { Metrics } from '../../lib/metrics.ts';

/** @returns undefined where the system does not tell. */
export function findDiskSpace(file: string): DiskSpace | undefined {
  try {
    return readDiskSpace(dirname(file));
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
