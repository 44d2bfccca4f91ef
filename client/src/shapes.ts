// The members of a complete answer of each operation. An answer that lacks any of it comes from a proxy, from a captive portal, or from
// somebody else's service, however much it looks like a success.

type Check = (value: unknown) => boolean;
type Members = Readonly<Record<string, Check>>;

export interface Shape {
  /** Of the member `data` of the envelope. */
  readonly isData: Check;
  /** The answer is the caller's own record, which has an entity tag. */
  readonly isTagged: boolean;
}

const text: Check = (value) => typeof value === 'string';
const textOrNull: Check = (value) => value === null || text(value);
const number: Check = (value) => typeof value === 'number';
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const is =
  (expected: unknown): Check =>
  (value) =>
    value === expected;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const holding =
  (members: Members): Check =>
  (value) =>
    object(value) &&
    Object.entries(members).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const plain = (isData: Check): Shape => ({ isData, isTagged: false });

const record: Members = { playerId: text, sequentialId: number, metadata: object };
const keptVersion: Members = {
  ...{ version: number, etag: text, writtenAt: textOrNull, writtenBy: text, sessionId: textOrNull },
  ...{ replacedAt: text, sizeBytes: number },
};
const session: Members = { sessionId: text, startTime: text };
const ended: Members = { ...session, endTime: text, duration: number };

/** The session that a request names, or any. */
const named = (sessionId: string | undefined): Members =>
  sessionId === undefined ? {} : { sessionId: is(sessionId) };

interface Records {
  readonly records: readonly { readonly sequentialId: number }[];
  readonly unknown: readonly number[];
}

/** Every player who was asked for, and nobody else. */
function answersFor(ids: readonly number[], { records, unknown }: Records): boolean {
  const answered = new Set([...records.map(({ sequentialId }) => sequentialId), ...unknown]);
  return ids.every((id) => answered.has(id)) && answered.size === new Set(ids).size;
}

export const shapes = {
  ownRecord: { isData: holding(record), isTagged: true },
  /** A save that wrote has the metadata already, so the answer may leave it out. */
  written: { isData: holding({ playerId: text, sequentialId: number }), isTagged: true },
  recordOf: (sequentialId: number) => plain(holding({ ...record, sequentialId: is(Number(sequentialId)) })),
  records: (ids: readonly number[]) =>
    plain(
      (value) =>
        holding({ records: listOf(holding(record)), unknown: listOf(number) })(value) &&
        answersFor(ids, value as Records),
    ),
  deleted: plain(is('Metadata deleted')),
  versions: plain(holding({ versions: listOf(holding(keptVersion)) })),
  version: (version: number) => plain(holding({ ...record, ...keptVersion, version: is(Number(version)) })),
  started: plain(holding({ ...session, playerId: text })),
  beaten: (sessionId?: string) =>
    plain(holding({ sessionId: text, lastActivity: text, playerId: text, ...named(sessionId) })),
  stopped: (sessionId?: string) => plain(holding({ ...ended, playerId: text, ...named(sessionId) })),
  active: plain(holding({ ...session, lastActivity: text, playerId: text })),
  history: plain(holding({ sessions: listOf(holding({ ...ended, reason: text })), nextCursor: textOrNull })),
} as const satisfies Record<string, Shape | ((...asked: never[]) => Shape)>;
