// The records of new players: the player with the document, the sessions, and the entry of the audit that marks the import. The id of a
// session is made of its facts, so it is the same in every run.
import { createHash } from 'node:crypto';
import { KeyMap } from '../lib/key-map.ts';
import type { AuditedAs, Author } from '../store/ports/audit.ts';
import type { EndedSessionRecord, PlayerRecord, TransferRecord } from '../store/ports/transfer.ts';
import { toAuditRow } from '../store/shared/audit.ts';
import { toStoredEnd } from '../store/shared/suspensions.ts';
import type { MappedPlayer } from './map-player.ts';

/** The import, for the audit. */
export interface Origin {
  readonly author: Author;
  /** The name of the source. */
  readonly from: string;
}

/** The entry that marks a player as imported. */
export const markOf = ({ author, from }: Origin, { digest }: MappedPlayer): AuditedAs => ({
  author,
  action: 'player.import',
  detail: { from, digest },
});

export const suspensionOf = ({ from }: Origin) =>
  ({ until: 'forever', reason: `suspended at ${from} before the import` }) as const;

/** All records of a new player, in the order of a commit. */
export function recordsOfNew(
  player: MappedPlayer,
  sequentialId: number,
  origin: Origin,
  now: number,
): readonly TransferRecord[] {
  const version = player.text === null ? 0 : 1;
  const mark = toAuditRow(markOf(origin, player), sequentialId, { version });
  return [
    playerRecord(player, sequentialId, origin, now),
    ...sessionRecords(player, sequentialId),
    { type: 'audit-entry', ...mark, at: now },
  ];
}

function playerRecord(player: MappedPlayer, sequentialId: number, origin: Origin, now: number): PlayerRecord {
  const { playerId, text, isSuspended } = player;
  const { until, reason } = suspensionOf(origin);
  const isWritten = text !== null;
  return {
    type: 'player',
    sequentialId,
    playerId,
    registeredAt: player.registeredAt ?? now,
    metadataVersion: isWritten ? 1 : 0,
    metadataText: text,
    writtenAt: isWritten ? now : null,
    writtenBy: isWritten ? 'server' : 'player',
    sessionId: null,
    keptAt: null,
    keyId: null,
    suspendedUntil: isSuspended ? toStoredEnd(until) : null,
    suspensionReason: isSuspended ? reason : null,
    lastSeenAt: null,
    lastWrites: null,
  };
}

/** The sessions have not been counted by the statistics. */
export function sessionRecords(
  { playerId, sessions }: MappedPlayer,
  sequentialId: number,
): readonly EndedSessionRecord[] {
  const equals = new KeyMap<number>();
  return sessions.map(({ startedAt, endedAt, context }) => {
    const facts = `${startedAt} ${endedAt} ${context ?? ''}`;
    const index = equals.get(facts) ?? 0;
    equals.set(facts, index + 1);
    const sessionId = sessionIdOf(startedAt, `${playerId}\0${index} ${facts}`);
    return {
      ...{ type: 'ended-session', sequentialId, sessionId, startedAt, endedAt },
      ...{ reason: 'stopped', context, installationId: null, counted: 0 },
    };
  });
}

/**
 * A UUIDv7 of the start.
 * @param facts give the other bits: the player, the session, and its number among equal ones
 */
function sessionIdOf(startedAt: number, facts: string): string {
  const bytes = createHash('sha256').update(facts).digest().subarray(0, 16);
  bytes.writeUIntBE(startedAt, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
