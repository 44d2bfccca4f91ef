// The metadata of one player. Each write has an idempotency key, so it is repeated after a fault without a further effect.
import { type JsonText, memberText, toJson, toJsonObject } from './json-text.ts';
import { type MetadataRecord, readRecord } from './record.ts';
import type { MetadataVersion, Schema } from './schema.ts';
import type { Answer, Call, CallOptions } from './transport.ts';

export interface WriteOptions extends CallOptions {
  /** The entity tags that the metadata may have: `record.etag`. Another state is refused with `conflict`. */
  readonly ifMatch?: string;
  /** `*` writes only where nothing is stored. */
  readonly ifNoneMatch?: string;
  /** A random one unless it is given. Give your own where the job itself may run twice, such as the number of an order. */
  readonly idempotencyKey?: string;
}

export type Patch = readonly Readonly<Record<string, unknown>>[] | JsonText;

export interface PlayerMetadata {
  get<Data = Record<string, unknown>>(options?: CallOptions): Promise<MetadataRecord<Data>>;
  /** Replaces the whole object. */
  set<Data = Record<string, unknown>>(
    data: object | JsonText,
    options?: WriteOptions,
  ): Promise<MetadataRecord<Data>>;
  /** A JSON Merge Patch (RFC 7396). */
  merge<Data = Record<string, unknown>>(
    patch: object | JsonText,
    options?: WriteOptions,
  ): Promise<MetadataRecord<Data>>;
  /** A JSON Patch (RFC 6902), which may hold the counters `increment` and `append`. */
  patch<Data = Record<string, unknown>>(patch: Patch, options?: WriteOptions): Promise<MetadataRecord<Data>>;
  delete(options?: WriteOptions): Promise<void>;
  /** The kept versions, newest first. */
  versions(options?: CallOptions): Promise<readonly MetadataVersion[]>;
  /** A kept version with its text, which has every digit. */
  version(
    version: number,
    options?: CallOptions,
  ): Promise<Schema<'ServerMetadataVersion'> & { readonly metadataText: string }>;
  restore<Data = Record<string, unknown>>(
    version: number,
    options?: WriteOptions & { readonly keepProtected?: boolean },
  ): Promise<MetadataRecord<Data>>;
}

/** A call about the player: the rest of its path. */
export interface Part extends Omit<Call, 'path' | 'isRepeatable'> {
  readonly rest?: string;
}
export type SendToPlayer = (call: Part, options?: CallOptions) => Promise<Answer>;

const counters = 'application/vnd.playkeep.patch+json';
const mergePatch = 'application/merge-patch+json';

export const dataOf = async <Data>(answer: Promise<Answer>): Promise<Data> =>
  JSON.parse((await answer).text).data;

function headersOf({ ifMatch, ifNoneMatch, idempotencyKey = crypto.randomUUID() }: WriteOptions) {
  return { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'idempotency-key': idempotencyKey };
}

export function createPlayerMetadata(send: SendToPlayer): PlayerMetadata {
  async function write<Data>(call: Part, options: WriteOptions = {}): Promise<MetadataRecord<Data>> {
    const headers = headersOf(options);
    const { text, etag } = await send({ rest: '/metadata', ...call, headers }, options);
    return readRecord(memberText(text, 'data') ?? '', etag);
  }

  return {
    async get(options) {
      const { text, etag } = await send({ method: 'GET', rest: '/metadata' }, options);
      return readRecord(memberText(text, 'data') ?? '', etag);
    },
    set: (data, options) => write({ method: 'POST', body: toJsonObject({ data }) }, options),
    merge: (patch, options) =>
      write({ method: 'PATCH', body: toJson(patch), mediaType: mergePatch }, options),
    patch: (patch, options) => write({ method: 'PATCH', body: toJson(patch), mediaType: counters }, options),
    async delete(options = {}) {
      await send({ method: 'DELETE', rest: '/metadata', headers: headersOf(options) }, options);
    },
    versions: async (options) =>
      (
        await dataOf<Schema<'ServerMetadataVersions'>>(
          send({ method: 'GET', rest: '/metadata/history' }, options),
        )
      ).versions,
    async version(version, options) {
      const { text } = await send({ method: 'GET', rest: `/metadata/history/${Number(version)}` }, options);
      const data = memberText(text, 'data') ?? '';
      return { ...JSON.parse(data), metadataText: memberText(data, 'metadata') ?? '' };
    },
    restore: (version, { keepProtected, ...options } = {}) =>
      write(
        {
          method: 'POST',
          rest: `/metadata/history/${Number(version)}/restore`,
          body: toJsonObject({ keepProtected }),
        },
        options,
      ),
  };
}
