// The events that are the same on all engines: the two texts that a change tells, and the form that they have in the feed. `data` stays; `personal` is
// what an erasure takes out: names of members, short contexts, installations, keys of servers, reasons of suspensions. A longer context is
// in the row of the session alone, active or ended, and its events are read with it.
import { changedMembers } from '../../lib/changed-members.ts';
import { toTimestamp } from '../../lib/clock.ts';
import { entityTag } from '../../lib/entity-tag.ts';
import { createFinder } from '../../lib/json-find.ts';
import type { Metrics } from '../../lib/metrics.ts';
import {
  EVENT_MAX_MEMBERS,
  EVENT_MEMBERS_MAX_BYTES,
  EVENT_MEMBERS_MAX_BYTES_OF_PERIOD,
  EVENT_OWN_CONTEXT_BYTES,
} from '../../limits.ts';
import {
  type EventGroup,
  type EventPage,
  type EventsElsewhere,
  type EventType,
  eventTypes,
  type StoredEvent,
} from '../ports/events.ts';
import type { EditOptions } from '../ports/metadata.ts';
import type { EndedSession } from '../ports/sessions.ts';
import type { Suspension } from '../ports/suspensions.ts';
import type { Shrinkage } from './losses.ts';
import { type SuspensionRow, suspensionOf } from './suspensions.ts';

/** An event without its player, as it is stored. */
export interface Told {
  readonly type: EventType;
  /** JSON text of an object. */
  readonly data: string;
  /** JSON text of an object, null for nothing. */
  readonly personal: string | null;
}

export interface NewEvent extends Told {
  readonly sequentialId: number;
}

/** The groups of events that are told. */
export type ToldGroups = Readonly<Record<EventGroup, boolean>>;

export const toldGroups = (groups: readonly EventGroup[]): ToldGroups => ({
  players: groups.includes('players'),
  sessions: groups.includes('sessions'),
  metadata: groups.includes('metadata'),
});

export const typeNumber = (type: EventType): number => eventTypes.indexOf(type);

const noData = '{}';

export const registered: Told = { type: 'player.registered', data: noData, personal: null };
export const erased: Told = { type: 'player.erased', data: noData, personal: null };

/**
 * @param found the row before the change
 * @param suspension the new one; undefined where the one in the row ends, which the event then tells
 */
export function suspensionTold(found: SuspensionRow, suspension: Suspension | undefined): Told {
  const until = suspension ? suspension.until : suspensionOf(found.suspendedUntil);
  const reason = suspension ? suspension.reason : found.reason;
  return {
    type: suspension ? 'player.suspended' : 'player.unsuspended',
    data: JSON.stringify({ until }),
    personal: reason === null ? null : JSON.stringify({ reason }),
  };
}

/** @param context JSON text */
export function startTold(sessionId: string, context: string | null, installationId: string | null): Told {
  const { own, mark } = contextTold(context);
  return {
    type: 'session.started',
    data: `{"sessionId":"${sessionId}"${mark}}`,
    personal: startFacts(own, installationId),
  };
}

/** Without a parse: the context is JSON text, and an installation needs no escape. */
function startFacts(context: string | null, installationId: string | null): string | null {
  if (context === null) return installationId === null ? null : `{"installationId":"${installationId}"}`;
  return installationId === null
    ? `{"context":${context}}`
    : `{"context":${context},"installationId":"${installationId}"}`;
}

/** Mirrored by the statement of PostgreSQL that ends sessions. */
export function endTold(
  { sessionId, startedAt, endedAt, reason }: EndedSession,
  context: string | null,
): Told {
  const { own, mark } = contextTold(context);
  return {
    type: 'session.ended',
    data: `{"sessionId":"${sessionId}","startedAt":${startedAt},"endedAt":${endedAt},"reason":"${reason}"${mark}}`,
    personal: startFacts(own, null),
  };
}

/** A short context is in the event itself, which takes less than a look at the session. Of a longer one the event has a mark. */
function contextTold(context: string | null): { readonly own: string | null; readonly mark: string } {
  const isLong = context !== null && Buffer.byteLength(context) > EVENT_OWN_CONTEXT_BYTES;
  return isLong ? { own: null, mark: ',"inSession":true' } : { own: context, mark: '' };
}

/** A write of metadata that took effect. */
export interface ToldChange {
  /** The version after it. */
  readonly version: number;
  readonly before: string | null;
  /** Null where it deletes. */
  readonly after: string | null;
  /** Undefined for no loss. */
  readonly shrinkage: Shrinkage | undefined;
}

const memberBounds = { maxNames: EVENT_MAX_MEMBERS, maxBytes: EVENT_MEMBERS_MAX_BYTES };

/** The event of a write before its names are held against the bytes of the player. */
export interface ToldWrite extends Told {
  /** The names of members as a JSON array; null past a bound. */
  readonly members: string | null;
}

export function changeTold(
  { version, before, after, shrinkage }: ToldChange,
  options: EditOptions,
): ToldWrite {
  const by = options.by ?? 'player';
  const members = changedMembers(before, after, memberBounds);
  const about = `"version":${version},"by":"${by}","deleted":${after === null}`;
  const personal = writerFacts(options);
  if (!shrinkage) return { type: 'metadata.changed', data: `{${about}}`, personal, members };
  const { bytesBefore, bytesAfter } = shrinkage;
  const data = `{${about},"bytesBefore":${bytesBefore},"bytesAfter":${bytesAfter}}`;
  return { type: 'metadata.lost', data, personal, members };
}

/** The bytes of names that the events of a player have had in a period; null for none. */
export interface ToldBytes {
  readonly toldPeriod: number | null;
  readonly toldBytes: number | null;
}

const periodMilliseconds = 30 * 24 * 3_600 * 1_000;

/**
 * Adds the names to the event of a write, while the bytes of the player suffice. Mirrored by fragments/told-bytes.sql and
 * fragments/told-personal.sql.
 * @param counted what the row has before the write
 * @returns what the row has after it
 */
export function withMembers(
  { members, ...told }: ToldWrite,
  counted: ToldBytes,
  now: number,
): { readonly told: Told; readonly toldPeriod: number; readonly toldBytes: number } {
  const toldPeriod = Math.floor(now / periodMilliseconds);
  const before = counted.toldPeriod === toldPeriod ? (counted.toldBytes ?? 0) : 0;
  const toldBytes = before + (members === null ? 0 : Buffer.byteLength(members));
  if (members === null || toldBytes > EVENT_MEMBERS_MAX_BYTES_OF_PERIOD)
    return { toldPeriod, toldBytes, told };
  const rest = told.personal === null ? '}' : `,${told.personal.slice(1)}`;
  return { toldPeriod, toldBytes, told: { ...told, personal: `{"members":${members}${rest}` } };
}

function writerFacts({ audited, installationWrite }: EditOptions): string | null {
  const keyId = audited?.author.keyId ?? undefined;
  const installationId = installationWrite?.id;
  return keyId === undefined && installationId === undefined
    ? null
    : JSON.stringify({ keyId, installationId });
}

/** An event as a row has it. */
export interface EventRow {
  readonly eventId: number;
  readonly at: number;
  readonly type: number;
  readonly sequentialId: number;
  readonly data: string;
  readonly personal: string | null;
}

/** The members of `data` and of `personal`. Times are milliseconds since the Unix epoch. */
const dataNames = [
  ...(['until', 'sessionId', 'startedAt', 'endedAt', 'reason'] as const),
  ...(['inSession', 'version', 'by', 'members', 'deleted', 'bytesBefore', 'bytesAfter'] as const),
] as const;
const personalNames = ['members', 'context', 'installationId', 'keyId', 'reason'] as const;

/** The values of members as JSON text. A parser would keep the names of members, which players choose, in a table of public seed. */
type Texts<Name extends string> = Readonly<Record<Name, string>>;

function reading<Name extends string>(names: readonly Name[]): (text: string | null) => Texts<Name> {
  const find = createFinder(names.map((name) => [name]));
  return (text) => {
    const found = text === null ? [] : find(text);
    return Object.fromEntries(names.map((name, index) => [name, found[index] ?? 'null'])) as Texts<Name>;
  };
}
const readData = reading(dataNames);
const readPersonal = reading(personalNames);

interface Facts extends Pick<EventRow, 'at' | 'sequentialId'> {
  readonly data: Texts<(typeof dataNames)[number]>;
  readonly personal: Texts<(typeof personalNames)[number]>;
}

const timeText = (milliseconds: string): string => `"${toTimestamp(Number(milliseconds))}"`;

const changeText = ({ sequentialId, data, personal }: Facts): string =>
  [
    `"etag":${JSON.stringify(entityTag(sequentialId, Number(data.version)))},"writtenBy":${data.by}`,
    `"keyId":${personal.keyId},"installationId":${personal.installationId}`,
    `"members":${personal.members},"deleted":${data.deleted}`,
  ].join(',');

const suspensionText = ({ data: { until }, personal }: Facts): string =>
  `"until":${until.startsWith('"') ? until : timeText(until)},"reason":${personal.reason}`;

const texts: Readonly<Record<EventType, (facts: Facts) => string>> = {
  'player.registered': () => '',
  'player.erased': () => '',
  'player.suspended': suspensionText,
  'player.unsuspended': suspensionText,
  'session.started': ({ at, data, personal }) =>
    [
      `"sessionId":${data.sessionId},"startTime":"${toTimestamp(at)}"`,
      `"context":${personal.context},"installationId":${personal.installationId}`,
    ].join(','),
  'session.ended': ({ data: { sessionId, startedAt, endedAt, reason }, personal }) =>
    [
      `"sessionId":${sessionId},"startTime":${timeText(startedAt)},"endTime":${timeText(endedAt)}`,
      `"duration":${(Number(endedAt) - Number(startedAt)) / 1_000},"reason":${reason},"context":${personal.context}`,
    ].join(','),
  'metadata.changed': changeText,
  'metadata.lost': (facts) =>
    `${changeText(facts)},"bytesBefore":${facts.data.bytesBefore},"bytes":${facts.data.bytesAfter}`,
};

/** The session that has the context of an event, as its row is found. */
export interface ToldSession {
  readonly sequentialId: number;
  readonly sessionId: string;
  /** The end of the session, or a time before it. */
  readonly since: number;
}

export function sessionOf({
  at,
  sequentialId,
  data,
}: Pick<EventRow, 'at' | 'sequentialId' | 'data'>): ToldSession | undefined {
  const { sessionId, endedAt, inSession } = readData(data);
  if (inSession === 'null') return undefined;
  return {
    sequentialId,
    sessionId: sessionId.slice(1, -1),
    since: endedAt === 'null' ? at : Number(endedAt),
  };
}

/** Has an event facts that an erasure takes out? */
export const isPersonal = ({ data, personal }: Pick<EventRow, 'data' | 'personal'>): boolean =>
  personal !== null || readData(data).members !== 'null';

/**
 * @param exists is the player of the event still there? Otherwise the facts are left out that an erasure takes out.
 * @param context that of the session, where its row has it
 */
export function toStoredEvent(row: EventRow, exists: boolean, context: string | null): StoredEvent {
  const { eventId, at, sequentialId } = row;
  const type = eventTypes[row.type];
  if (type === undefined) throw new Error(`event ${eventId} is of a type that this version does not know`);
  const facts = readData(row.data);
  const own = readPersonal(exists ? row.personal : null);
  // Events that were stored before names were personal have them in `data`.
  const members = exists && own.members === 'null' ? facts.members : own.members;
  const personal = { ...own, members, context: context ?? own.context };
  const data = texts[type]({ at, sequentialId, data: facts, personal });
  return { eventId, type, at, sequentialId, data: `{${data}}` };
}

/** Counts events by their types, once they are committed or, on SQLite, written. */
export function eventCounter(metrics: Metrics): (type: EventType, count?: number) => void {
  const counters = new Map(eventTypes.map((type) => [type, metrics.counter(family, { type })]));
  return (type, count = 1) => {
    const counter = counters.get(type);
    if (counter) counter.value += count;
  };
}

const family = {
  name: 'playkeep_events_total',
  help: 'Events that this process wrote, by their type.',
} as const;

/** The types as bits, by their numbers; all by default. */
export const typeMask = (types: readonly EventType[] = eventTypes): number =>
  types.reduce((mask, type) => mask | (1 << typeNumber(type)), 0);

/** The page where there never was an event. */
export const pageOfNone = (after: number | undefined): EventPage | EventsElsewhere =>
  after === undefined || after === 0 ? { events: [], lastEventId: null } : 'ahead';

/** @returns undefined where a page can follow on the id */
export function elsewhereOf(
  after: number | undefined,
  { oldest, newest }: { readonly oldest: number; readonly newest: number },
): EventsElsewhere | undefined {
  if (after === undefined) return undefined;
  if (after > newest) return 'ahead';
  return after < oldest - 1 ? { oldestEventId: oldest } : undefined;
}

/** Events from before this time are to be deleted. */
export const eventsStart = (now: number, days: number): number => now - days * 24 * 3_600 * 1_000;
