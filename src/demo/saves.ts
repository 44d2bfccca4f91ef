// The saved states of a player of the demo, and the records of the current one and of those that are kept. States stand oldest
// first, and the last one is current.
import { players } from '../store/ports/rows/players.ts';
import type { MetadataVersionRecord, PlayerRecord } from '../store/ports/transfer.ts';
import { toVersionRecord } from '../store/ports/transfer.ts';
import { encodeContent } from '../store/shared/version-contents.ts';
import { day, minute } from './calendar.ts';
import { type Save, saveText } from './documents.ts';
import type { Play, Player } from './play.ts';

export interface SavedState {
  readonly version: number;
  readonly text: string;
  readonly writtenAt: number;
  /** When it replaced the state before it: soon after the start of its session. */
  readonly replacedAt: number;
  readonly sessionId: string | null;
  /** The key of the server that wrote it; null for the player. */
  readonly keyId: string | null;
}

/** The number of states of a player who plays often; others have the current one alone. */
const statesOfRegulars = 6;
/** The sessions from which on a player counts as one who plays often. */
export const sessionsOfRegulars = 6;

/** The game saves at the start of a session and every four minutes. */
const savesIn = (milliseconds: number): number => 1 + Math.floor(milliseconds / (4 * minute));

/** The time played up to the end of each session, which the game turns into a save. */
export interface Progress {
  readonly minutes: number;
  readonly sessions: number;
}

/**
 * The states at the end of each of a player's last sessions.
 * @param textOf makes the text of a save; `place` counts sessions from 0.
 */
export function savedStates(
  { sequentialId, playerId }: Player,
  { ended, open }: Play,
  textOf: (save: Save, place: number) => string = saveText,
): SavedState[] {
  const sessions = [
    ...ended.map(({ sessionId, startedAt, endedAt }) => ({ sessionId, startedAt, savedAt: endedAt })),
    ...(open ? [{ ...open, savedAt: open.lastActivity }] : []),
  ];
  const first =
    sessions.length < sessionsOfRegulars ? sessions.length - 1 : sessions.length - statesOfRegulars;
  const states: SavedState[] = [];
  let version = 0;
  let played = 0;
  for (const [place, { sessionId, startedAt, savedAt }] of sessions.entries()) {
    version += savesIn(savedAt - startedAt);
    played += savedAt - startedAt;
    if (place < first) continue;
    const save = { sequentialId, playerId, minutes: played / minute, sessions: place + 1, savedAt };
    const replacedAt = Math.min(savedAt, startedAt + minute);
    states.push({
      version,
      text: textOf(save, place),
      writtenAt: savedAt,
      replacedAt,
      sessionId,
      keyId: null,
    });
  }
  return states;
}

/** The next state, which a server writes. */
export const serverState = (before: SavedState, text: string, at: number, keyId: string): SavedState => ({
  ...{ version: before.version + 1, text, writtenAt: at, replacedAt: at },
  ...{ sessionId: null, keyId },
});

/** The present suspension in the row of a player, as it is stored. */
export interface StoredSuspension {
  readonly suspendedUntil: number | null;
  readonly suspensionReason: string | null;
}

const notSuspended: StoredSuspension = { suspendedUntil: null, suspensionReason: null };
/** Kept versions older than this would be pruned at once. */
const retention = 30 * day;

export interface PlayerRecords {
  readonly player: PlayerRecord;
  /** Newest first. */
  readonly versions: readonly MetadataVersionRecord[];
}

/** The records of a player with saved states, at least one. */
export function playerRecords(
  { sequentialId, playerId, registeredAt }: Player,
  states: readonly SavedState[],
  {
    now,
    suspension = notSuspended,
  }: { readonly now: number; readonly suspension?: StoredSuspension | undefined },
): PlayerRecords {
  const current = states.at(-1);
  const versions = keptVersions(sequentialId, states, now);
  return {
    player: players.record.parse({
      type: 'player',
      ...{ sequentialId, playerId, registeredAt },
      metadataVersion: current?.version ?? 0,
      metadataText: current?.text ?? null,
      writtenAt: current?.writtenAt ?? null,
      writtenBy: current?.keyId ? 'server' : 'player',
      sessionId: current?.sessionId ?? null,
      keptAt: versions[0]?.keptAt ?? null,
      keyId: current?.keyId ?? null,
      ...suspension,
    }),
    versions,
  };
}

function keptVersions(
  sequentialId: number,
  states: readonly SavedState[],
  now: number,
): MetadataVersionRecord[] {
  const records: MetadataVersionRecord[] = [];
  let newer: { readonly version: number; readonly bytes: Buffer } | undefined;
  for (let index = states.length - 2; index >= 0; index -= 1) {
    const state = states[index];
    const keptAt = states[index + 1]?.replacedAt;
    if (!state || keptAt === undefined || keptAt <= now - retention) break;
    const { version, writtenAt, sessionId, keyId } = state;
    const bytes = Buffer.from(state.text);
    records.push(
      toVersionRecord(sequentialId, {
        ...{ version, writtenAt, sessionId, keyId, keptAt, milestone: true, sizeBytes: bytes.length },
        by: keyId === null ? 'player' : 'server',
        ...encodeContent(bytes, newer),
      }),
    );
    newer = { version, bytes };
  }
  return records;
}
