// The metadata of a player as the service answers it.
import { memberText } from './json-text.ts';

/** The metadata is any JSON object, so the caller names its type. */
export interface MetadataRecord<Data = Record<string, unknown>> {
  readonly playerId: string;
  readonly sequentialId: number;
  /** The metadata, parsed: numbers past 2^53 are rounded. Without the scope `players:read` it is empty. */
  readonly metadata: Data;
  /** The metadata as it was submitted, with every digit. Undefined without the scope `players:read`. */
  readonly metadataText: string | undefined;
  /** The entity tag, for `ifMatch`. */
  readonly etag: string;
}

/** @param text the JSON text of a record */
export function readRecord<Data>(text: string, etag: string): MetadataRecord<Data> {
  const { playerId, sequentialId, metadata } = JSON.parse(text);
  return {
    ...{ playerId, sequentialId, etag },
    metadata: metadata ?? {},
    metadataText: memberText(text, 'metadata'),
  };
}
