// The export of a player: one JSON document with everything that is stored about the player, sent while it is read. Texts of kept
// versions are read and decoded one at a time, sessions and audit entries by pages.
import { noSuchPlayer } from '../errors/errors.ts';
import { toTimestamp } from '../lib/clock.ts';
import { entityTag } from '../lib/entity-tag.ts';
import type { AuditEntry, AuditPosition, Author } from '../store/ports/audit.ts';
import type { Loss } from '../store/ports/losses.ts';
import type { PlayerFacts, StoredSuspension } from '../store/ports/players.ts';
import type { ActiveSession, ListedSession, NotActive } from '../store/ports/sessions.ts';
import type { Store } from '../store/ports/store.ts';
import type { KeptVersion } from '../store/ports/versions.ts';
import { EXPORT_PAGE_ROWS } from '../tuning.ts';
import { toPlayer } from './replies.ts';

export type ExportStore = Pick<Store, 'players' | 'metadata' | 'versions' | 'losses' | 'sessions' | 'audit'>;

/**
 * The document in its envelope, in pieces. An entry of the audit is committed before the first one.
 * @throws ApiError `playerNotFound` between two pieces when the player was erased meanwhile
 */
export async function* exportPieces(
  store: ExportStore,
  sequentialId: number,
  author: Author,
): AsyncGenerator<string | Uint8Array> {
  await store.audit.record({ author, action: 'player.export' }, sequentialId);
  const facts = await describe(store, sequentialId);
  const suspension = await store.players.findSuspension(sequentialId);
  const metadata = await store.metadata.find(sequentialId);
  if (!metadata || suspension === undefined) throw noSuchPlayer();
  yield `{"statusCode":200,"data":{"player":${JSON.stringify(toPlayer(facts))}`;
  yield `,"suspension":${JSON.stringify(suspension && toSuspension(suspension))},"metadata":`;
  yield metadata.text ?? '{}';
  yield ',"versions":[';
  yield* versionPieces(store, sequentialId);
  const losses = await store.losses.listOfPlayer(sequentialId);
  yield `],"losses":[${losses.map(lossText).join(',')}`;
  const active = await store.sessions.find(sequentialId);
  if (!active) throw noSuchPlayer();
  yield `],"activeSession":${activeSessionText(active)},"sessions":[`;
  yield* sessionPieces(store, sequentialId);
  yield '],"audit":[';
  yield* auditPieces(store, sequentialId);
  // An erasure deletes rows that were still to be read. So the end is sent only if there was none.
  await describe(store, sequentialId);
  yield ']}}';
}

/** @throws ApiError `playerNotFound` */
async function describe({ players }: Pick<Store, 'players'>, sequentialId: number): Promise<PlayerFacts> {
  const [facts] = await players.describe([sequentialId]);
  if (!facts) throw noSuchPlayer();
  return facts;
}

async function* versionPieces(
  { versions }: ExportStore,
  sequentialId: number,
): AsyncGenerator<string | Uint8Array> {
  let separator = '';
  for await (const { bytes, ...kept } of versions.readAll(sequentialId)) {
    yield `${separator}${openText(toVersion(sequentialId, kept))}"metadata":`;
    yield bytes ?? '{}';
    yield '}';
    separator = ',';
  }
}

async function* sessionPieces({ sessions }: ExportStore, sequentialId: number): AsyncGenerator<string> {
  let separator = '';
  for (let after: ListedSession | undefined; ; ) {
    const page = await sessions.listEnded(sequentialId, EXPORT_PAGE_ROWS, after);
    if (page.length > 0) yield separator + page.map(endedSessionText).join(',');
    separator = ',';
    if (page.length < EXPORT_PAGE_ROWS) return;
    after = page.at(-1);
  }
}

async function* auditPieces({ audit }: ExportStore, sequentialId: number): AsyncGenerator<string> {
  let separator = '';
  let after: AuditPosition | undefined;
  do {
    const { entries, next } = await audit.list({ sequentialId }, EXPORT_PAGE_ROWS, after);
    if (entries.length > 0) {
      yield separator + entries.map(auditEntryText).join(',');
      separator = ',';
    }
    after = next;
  } while (after);
}

const toSuspension = ({ until, reason }: StoredSuspension) => ({
  until: typeof until === 'number' ? toTimestamp(until) : until,
  reason,
});

const toVersion = (sequentialId: number, kept: KeptVersion) => ({
  version: kept.version,
  etag: entityTag(sequentialId, kept.version),
  writtenAt: kept.writtenAt === null ? null : toTimestamp(kept.writtenAt),
  writtenBy: kept.by,
  keyId: kept.keyId,
  sessionId: kept.sessionId,
  replacedAt: toTimestamp(kept.keptAt),
  sizeBytes: kept.sizeBytes,
});

function lossText({ sequentialId: _, lostAt, restoredAt, by: writtenBy, context, ...loss }: Loss): string {
  const times = {
    lostAt: toTimestamp(lostAt),
    restoredAt: restoredAt === null ? null : toTimestamp(restoredAt),
  };
  return `${openText({ ...loss, ...times, writtenBy })}"context":${context}}`;
}

function activeSessionText(session: ActiveSession | NotActive): string {
  if ('notActive' in session) return 'null';
  const { sessionId, startedAt, lastActivity, installationId, context } = session;
  const times = { startTime: toTimestamp(startedAt), lastActivity: toTimestamp(lastActivity) };
  const about = { sessionId, ...times, installationId };
  return `${openText(about)}"context":${context}}`;
}

function endedSessionText({
  sessionId,
  startedAt,
  endedAt,
  reason,
  installationId,
  context,
}: ListedSession): string {
  const times = { startTime: toTimestamp(startedAt), endTime: toTimestamp(endedAt) };
  const about = { sessionId, ...times, duration: (endedAt - startedAt) / 1000, reason, installationId };
  return `${openText(about)}"context":${context}}`;
}

function auditEntryText({ detail, requestId, at, ...entry }: AuditEntry): string {
  const { auditId, keyId, keyName, action, sequentialId } = entry;
  const about = { auditId, at: toTimestamp(at), keyId, keyName, action, sequentialId };
  return `${openText(about)}"detail":${detail},"requestId":${JSON.stringify(requestId)}}`;
}

/** An object as JSON text, open for members whose values are stored as JSON text. */
const openText = (about: object): string => `${JSON.stringify(about).slice(0, -1)},`;
