// The requests about losses: saves that dropped most of a player's metadata.
import { api, dataOf } from '../../api/client.ts';
import type { RowPage } from '../../api/row-page.ts';
import type { components } from '../../api/schema.ts';

export type Loss = components['schemas']['LossPage']['losses'][number];
export type VersionLosses = components['schemas']['LossVersions']['versions'][number];
export type RestoreResult = components['schemas']['RestoredLosses']['results'][number];

export interface LossFilter {
  /** Empty for any version of the game. */
  readonly gameVersion: string;
  /** Also losses of which an earlier state was restored. */
  readonly withRestored: boolean;
}

const pageSize = 100;
/** The most losses of one request of a restore. */
export const restoreSize = 1_000;

export const lossId = ({ sequentialId, version }: Pick<Loss, 'sequentialId' | 'version'>): string =>
  `${sequentialId}-${version}`;

/** The losses after a cursor, newest first. @throws ApiFailure */
export async function listLosses(
  { gameVersion, withRestored }: LossFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
  limit = pageSize,
): Promise<RowPage<Loss>> {
  const query = {
    limit,
    ...(gameVersion !== '' && { gameVersion }),
    ...(!withRestored && { restored: false }),
    ...(cursor !== undefined && { cursor }),
  };
  const { losses, nextCursor } = await dataOf(
    api.GET('/api/server/metadata/losses', { params: { query }, ...(signal && { signal }) }),
  );
  return { rows: losses, nextCursor };
}

/** All losses of a filter that are not restored, up to some. @throws ApiFailure */
export async function listAllOpen(gameVersion: string, most: number): Promise<readonly Loss[]> {
  const found: Loss[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLosses({ gameVersion, withRestored: false }, cursor);
    found.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < most);
  return found.slice(0, most);
}

/** @throws ApiFailure */
export async function countByVersion(signal: AbortSignal): Promise<readonly VersionLosses[]> {
  const { versions } = await dataOf(api.GET('/api/server/metadata/losses/versions', { signal }));
  return versions;
}

export interface RestoreOptions {
  readonly dryRun?: boolean;
  readonly overwriteNewer?: boolean;
}

/** Restores the states before losses, or tells what that would do, one request after the other. @throws ApiFailure */
export async function restoreLosses(
  losses: readonly Loss[],
  options: RestoreOptions,
  onProgress: (done: number) => void = () => undefined,
): Promise<readonly RestoreResult[]> {
  const results: RestoreResult[] = [];
  for (let start = 0; start < losses.length; start += restoreSize) {
    const part = losses.slice(start, start + restoreSize);
    const body = {
      losses: part.map(({ sequentialId, version }) => ({ sequentialId, version })),
      ...options,
    };
    const answer = await dataOf(api.POST('/api/server/metadata/losses/restore', { body }));
    results.push(...answer.results);
    onProgress(Math.min(losses.length, start + restoreSize));
  }
  return results;
}

/** How much was lost, in percent of the bytes. 100 is for all of it. */
export function lostPercent({ bytesBefore, bytesAfter }: Pick<Loss, 'bytesBefore' | 'bytesAfter'>): number {
  const percent = Math.round((100 * (bytesBefore - bytesAfter)) / bytesBefore);
  return bytesAfter > 2 ? Math.min(99, percent) : percent;
}
