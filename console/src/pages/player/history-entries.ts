// The timeline of a player's metadata: the current state and the kept versions, with their authors and the change of size from one
// to the next. A state that lost most of its size is marked, since that is how a lost save looks.
import { shownMakerName } from '../../../../src/lib/key-name.ts';
import type { components } from '../../api/schema.ts';

type Player = components['schemas']['Player'];
type History = components['schemas']['ServerMetadataVersions'];
type Version = History['versions'][number];
/** The mark of a save that dropped most of the metadata. */
export type LossMark = History['losses'][number];
export type AuditEntry = components['schemas']['AuditPage']['entries'][number];

export interface Author {
  readonly kind: 'player' | 'server' | 'unknown';
  /** The name of the key, or its id where the name is not known. */
  readonly name?: string;
  readonly keyId?: string;
  /** The version that was restored. */
  readonly restored?: number;
}

export interface HistoryEntry {
  readonly version: number;
  readonly isCurrent: boolean;
  /** ISO 8601; null where it is not known. */
  readonly since: string | null;
  /** States between the one before and this one were not kept, so it may have begun later. */
  readonly isSinceEarliest: boolean;
  /** Null for the current state. */
  readonly until: string | null;
  readonly sizeBytes: number;
  /** Bytes more than the entry before; undefined for the oldest. */
  readonly sizeChange: number | undefined;
  /** The loss in percent of the entry before; undefined unless that is most of it. */
  readonly lostPercent: number | undefined;
  /** The entry after it lost most of its size. */
  readonly isBeforeLoss: boolean;
  readonly author: Author;
  readonly sessionId: string | null;
  /** The context of the session: the game and its device; null for none. */
  readonly context: Version['context'];
  /** The installation that started the session; null for none. */
  readonly installationId: string | null;
  /** The mark that the service made when this state was saved; undefined for none. */
  readonly mark: LossMark | undefined;
  /** The entry of the audit about the write, where the key may see it. */
  readonly audit: AuditEntry | undefined;
}

/** A loss is at least half of a state, and more than a few bytes. */
const leastLostShare = 0.5;
const leastLostBytes = 16;

/** The version of an entity tag: `"7-13"` is version 13. */
export const versionOf = (etag: string): number =>
  Number(/-(?<version>\d+)"$/.exec(etag)?.groups?.version ?? 0);

/**
 * @param history newest first, as the service lists it
 * @param audit entries about the player; undefined where the key may not see the audit
 * @returns newest first, with the current state at the beginning
 */
export function historyEntries(
  player: Player,
  { versions, losses }: History,
  audit: readonly AuditEntry[] | undefined,
): readonly HistoryEntry[] {
  const byVersion = auditByVersion(audit ?? []);
  const states = [currentState(player, versions[0]), ...versions.map(keptState)];
  return states.map((state, index) => {
    const older = states[index + 1];
    const newer = states[index - 1];
    const entry = byVersion.get(state.version);
    // The state that the save made may not be kept: then the next one is what is left of it.
    const mark = losses.find(({ version }) => version <= state.version && version > (older?.version ?? 0));
    return {
      ...state,
      isCurrent: index === 0,
      since: state.since ?? entry?.at ?? null,
      sizeChange: older && state.sizeBytes - older.sizeBytes,
      context: withMark(state, mark).context,
      installationId: withMark(state, mark).installationId,
      mark,
      lostPercent: older && lostPercent(older.sizeBytes, state.sizeBytes),
      isBeforeLoss: newer !== undefined && lostPercent(state.sizeBytes, newer.sizeBytes) !== undefined,
      author: authorOf(withMark(state, mark), entry, audit !== undefined),
      audit: entry,
    };
  });
}

interface State
  extends Pick<HistoryEntry, 'version' | 'since' | 'isSinceEarliest' | 'until' | 'sizeBytes' | 'sessionId'> {
  readonly writtenBy: Version['writtenBy'] | undefined;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly context: Version['context'];
  readonly installationId: string | null;
}

/** The list does not tell who wrote the current state, and the mark of a loss does. */
function withMark(state: State, mark: LossMark | undefined): State {
  if (state.writtenBy !== undefined || mark?.version !== state.version) return state;
  const { writtenBy, keyId, keyName, context, installationId } = mark;
  return { ...state, writtenBy, keyId, keyName, context, installationId };
}

function currentState({ etag, metadataBytes }: Player, newest: Version | undefined): State {
  const version = versionOf(etag);
  return {
    ...{ version, sizeBytes: metadataBytes, until: null, sessionId: null, writtenBy: undefined },
    ...{ keyId: null, keyName: null, context: null, installationId: null },
    since: newest?.replacedAt ?? null,
    isSinceEarliest: newest !== undefined && newest.version + 1 < version,
  };
}

const keptState = ({
  version,
  writtenAt,
  replacedAt,
  sizeBytes,
  sessionId,
  writtenBy,
  keyId,
  keyName,
  context,
  installationId,
}: Version): State => ({
  ...{ version, since: writtenAt, until: replacedAt, sizeBytes, sessionId },
  ...{ writtenBy, keyId, keyName, context, installationId },
  isSinceEarliest: false,
});

function lostPercent(from: number, to: number): number | undefined {
  const lost = from - to;
  if (lost < leastLostBytes || lost < from * leastLostShare) return undefined;
  // 100 is for a state that is gone as a whole.
  return to === 0 ? 100 : Math.min(99, Math.round((100 * lost) / from));
}

function auditByVersion(audit: readonly AuditEntry[]): ReadonlyMap<number, AuditEntry> {
  const entries = audit.flatMap((entry): [number, AuditEntry][] => {
    const { version } = entry.detail ?? {};
    return entry.action.startsWith('metadata.') && typeof version === 'number' ? [[version, entry]] : [];
  });
  return new Map(entries);
}

function authorOf(
  { writtenBy, keyId, keyName }: State,
  entry: AuditEntry | undefined,
  hasAudit: boolean,
): Author {
  if (entry) {
    const { restored } = entry.detail ?? {};
    return {
      ...{ kind: 'server', name: shownMakerName(entry) },
      ...(entry.keyId !== null && { keyId: entry.keyId }),
      ...(typeof restored === 'number' && { restored }),
    };
  }
  if (writtenBy === 'server') {
    return keyId === null
      ? { kind: 'server' }
      : { kind: 'server', name: keyName === null ? keyId : shownMakerName({ keyId, keyName }), keyId };
  }
  if (writtenBy === 'player') return { kind: 'player' };
  // The list does not tell of the current state. A server's write would be in the audit.
  return { kind: hasAudit ? 'player' : 'unknown' };
}

export interface Loss {
  /** The last state before the loss. */
  readonly before: HistoryEntry;
  /** The state that lost most of its size. */
  readonly after: HistoryEntry;
}

/** The newest loss that has not been made good: the current state is still less than half of the state before it. */
export function openLoss(entries: readonly HistoryEntry[]): Loss | undefined {
  const current = entries[0];
  if (!current) return undefined;
  const index = entries.findIndex(
    (entry) => entry.isBeforeLoss && lostPercent(entry.sizeBytes, current.sizeBytes) !== undefined,
  );
  const [before, after] = [entries[index], entries[index - 1]];
  return before && after && { before, after };
}
