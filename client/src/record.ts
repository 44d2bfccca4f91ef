// Records as the client gives them: parsed values beside the exact text of the service.
import { memberText } from './json-source.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface MetadataRecord<Data extends object = JsonObject> {
  readonly playerId: string;
  readonly sequentialId: number;
  /** Parsed by `JSON.parse`, which rounds numbers of more than 15 digits. */
  readonly metadata: Data;
  /** The metadata as the service stores it, to the last digit. */
  readonly text: string;
  /** The entity tag; undefined in a lookup. */
  readonly etag: string | undefined;
}

/** @param source the text of a record as JSON */
export function readRecord<Data extends object = JsonObject>(
  source: string,
  etag: string | undefined,
): MetadataRecord<Data> {
  const { playerId, sequentialId, metadata } = JSON.parse(source);
  return { playerId, sequentialId, metadata, text: memberText(source, ['metadata']) ?? '', etag };
}
