// The rules of a player's metadata: one JSON object, replaced as a whole, empty until it is set and after deletion.
// Metadata has no states; a `version` in the store counts its changes.
import { ApiError } from '../errors.ts';
import { after, type Maybe } from '../lib/maybe.ts';
import type { Metadata, MetadataStore } from '../store/store.ts';

/** What a metadata operation answers; `text` is JSON text, final. */
export interface MetadataFacts {
  readonly playerId: string;
  readonly sequentialId: number;
  readonly text: string;
}

const facts = (sequentialId: number, { playerId, text }: Metadata): MetadataFacts => ({
  playerId,
  sequentialId,
  text: text ?? '{}',
});

export function getMetadata(store: MetadataStore, sequentialId: number): Maybe<MetadataFacts | undefined> {
  return after(store.find(sequentialId), (found) => found && facts(sequentialId, found));
}

/**
 * Reads another player's metadata, or one's own, by sequential id.
 * @param reader the caller's sequential id, undefined for one who is not registered yet.
 * @param mode `any` lets every player read every other; `self` hides the others.
 * @throws ApiError `playerNotFound`
 */
export async function getMetadataBySequentialId(
  store: MetadataStore,
  reader: number | undefined,
  mode: 'any' | 'self',
  sequentialId: number | undefined,
): Promise<MetadataFacts> {
  const visible = sequentialId !== undefined && (mode === 'any' || sequentialId === reader);
  const found = visible ? await getMetadata(store, sequentialId) : undefined;
  if (!found) throw new ApiError('playerNotFound');
  return found;
}

/** Replaces the whole object; answers undefined when the player does not exist (any more). */
export async function setMetadata(
  store: MetadataStore,
  player: { readonly playerId: string; readonly sequentialId: number },
  text: string,
): Promise<MetadataFacts | undefined> {
  const version = await store.update(player.sequentialId, text);
  return version === undefined ? undefined : { ...player, text };
}

/** Deletes what is stored, if anything; true unless the player does not exist (any more). */
export async function deleteMetadata(store: MetadataStore, sequentialId: number): Promise<true | undefined> {
  const version = await store.delete(sequentialId);
  return version === undefined ? undefined : true;
}
