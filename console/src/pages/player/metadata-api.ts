// The requests about a player's metadata. Every write is conditional on the state that its author saw, and has an idempotency key,
// so that it can be sent again after a lost answer. Texts are exact.
import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, requestText, type TextAnswer } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { playerKey } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { memberSource } from '../../json/member.ts';

export type Player = components['schemas']['Player'];
export type Version = components['schemas']['ServerMetadataVersions']['versions'][number];

export interface Metadata {
  /** The source of the object; `{}` where none is stored. */
  readonly text: string;
  /** Without one no write could be conditional, so it is never empty. */
  readonly etag: string;
  readonly isStored: boolean;
}

/** The path of a player in the server API. */
export const playerApiPath = (sequentialId: number): string => `/api/server/players/${sequentialId}`;

const pathOf = (sequentialId: number): string => `${playerApiPath(sequentialId)}/metadata`;

const record = (answer: string): string => memberSource(answer, ['data', 'metadata']) ?? '{}';

function metadataOf({ text, etag = '' }: Pick<TextAnswer, 'text' | 'etag'>): Metadata {
  return { text: record(text), etag, isStored: true };
}

/** @throws ApiFailure */
export async function loadPlayer(sequentialId: number, signal?: AbortSignal): Promise<Player> {
  const path = { sequentialId };
  return dataOf(
    api.GET('/api/server/players/{sequentialId}', { params: { path }, ...(signal && { signal }) }),
  );
}

/** @throws ApiFailure */
export async function erasePlayer(sequentialId: number): Promise<void> {
  const path = { sequentialId };
  await dataOf(api.DELETE('/api/server/players/{sequentialId}', { params: { path } }));
}

/** @throws ApiFailure */
export async function loadMetadata(sequentialId: number, signal?: AbortSignal): Promise<Metadata> {
  const metadata = metadataOf(await requestText(pathOf(sequentialId), { signal }));
  // The answer for none is that for an empty object. The player tells them apart.
  if (metadata.text !== '{}') return metadata;
  const player = await loadPlayer(sequentialId, signal);
  return { ...metadata, isStored: player.metadataBytes > 0 || player.etag !== metadata.etag };
}

/** The metadata that an edit or a restore begins with. A state of before would be a wrong begin, so none is kept. */
export const metadataQuery = (sequentialId: number) =>
  queryOptions({
    queryKey: playerKey(sequentialId, 'metadata'),
    queryFn: ({ signal }) => loadMetadata(sequentialId, signal),
    gcTime: 0,
  });

const condition = ({ etag, isStored }: Metadata): Readonly<Record<string, string>> =>
  isStored ? { 'if-match': etag } : { 'if-none-match': '*' };

export interface Write {
  readonly sequentialId: number;
  /** The state that the write replaces. */
  readonly base: Metadata;
  readonly idempotencyKey: string;
}

const headersOf = ({ base, idempotencyKey }: Write): Readonly<Record<string, string>> => ({
  ...condition(base),
  'idempotency-key': idempotencyKey,
});

/**
 * Stores an object, byte for byte.
 * @throws ApiFailure with 412 if the metadata is not `base` any more
 */
export async function saveMetadata(write: Write, text: string): Promise<Metadata> {
  const options = { method: 'POST', headers: headersOf(write), body: `{"data":${text}}` } as const;
  return metadataOf(await requestText(pathOf(write.sequentialId), options));
}

/** @throws ApiFailure with 412 if the metadata is not `base` any more */
export async function deleteMetadata(write: Write): Promise<void> {
  await requestText(pathOf(write.sequentialId), { method: 'DELETE', headers: headersOf(write) });
}

/**
 * Makes a version the current metadata.
 * @throws ApiFailure with 412 if the metadata is not `base` any more
 */
export async function restoreVersion(write: Write, version: number, keepProtected: boolean): Promise<void> {
  await requestText(`${pathOf(write.sequentialId)}/history/${version}/restore`, {
    method: 'POST',
    headers: headersOf(write),
    body: JSON.stringify(keepProtected ? { keepProtected } : {}),
  });
}

/** The current metadata of a 412; undefined for another failure. */
export async function currentOf(error: unknown, sequentialId: number): Promise<Metadata | undefined> {
  if (!(error instanceof ApiFailure) || error.status !== 412) return undefined;
  const { body = '', etag = '' } = error.options;
  const metadata = metadataOf({ text: body, etag });
  return metadata.text === '{}' || etag === '' ? loadMetadata(sequentialId) : metadata;
}

/** The rules of METADATA_SCHEMA that an object breaks. */
export type SchemaFindings = components['schemas']['MetadataProblems'];

/** @throws ApiFailure */
export async function validateMetadata(text: string, signal: AbortSignal): Promise<SchemaFindings> {
  const body = `{"data":${text}}`;
  const answer = await requestText('/api/server/metadata/validate', { method: 'POST', body, signal });
  // It has sentences and pointers, and nothing of the numbers in the text.
  return (JSON.parse(answer.text) as { data: SchemaFindings }).data;
}

/** The kept versions and the losses of a player, newest first. */
export type History = components['schemas']['ServerMetadataVersions'];

/** @throws ApiFailure */
export async function loadVersions(sequentialId: number, signal?: AbortSignal): Promise<History> {
  const path = { sequentialId };
  return dataOf(
    api.GET('/api/server/players/{sequentialId}/metadata/history', {
      params: { path },
      ...(signal && { signal }),
    }),
  );
}

/** The exact text of a kept version. @throws ApiFailure */
export async function loadVersionText(
  sequentialId: number,
  version: number,
  signal?: AbortSignal,
): Promise<string> {
  return record((await requestText(`${pathOf(sequentialId)}/history/${version}`, { signal })).text);
}
