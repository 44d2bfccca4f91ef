// The export of a player: one JSON document with everything that is stored about the player, sent while it is read. Texts of kept
// versions are read and decoded one at a time, long lists by pages. rows/of-players.ts says which members there are.
import { noSuchPlayer } from '../errors/errors.ts';
import { toTimestamp } from '../lib/clock.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { formatEventId } from '../lib/ids.ts';
import type { AuditEntry, AuditPosition, Author } from '../store/ports/audit.ts';
import type { StoredEvent } from '../store/ports/events.ts';
import type { Loss } from '../store/ports/losses.ts';
import type { PlayerFacts, StoredSuspension } from '../store/ports/players.ts';
import type { ExportMember } from '../store/ports/rows/of-players.ts';
import type { ActiveSession, ListedSession, NotActive } from '../store/ports/sessions.ts';
import type { Store } from '../store/ports/store.ts';
import type { KeptVersion } from '../store/ports/versions.ts';
import type { WebhookDelivery } from '../store/ports/webhooks.ts';
import { EXPORT_PAGE_ROWS } from '../tuning.ts';
import { toPlayer } from './replies.ts';

export type ExportStore = Pick<
  Store,
  'players' | 'metadata' | 'versions' | 'losses' | 'sessions' | 'events' | 'webhooks' | 'audit'
>;

/** The value of a member as JSON, in pieces. */
type Part = (store: ExportStore, sequentialId: number) => AsyncIterable<string | Uint8Array>;

/** In the order of the document. */
const parts: Readonly<Record<ExportMember, Part>> = {
  player: async function* (store, sequentialId) {
    yield JSON.stringify(toPlayer(await describe(store, sequentialId)));
  },
  suspension: async function* ({ players }, sequentialId) {
    const suspension = await players.findSuspension(sequentialId);
    if (suspension === undefined) throw noSuchPlayer();
    yield JSON.stringify(suspension && toSuspension(suspension));
  },
  metadata: async function* ({ metadata }, sequentialId) {
    const found = await metadata.find(sequentialId);
    if (!found) throw noSuchPlayer();
    yield found.text ?? '{}';
  },
  versions: versionPieces,
  losses: async function* ({ losses }, sequentialId) {
    yield `[${(await losses.listOfPlayer(sequentialId)).map(lossText).join(',')}]`;
  },
  activeSession: async function* ({ sessions }, sequentialId) {
    const active = await sessions.find(sequentialId);
    if (!active) throw noSuchPlayer();
    yield activeSessionText(active);
  },
  sessions: (store, sequentialId) => listPieces(sessionPages(store, sequentialId)),
  events: (store, sequentialId) => listPieces(eventPages(store, sequentialId)),
  deliveries: (store, sequentialId) => listPieces(deliveryPages(store, sequentialId)),
  audit: (store, sequentialId) => listPieces(auditPages(store, sequentialId)),
};

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
  await describe(store, sequentialId);
  let before = '{"statusCode":200,"data":{';
  for (const [name, part] of Object.entries(parts)) {
    yield `${before}"${name}":`;
    yield* part(store, sequentialId);
    before = ',';
  }
  // An erasure deletes rows that were still to be read. So the end is sent only if there was none.
  await describe(store, sequentialId);
  yield '}}';
}

/** @throws ApiError `playerNotFound` */
async function describe({ players }: Pick<Store, 'players'>, sequentialId: number): Promise<PlayerFacts> {
  const [facts] = await players.describe([sequentialId]);
  if (!facts) throw noSuchPlayer();
  return facts;
}

/** A list as JSON. @param pages texts of its elements */
async function* listPieces(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* versionPieces(
  { versions }: ExportStore,
  sequentialId: number,
): AsyncGenerator<string | Uint8Array> {
  let before = '[';
  for await (const { bytes, ...kept } of versions.readAll(sequentialId)) {
    yield `${before}${openText(toVersion(sequentialId, kept))}"metadata":`;
    yield bytes ?? '{}';
    yield '}';
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* sessionPages(
  { sessions }: ExportStore,
  sequentialId: number,
): AsyncGenerator<readonly string[]> {
  let page: readonly ListedSession[];
  let after: ListedSession | undefined;
  do {
    page = await sessions.listEnded(sequentialId, EXPORT_PAGE_ROWS, after);
    yield page.map(endedSessionText);
    after = page.at(-1);
  } while (page.length === EXPORT_PAGE_ROWS);
}

/** The feed has no index by player, so this looks at all events that are kept, part by part. */
async function* eventPages({ events }: ExportStore, sequentialId: number): AsyncGenerator<readonly string[]> {
  const newest = (await events.newest()) ?? 0;
  for (let after: number | undefined; (after ?? 0) < newest; ) {
    const page = await events.page(after, { sequentialId, limit: EXPORT_PAGE_ROWS });
    if (page === 'ahead') return;
    // The oldest events may be deleted meanwhile.
    if ('oldestEventId' in page) after = page.oldestEventId - 1;
    else {
      yield page.events.map(eventText);
      after = page.lastEventId ?? newest;
    }
  }
}

async function* deliveryPages(
  { webhooks }: ExportStore,
  sequentialId: number,
): AsyncGenerator<readonly string[]> {
  const query = { sequentialId, failedAlone: false, limit: EXPORT_PAGE_ROWS };
  for (const { webhookId } of await webhooks.list()) {
    let page: readonly WebhookDelivery[];
    let after: string | undefined;
    do {
      page = await webhooks.listDeliveries(webhookId, after === undefined ? query : { ...query, after });
      yield page.map((delivery) => deliveryText(webhookId, delivery));
      after = page.at(-1)?.deliveryId;
    } while (page.length === EXPORT_PAGE_ROWS);
  }
}

async function* auditPages({ audit }: ExportStore, sequentialId: number): AsyncGenerator<readonly string[]> {
  let after: AuditPosition | undefined;
  do {
    const { entries, next } = await audit.list({ sequentialId }, EXPORT_PAGE_ROWS, after);
    yield entries.map(auditEntryText);
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

function eventText({ eventId, type, at, sequentialId, data }: StoredEvent): string {
  const about = { eventId: formatEventId(eventId), type, at: toTimestamp(at), sequentialId };
  return `${openText(about)}"data":${data}}`;
}

const deliveryText = (webhookId: string, { sequentialId: _, eventId, at, ...delivery }: WebhookDelivery) =>
  JSON.stringify({
    webhookId,
    ...delivery,
    eventId: eventId === null ? null : formatEventId(eventId),
    at: toTimestamp(at),
  });

function auditEntryText({ detail, requestId, at, ...entry }: AuditEntry): string {
  const { auditId, keyId, keyName, action, sequentialId } = entry;
  const about = { auditId, at: toTimestamp(at), keyId, keyName, action, sequentialId };
  return `${openText(about)}"detail":${detail},"requestId":${JSON.stringify(requestId)}}`;
}

/** An object as JSON text, open for members whose values are stored as JSON text. */
const openText = (about: object): string => `${JSON.stringify(about).slice(0, -1)},`;
