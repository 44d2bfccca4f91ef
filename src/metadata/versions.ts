// The kept versions of a player's metadata: replaced states, each with its time, its writer and its session.
import { ApiError } from '../errors/errors.ts';
import { entityTag } from '../lib/entity-tag.ts';
import type { KeptVersion, VersionStore } from '../store/ports/versions.ts';

export interface TaggedVersion extends KeptVersion {
  /** The entity tag that the state had. */
  readonly etag: string;
}

/** Lists the kept versions, newest first. */
export async function listVersions(
  store: VersionStore,
  sequentialId: number,
): Promise<readonly TaggedVersion[]> {
  const versions = await store.list(sequentialId);
  return versions.map((kept) => ({ ...kept, etag: entityTag(sequentialId, kept.version) }));
}

/** Reads a kept version with its text. @throws ApiError `versionNotFound` */
export async function getVersion(
  store: VersionStore,
  sequentialId: number,
  version: number | undefined,
): Promise<TaggedVersion & { readonly text: string }> {
  const kept = version === undefined ? undefined : await store.find(sequentialId, version);
  if (!kept) throw new ApiError('versionNotFound');
  return { ...kept, text: kept.text ?? '{}', etag: entityTag(sequentialId, kept.version) };
}
