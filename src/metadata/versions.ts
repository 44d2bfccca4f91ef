// The kept versions of a player's metadata: what it was before, when, by whom and in which session it was written.
import { ApiError } from '../errors.ts';
import type { KeptVersion, VersionStore } from '../store/ports/versions.ts';
import { entityTag } from './metadata.ts';

export interface TaggedVersion extends KeptVersion {
  /** The entity tag that the state had. */
  readonly etag: string;
}

/** Newest first. */
export async function listVersions(
  store: VersionStore,
  sequentialId: number,
): Promise<readonly TaggedVersion[]> {
  const versions = await store.list(sequentialId);
  return versions.map((kept) => ({ ...kept, etag: entityTag(sequentialId, kept.version) }));
}

/** One of them, with its text. @throws ApiError `versionNotFound` */
export async function getVersion(
  store: VersionStore,
  sequentialId: number,
  version: number | undefined,
): Promise<TaggedVersion & { readonly text: string }> {
  const kept = version === undefined ? undefined : await store.find(sequentialId, version);
  if (!kept) throw new ApiError('versionNotFound');
  return { ...kept, text: kept.text ?? '{}', etag: entityTag(sequentialId, kept.version) };
}
