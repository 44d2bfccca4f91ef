// The rules of reading a player's metadata: one JSON object, empty until it is set and after deletion. Metadata has no states;
// a `version` in the store counts its changes, and makes its entity tag.
import { ApiError, noReadablePlayer } from '../errors.ts';
import { LOOKUP_MAX_BYTES } from '../limits.ts';
import type { Metadata, MetadataRecord, MetadataStore } from '../store/ports/metadata.ts';
import type { PathRules } from './path-rules.ts';

/** What a metadata operation answers; `text` is JSON text, final. */
export interface MetadataFacts {
  readonly playerId: string;
  readonly sequentialId: number;
  readonly text: string;
  /** Is anything stored? Else `text` is an empty object. */
  readonly exists: boolean;
  /** The strong entity tag of this state (RFC 9110 section 8.8.3). */
  readonly etag: string;
}

/** With the id, since a player who was erased and comes again begins with the same versions. */
export const entityTag = (sequentialId: number, version: number): string => `"${sequentialId}-${version}"`;

export function factsOf(sequentialId: number, { playerId, text, version }: Metadata): MetadataFacts {
  const etag = entityTag(sequentialId, version);
  return { playerId, sequentialId, text: text ?? '{}', exists: text !== undefined, etag };
}

/** The record as JSON text. */
export const recordText = (facts: MetadataFacts): string => `${beforeText(facts)}${facts.text}}`;

/** The same in pieces, the metadata by itself. */
export const recordPieces = (facts: MetadataFacts): readonly string[] => [beforeText(facts), facts.text, '}'];

const beforeText = ({ playerId, sequentialId }: MetadataFacts): string =>
  `{"playerId":${JSON.stringify(playerId)},"sequentialId":${sequentialId},"metadata":`;

export const getMetadata = (store: MetadataStore, sequentialId: number): Promise<MetadataFacts | undefined> =>
  store.find(sequentialId).then((found) => found && factsOf(sequentialId, found));

/** The current record comes along with the error, so that one round trip resolves the conflict. */
export function conflict(current: MetadataFacts): ApiError {
  return new ApiError('preconditionFailed', { data: recordText(current), headers: { etag: current.etag } });
}

export interface ReadOptions {
  /** `any` lets every player read every other; `self` hides the others. */
  readonly mode: 'any' | 'self';
  readonly rules: PathRules | undefined;
}

/** What a player may see of a record: all of one's own, of others' what the rules leave. */
function seenBy(
  reader: number | undefined,
  { mode, rules }: ReadOptions,
): (facts: MetadataFacts) => MetadataFacts | undefined {
  return (facts) => {
    if (facts.sequentialId === reader) return facts;
    if (mode === 'self') return undefined;
    if (!rules) return facts;
    // Another text under another tag, and under other rules another one again: a strong one stands for every byte.
    const etag = `${facts.etag.slice(0, -1)}-${rules.digest}"`;
    return { ...facts, text: rules.visibleToOthers(facts.text), etag };
  };
}

/**
 * Reads another player's metadata, or one's own, by sequential id.
 * @param reader the caller's sequential id, undefined for one who is not registered yet.
 * @returns undefined when the reader is nobody (any more), or may not see that player.
 * @throws ApiError `playerNotFound`
 */
export async function getMetadataBySequentialId(
  store: MetadataStore,
  reader: number | undefined,
  sequentialId: number | undefined,
  options: ReadOptions,
): Promise<MetadataFacts | undefined> {
  if (sequentialId === undefined) throw noReadablePlayer();
  const isOwn = sequentialId === reader;
  if (options.mode === 'self' && !isOwn) return undefined;
  const found = await (reader === undefined || isOwn
    ? store.find(sequentialId)
    : store.findAsReader(reader, sequentialId));
  if (found === undefined) throw noReadablePlayer();
  return found === 'reader-not-found' ? undefined : seenBy(reader, options)(factsOf(sequentialId, found));
}

export interface Lookup {
  /** In the order asked, each player once. */
  readonly records: readonly MetadataFacts[];
  /** The ids that are nobody's, or hidden. */
  readonly unknown: readonly number[];
}

/**
 * Reads many players' metadata at once.
 * @returns how many bytes of it the reader is shown, without the records, when that is more than `maxBytes`.
 * @throws ApiError `metadataTooLarge` when that would be too much for one answer.
 */
export async function lookUpMetadata(
  store: MetadataStore,
  reader: number | undefined,
  sequentialIds: readonly number[],
  options: ReadOptions & { readonly maxBytes: number },
): Promise<Lookup | number> {
  const ids = [...new Set(sequentialIds)];
  const asked = options.mode === 'self' ? ids.filter((id) => id === reader) : ids;
  const see = seenBy(reader, options);
  const found = await (options.rules
    ? listShown(store, asked, see, options.maxBytes)
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

/** Of one record nobody could ask for fewer. */
function assertLookupSize(bytes: number, records: number): number {
  if (bytes <= LOOKUP_MAX_BYTES || records === 1) return bytes;
  throw new ApiError('metadataTooLarge', { detail: 'together they are too large; ask for fewer at once' });
}

/**
 * Where rules hide a part, the sizes of what is stored would tell how large that part is. So only what is left counts, which is
 * known when it has been read: one after the other, so that what is hidden is in memory for one record at a time.
 */
async function listShown(
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
