// The rules of reading metadata. A player's metadata is one JSON object, which is empty until it is set and after its deletion.
// Its version counts its changes and is part of its entity tag.
import { ApiError, noReadablePlayer, playerSuspended } from '../errors/errors.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { LOOKUP_MAX_BYTES } from '../limits.ts';
import type {
  DatedMetadata,
  FoundMetadata,
  Metadata,
  MetadataRecord,
  MetadataStore,
} from '../store/ports/metadata.ts';
import type { PathRules } from './path-rules.ts';

/** The metadata in an answer. */
export interface MetadataFacts {
  readonly playerId: string;
  readonly sequentialId: number;
  /** JSON text, which is sent as it is. */
  readonly text: string;
  /** Is anything stored? If not, `text` is an empty object. */
  readonly exists: boolean;
  /** The strong entity tag of this state (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /**
   * When it was last written, in milliseconds since the Unix epoch, for its own player alone: it shows when the player plays. Undefined
   * where that is not known.
   */
  readonly lastModified?: number | undefined;
}

/** The metadata as the answer shows it: without the text for a caller who may write and not read. */
export type ShownFacts = Omit<MetadataFacts, 'text'> & { readonly text: string | undefined };

export const withoutText = (facts: ShownFacts): ShownFacts => ({ ...facts, text: undefined });

/** @param lastModified for the own player alone */
export function factsOf(
  sequentialId: number,
  { playerId, text, version }: Metadata,
  lastModified?: number | null,
): MetadataFacts {
  const etag = entityTag(sequentialId, version);
  const exists = text !== undefined;
  return {
    playerId,
    sequentialId,
    text: text ?? '{}',
    exists,
    etag,
    lastModified: lastModified ?? undefined,
  };
}

/** The facts for the own player. */
export const ownFactsOf = (sequentialId: number, found: DatedMetadata): MetadataFacts =>
  factsOf(sequentialId, found, found.writtenAt);

/** The record as JSON text. */
export const recordText = (facts: ShownFacts): string => `${beforeText(facts)}${facts.text ?? ''}}`;

/** The record in pieces, of which the metadata is one, if it is shown. */
export const recordPieces = (facts: ShownFacts): readonly string[] => [
  beforeText(facts),
  facts.text ?? '',
  '}',
];

function beforeText({ playerId, sequentialId, text }: ShownFacts): string {
  const about = `{"playerId":${JSON.stringify(playerId)},"sequentialId":${sequentialId}`;
  return text === undefined ? about : `${about},"metadata":`;
}

export const getMetadata = (store: MetadataStore, sequentialId: number): Promise<MetadataFacts | undefined> =>
  store.find(sequentialId).then((found) => found && factsOf(sequentialId, found));

/** `getMetadata` for its own player. @throws ApiError `playerSuspended` */
export const getOwnMetadata = (
  store: MetadataStore,
  sequentialId: number,
  playerId: string,
): Promise<MetadataFacts | undefined> =>
  store
    .find(sequentialId, playerId)
    .then((found) => found && ownFactsOf(sequentialId, unlessSuspended(found)));

function unlessSuspended(found: FoundMetadata): FoundMetadata {
  if (found.suspendedUntil !== undefined) throw playerSuspended(found.suspendedUntil);
  return found;
}

/** The error of a failed precondition. It carries the current record, so one round trip resolves the conflict. */
export function conflict(current: ShownFacts): ApiError {
  const { etag, lastModified } = current;
  return new ApiError('preconditionFailed', { data: recordText(current), headers: { etag }, lastModified });
}

export interface ReadOptions {
  /** `any` lets every player read every other; `self` hides the others. */
  readonly mode: 'any' | 'self';
  readonly rules: PathRules | undefined;
}

/** Makes the function that shows a record to a reader: the own record in full, another player's without what the rules hide. */
function viewFor(
  reader: number | undefined,
  { mode, rules }: ReadOptions,
): (facts: MetadataFacts) => MetadataFacts | undefined {
  return (facts) => {
    if (facts.sequentialId === reader) return facts;
    if (mode === 'self') return undefined;
    if (!rules) return facts;
    // The text differs from the owner's and depends on the rules, and so must the tag: a strong tag stands for every byte.
    const etag = `${facts.etag.slice(0, -1)}-${rules.digest}"`;
    return { ...facts, text: rules.visibleToOthers(facts.text), etag };
  };
}

/**
 * Reads another player's metadata, or one's own, by sequential id.
 * @param reader the caller's sequential id; undefined for a caller who is not registered yet.
 * @returns undefined when the reader does not exist (any more), or may not read that player.
 * @throws ApiError `playerNotFound` when that player does not exist, `playerSuspended` for a reader who is suspended
 */
export async function getMetadataBySequentialId(
  store: MetadataStore,
  reader: number | undefined,
  sequentialId: number | undefined,
  options: ReadOptions,
): Promise<MetadataFacts | undefined> {
  if (sequentialId === undefined) throw noReadablePlayer();
  if (sequentialId === reader) {
    const own = await store.find(sequentialId);
    if (own === undefined) throw noReadablePlayer();
    return ownFactsOf(sequentialId, unlessSuspended(own));
  }
  if (options.mode === 'self') return undefined;
  const found = await (reader === undefined
    ? store.find(sequentialId)
    : store.findAsReader(reader, sequentialId));
  if (found === undefined) throw noReadablePlayer();
  if (found === 'reader-not-found') return undefined;
  if (!('version' in found)) throw playerSuspended(found.suspendedUntil);
  return viewFor(reader, options)(factsOf(sequentialId, found));
}

export interface Lookup {
  /** The records in the order of the request, each player once. */
  readonly records: readonly MetadataFacts[];
  /** The ids of no player, and of players whom the reader may not read. */
  readonly unknown: readonly number[];
}

/**
 * Reads the metadata of many players at once.
 * @returns the number of bytes that the reader may see, instead of the records, when it exceeds `maxBytes`.
 * @throws ApiError `metadataTooLarge` when those bytes are too many for one answer.
 */
export async function lookUpMetadata(
  store: MetadataStore,
  reader: number | undefined,
  sequentialIds: readonly number[],
  options: ReadOptions & { readonly maxBytes: number },
): Promise<Lookup | number> {
  const ids = [...new Set(sequentialIds)];
  const asked = options.mode === 'self' ? ids.filter((id) => id === reader) : ids;
  const see = viewFor(reader, options);
  const found = await (options.rules
    ? listVisible(store, asked, see, options.maxBytes)
    : store
        .list(asked, options.maxBytes)
        .then((rows) =>
          typeof rows === 'number' ? assertLookupSize(rows, asked.length) : rows.map(toFacts).map(see),
        ));
  if (typeof found === 'number') return found;
  const seen = new Map(found.flatMap((facts) => (facts ? [[facts.sequentialId, facts]] : [])));
  const records = ids.flatMap((id) => seen.get(id) ?? []);
  return { records, unknown: ids.filter((id) => !seen.get(id)) };
}

const toFacts = (row: MetadataRecord): MetadataFacts => factsOf(row.sequentialId, row);

/** Any single record is allowed, since a caller cannot ask for fewer. @throws ApiError `metadataTooLarge` */
function assertLookupSize(bytes: number, records: number): number {
  if (bytes <= LOOKUP_MAX_BYTES || records === 1) return bytes;
  throw new ApiError('metadataTooLarge', { detail: 'together they are too large; ask for fewer at once' });
}

/**
 * Reads records under rules that hide parts. A refusal by the stored size would reveal the size of the hidden parts, so only
 * visible bytes count. They are known after reading. Large records are read one by one, so that the hidden parts of only one
 * are in memory at a time.
 */
async function listVisible(
  store: MetadataStore,
  asked: readonly number[],
  see: (facts: MetadataFacts) => MetadataFacts | undefined,
  maxBytes: number,
): Promise<readonly (MetadataFacts | undefined)[] | number> {
  const all = await store.list(asked, maxBytes);
  if (typeof all !== 'number') return all.map(toFacts).map(see);
  const shown: MetadataFacts[] = [];
  let bytes = 0;
  for (const id of asked) {
    const rows = await store.list([id], Number.MAX_SAFE_INTEGER);
    const facts = typeof rows !== 'number' && rows[0] ? see(toFacts(rows[0])) : undefined;
    if (!facts) continue;
    bytes = assertLookupSize(bytes + (facts.exists ? Buffer.byteLength(facts.text) : 0), asked.length);
    if (bytes <= maxBytes) shown.push(facts);
    else shown.length = 0;
  }
  return bytes <= maxBytes ? shown : bytes;
}
