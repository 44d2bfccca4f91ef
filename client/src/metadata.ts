// The operations on metadata. Each write carries an idempotency key, so that its repetitions have one effect.

import type { components } from './api-types.ts';
import { itemTexts, memberText } from './json-source.ts';
import { randomId } from './random-id.ts';
import { type JsonObject, type MetadataRecord, readRecord } from './record.ts';
import type { Method, Reply, RequestFacts } from './request.ts';
import { type Shape, shapes } from './shapes.ts';
import type { Transport } from './transport.ts';

type Schemas = components['schemas'];
export type MetadataVersions = Schemas['MetadataVersions']['versions'];
export type PatchOperation = Schemas['PlaykeepPatch'][number];

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends ReadOptions {
  /** An entity tag, or `*` for any stored metadata. */
  readonly ifMatch?: string | undefined;
  /** `*` for a write that only begins the metadata. */
  readonly ifNoneMatch?: string | undefined;
  /** The session that must be the active one. */
  readonly sessionId?: string | undefined;
  /** By default a random one. */
  readonly idempotencyKey?: string | undefined;
}

export interface MetadataVersion<Data extends object = JsonObject> extends MetadataRecord<Data> {
  readonly version: number;
  readonly etag: string;
  readonly writtenAt: string | null;
  readonly writtenBy: 'player' | 'server';
  readonly sessionId: string | null;
  readonly replacedAt: string;
  readonly sizeBytes: number;
}

/** Each operation throws PlaykeepError, or the reason of its aborted `signal`. */
export interface MetadataOperations {
  get<Data extends object = JsonObject>(options?: ReadOptions): Promise<MetadataRecord<Data>>;
  getBySequentialId<Data extends object = JsonObject>(
    sequentialId: number,
    options?: ReadOptions,
  ): Promise<MetadataRecord<Data>>;
  /** 1 to 100 ids. */
  lookup(
    sequentialIds: readonly number[],
    options?: ReadOptions,
  ): Promise<{ readonly records: readonly MetadataRecord[]; readonly unknown: readonly number[] }>;
  /** Replaces the whole object. A string is sent as JSON text, to the last digit. */
  set<Data extends object = JsonObject>(
    data: object | string,
    options?: WriteOptions,
  ): Promise<MetadataRecord<Data>>;
  /** A JSON Merge Patch (RFC 7396). A string is sent as JSON text. */
  merge<Data extends object = JsonObject>(
    patch: object | string,
    options?: WriteOptions,
  ): Promise<MetadataRecord<Data>>;
  /** A JSON Patch (RFC 6902), which may hold `increment` and `append`. A string is sent as JSON text. */
  patch<Data extends object = JsonObject>(
    operations: readonly PatchOperation[] | string,
    options?: WriteOptions,
  ): Promise<MetadataRecord<Data>>;
  delete(options?: WriteOptions): Promise<void>;
  history(options?: ReadOptions): Promise<MetadataVersions>;
  version<Data extends object = JsonObject>(
    version: number,
    options?: ReadOptions,
  ): Promise<MetadataVersion<Data>>;
  restore<Data extends object = JsonObject>(
    version: number,
    options?: WriteOptions,
  ): Promise<MetadataRecord<Data>>;
}

export const metadataPath = '/api/game/metadata';
export const playkeepPatchType = 'application/vnd.playkeep.patch+json';
export const mergePatchType = 'application/merge-patch+json';

/** The data of a success as text. */
export const dataText = ({ text }: Reply): string => memberText(text, ['data']) ?? '';

/** The record of a success. */
export const recordOf = <Data extends object>(reply: Reply): MetadataRecord<Data> =>
  readRecord<Data>(dataText(reply), reply.etag);

/** JSON text of what a game hands in. @throws TypeError for a value without a form in JSON, numbers that are not finite included */
export function toJson(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value, (key, part) => {
    if (typeof part === 'number' && !Number.isFinite(part))
      throw new TypeError(`"${key}" is ${part}, which JSON cannot hold`);
    return part;
  });
  if (text === undefined) throw new TypeError('the value has no form in JSON');
  return text;
}

export const writeHeaders = (options: WriteOptions): Readonly<Record<string, string | undefined>> => ({
  'if-match': options.ifMatch,
  'if-none-match': options.ifNoneMatch,
  'x-session-id': options.sessionId,
  'idempotency-key': options.idempotencyKey ?? randomId(),
});

export function createMetadata(transport: Transport): MetadataOperations {
  const read = (path: string, shape: Shape, options: ReadOptions = {}): Promise<Reply> =>
    transport.sendWithRetries({ method: 'GET', path, shape, signal: options.signal });

  const write = (
    method: Method,
    path: string,
    options: WriteOptions,
    content: { readonly body?: string; readonly type?: string } = {},
    shape: Shape = shapes.ownRecord,
  ): Promise<Reply> => {
    const headers = { ...writeHeaders(options), 'content-type': content.type };
    const request: RequestFacts = { method, path, shape, isOwn: true, headers, signal: options.signal };
    return transport.sendWithRetries(
      content.body === undefined ? request : { ...request, body: content.body },
    );
  };

  return {
    get: async ({ signal } = {}) =>
      recordOf(
        await transport.sendWithRetries({
          method: 'GET',
          path: metadataPath,
          shape: shapes.ownRecord,
          isOwn: true,
          signal,
        }),
      ),
    getBySequentialId: async (sequentialId, options) =>
      recordOf(await read(`${metadataPath}/${sequentialId}`, shapes.recordOf(sequentialId), options)),
    async lookup(sequentialIds, { signal } = {}) {
      const body = JSON.stringify({ sequentialIds });
      const headers = { 'content-type': 'application/json' };
      const shape = shapes.records(sequentialIds);
      const path = `${metadataPath}/lookup`;
      const data = dataText(
        await transport.sendWithRetries({ method: 'POST', path, shape, headers, body, signal }),
      );
      const records = itemTexts(memberText(data, ['records']) ?? '[]').map((text) =>
        readRecord(text, undefined),
      );
      return { records, unknown: JSON.parse(memberText(data, ['unknown']) ?? '[]') };
    },
    set: async (data, options = {}) =>
      recordOf(
        await write('POST', metadataPath, options, {
          body: `{"data":${toJson(data)}}`,
          type: 'application/json',
        }),
      ),
    merge: async (patch, options = {}) =>
      recordOf(await write('PATCH', metadataPath, options, { body: toJson(patch), type: mergePatchType })),
    patch: async (operations, options = {}) =>
      recordOf(
        await write('PATCH', metadataPath, options, { body: toJson(operations), type: playkeepPatchType }),
      ),
    async delete(options = {}) {
      await write('DELETE', metadataPath, options, {}, shapes.deleted);
    },
    history: async (options) =>
      JSON.parse(dataText(await read(`${metadataPath}/history`, shapes.versions, options))).versions,
    async version<Data extends object>(version: number, options?: ReadOptions) {
      const path = `${metadataPath}/history/${version}`;
      const text = dataText(await read(path, shapes.version(version), options));
      return { ...JSON.parse(text), text: memberText(text, ['metadata']) } as MetadataVersion<Data>;
    },
    restore: async (version, options = {}) =>
      recordOf(await write('POST', `${metadataPath}/history/${version}/restore`, options)),
  };
}
