// Replies of the metadata routes. Stored text is sent as it is, and never parsed and serialized again.
import { notModified, okMinimal, okTagged, okText, type Reply } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { failedPrecondition, type Preconditions } from '../lib/preconditions.ts';
import type { StartedSession } from '../store/ports/sessions.ts';
import type { KeptMetadataVersion } from '../wire/metadata.ts';
import {
  conflict,
  type Lookup,
  type MetadataFacts,
  recordPieces,
  recordText,
  type ShownFacts,
  withoutText,
} from './metadata.ts';
import type { TaggedVersion, VersionWriters } from './versions.ts';
import type { WrittenFacts } from './writes.ts';

/** From this length on, joining the pieces of a record takes longer than sending them as they are. */
const LARGE_TEXT_CHARACTERS = 4_096;

export const recordReply = (facts: ShownFacts): Reply =>
  okTagged(isLong(facts.text) ? recordPieces(facts) : recordText(facts), facts.etag, facts.lastModified);

/** The reply to a write. A repetition is answered with the record, in which there may be later writes. */
export const writtenReply = (facts: WrittenFacts, isMinimal: boolean): Reply =>
  isMinimal && !facts.isRepeated
    ? okMinimal(recordText(withoutText(facts)), facts.etag, facts.lastModified)
    : recordReply(facts);

const isLong = (text: string | undefined): boolean =>
  text !== undefined && text.length >= LARGE_TEXT_CHARACTERS;

/** The reply to a GET: 304 for a caller who has this state (RFC 9110 section 13.2.2). @throws ApiError `preconditionFailed` */
export function conditionalReply(facts: MetadataFacts, preconditions: Preconditions | undefined): Reply {
  const failed = preconditions && failedPrecondition(preconditions, facts);
  if (failed === 'if-match') throw conflict(facts);
  return failed === 'if-none-match' ? notModified(facts.etag) : recordReply(facts);
}

export const lookupReply = ({ records, unknown }: Lookup): Reply =>
  okText(`{"records":[${records.map(recordText).join(',')}],"unknown":${JSON.stringify(unknown)}}`);

export const toKeptVersion = (kept: TaggedVersion): KeptMetadataVersion => ({
  version: kept.version,
  etag: kept.etag,
  writtenAt: kept.writtenAt === null ? null : toTimestamp(kept.writtenAt),
  writtenBy: kept.by,
  sessionId: kept.sessionId,
  replacedAt: toTimestamp(kept.keptAt),
  sizeBytes: kept.sizeBytes,
});

/** The kept version for a server, with its writer. The context is stored as JSON text, and is sent as it is. */
export function serverVersionText(kept: TaggedVersion, writers: VersionWriters): string {
  const { session, keyName } = writers.of(kept);
  const about = { ...toKeptVersion(kept), keyId: kept.keyId, keyName, ...installationOf(session) };
  return withContext(about, session?.context);
}

const installationOf = (session: StartedSession | undefined) => ({
  installationId: session?.installationId ?? null,
});

/** An object as JSON text, with a context that is JSON text. */
export const withContext = (about: object, context: string | null | undefined): string =>
  `${JSON.stringify(about).slice(0, -1)},"context":${context ?? null}}`;

/** A kept version as JSON text: its record, whose metadata is sent as it is. */
export const versionText = (about: object, text: string): string => withMetadata(JSON.stringify(about), text);

/** An object as JSON text, with metadata that is sent as it is. */
export const withMetadata = (about: string, text: string): string =>
  `${about.slice(0, -1)},"metadata":${text}}`;
