// Checks of imported records beyond their shape: an import stores nothing that the service would have refused.

import { isGameVersion } from '../lib/game-version.ts';
import { environmentKeyId, isKeyId, isRequestId } from '../lib/ids.ts';
import { isStoredKeyName } from '../lib/key-name.ts';
import { isPersonId } from '../lib/person-id.ts';
import { isPlayerId } from '../lib/player-id.ts';
import { isTimeZone } from '../lib/time-zone.ts';
import {
  AUDIT_DETAIL_MAX_BYTES,
  METADATA_LIMIT_BYTES,
  SESSION_CONTEXT_MAX_BYTES,
  SUSPENSION_REASON_MAX_CHARACTERS,
} from '../limits.ts';
import type { ListKind } from '../store/ports/statistics.ts';
import {
  type ActiveSessionRecord,
  type AuditEntryRecord,
  type EndedSessionRecord,
  fromVersionRecord,
  type MetadataLossRecord,
  type MetadataVersionRecord,
  type PlayerRecord,
  type StatisticsDayRecord,
  type TransferRecord,
} from '../store/ports/transfer.ts';
import type { Writer } from '../store/ports/versions.ts';
import { objectTextProblem } from '../store/shared/stored-texts.ts';
import { decodeContent } from '../store/shared/version-contents.ts';

/** The problem of a record, as `field: why`; undefined for a valid one. Records are checked in the order of the export. */
export type RecordCheck = (record: TransferRecord) => string | undefined;

/** A kept version may be a delta of the one before it, so the check keeps that one. */
export function createRecordCheck(): RecordCheck {
  const checkVersion = createVersionCheck();
  return (record) => {
    if (record.type === 'player') return playerProblem(record);
    if (record.type === 'metadata-version') return checkVersion(record);
    if (record.type === 'metadata-loss') return lossProblem(record);
    if (record.type === 'statistics' && !isTimeZone(record.zone)) return 'zone: is no time zone';
    if (record.type === 'statistics-day') return sumsProblem(record);
    if (record.type === 'audit-entry') return auditProblem(record);
    if (record.type === 'active-session' || record.type === 'ended-session') return sessionProblem(record);
    return undefined;
  };
}

function playerProblem(player: PlayerRecord): string | undefined {
  const { playerId, metadataText, suspendedUntil, suspensionReason: reason } = player;
  if (!isPlayerId(playerId)) return 'playerId: has 1 to 255 characters, none a control character';
  if (reason !== null && suspendedUntil === null) return 'suspensionReason: is there without a suspension';
  if (reason !== null && !isReason(reason))
    return `suspensionReason: has at most ${SUSPENSION_REASON_MAX_CHARACTERS} characters, no half one and no NUL`;
  return (
    keyProblem(player.keyId, player.writtenBy) ??
    textProblem('metadataText', metadataText, METADATA_LIMIT_BYTES)
  );
}

function sessionProblem(session: ActiveSessionRecord | EndedSessionRecord): string | undefined {
  const isActive = session.type === 'active-session';
  const last = isActive ? session.lastActivity : session.endedAt;
  if (last < session.startedAt) return `${isActive ? 'lastActivity' : 'endedAt'}: is before startedAt`;
  return textProblem('context', session.context, SESSION_CONTEXT_MAX_BYTES);
}

/** Could a server have given this reason, and can both engines store it? */
const isReason = (text: string): boolean =>
  text.length <= 2 * SUSPENSION_REASON_MAX_CHARACTERS &&
  [...text].length <= SUSPENSION_REASON_MAX_CHARACTERS &&
  text.isWellFormed() &&
  !text.includes('\0');

/** The problem of the server key, or the person, that wrote a state. */
function keyProblem(keyId: string | null, by: Writer): string | undefined {
  if (keyId === null) return undefined;
  if (by === 'player') return 'keyId: is there though a player wrote it';
  const isKnown = isKeyId(keyId) || keyId === environmentKeyId || isPersonId(keyId);
  return isKnown ? undefined : 'keyId: is no id of a server key';
}

function lossProblem(loss: MetadataLossRecord): string | undefined {
  const { by, keyId, keyName, installationId, sessionId, gameVersion, context } = loss;
  if (keyName !== null && !isStoredKeyName(keyName)) return 'keyName: is no name of a server key';
  if ((keyName === null) !== (by === 'player'))
    return `keyName: is ${keyName === null ? 'missing for a server' : 'there for a player'}`;
  if (sessionId === null && (installationId !== null || context !== null))
    return 'sessionId: is missing where the start of a session is known';
  if (gameVersion !== null && !isGameVersion(gameVersion))
    return 'gameVersion: is no version of a game in a context';
  return keyProblem(keyId, by) ?? textProblem('context', context, SESSION_CONTEXT_MAX_BYTES);
}

function auditProblem(entry: AuditEntryRecord): string | undefined {
  const { keyName, sequentialId, requestId, detail, action } = entry;
  const isOfPlayer = /^(?:player|metadata|session)\./.test(action);
  if (isOfPlayer !== (sequentialId !== null)) {
    return `sequentialId: ${isOfPlayer ? 'is missing for' : 'is there for'} ${action}`;
  }
  if (!isStoredKeyName(keyName)) return 'keyName: is no name of a server key';
  if (requestId !== null && !isRequestId(requestId)) return 'requestId: is no id of a request';
  return keyProblem(entry.keyId, 'server') ?? textProblem('detail', detail, AUDIT_DETAIL_MAX_BYTES);
}

/** The problem of a stored text, if there is one. */
function textProblem(field: string, text: string | null, maxBytes: number): string | undefined {
  const problem = text === null ? undefined : objectTextProblem(text, maxBytes);
  return problem && `${field}: ${problem}`;
}

function createVersionCheck(): (record: MetadataVersionRecord) => string | undefined {
  let before:
    | { readonly id: number; readonly version: number; readonly text: Buffer | undefined }
    | undefined;

  return (record) => {
    const { sequentialId: id, version, baseVersion, sizeBytes } = record;
    const base = before?.id === id && before.version === baseVersion ? before : undefined;
    before = undefined;
    if (baseVersion !== null && (!base || baseVersion <= version)) {
      return `baseVersion: the version ${baseVersion} that it is read with does not come before it`;
    }
    const unknown = keyProblem(record.keyId, record.by);
    if (unknown) return unknown;
    if (sizeBytes > METADATA_LIMIT_BYTES) return `sizeBytes: is more than ${METADATA_LIMIT_BYTES}`;
    const row = fromVersionRecord(record);
    if (Buffer.from(row.content).toString('base64') !== record.content) return 'content: is not base64';
    let text: Buffer | undefined;
    try {
      text = decodeContent(row.content, base?.text, sizeBytes);
    } catch {
      return `content: cannot be decoded to ${sizeBytes} bytes`;
    }
    if ((text?.length ?? 0) !== sizeBytes)
      return `sizeBytes: is ${sizeBytes} where the content has ${text?.length ?? 0}`;
    before = { id, version, text };
    return text && contentProblem(text);
  };
}

function contentProblem(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  // Bytes that are not UTF-8 decode to U+FFFD, which encodes to other bytes.
  if (!Buffer.from(text).equals(bytes)) return 'content: is not UTF-8';
  return textProblem('content', text, METADATA_LIMIT_BYTES);
}

/** All kinds of lists that are stored: `now` is published alone. */
const kindsOfLists: Readonly<Record<Exclude<ListKind, 'now'>, true>> = {
  ...{ totals: true, week: true, month: true, year: true, cohorts: true, lengths: true, online: true },
  ...{ 'week-cohorts': true, 'month-cohorts': true, floor: true, backfill: true },
};
const listKinds = new Set(Object.keys(kindsOfLists));
const numberList = /^(?:(?:-?\d{1,16}|z\d{1,7})?(?:,(?!$)|$))+$/;
const tableLine = /^\d{1,16} \d{1,16} (?:other|null|true|false|-?\d.*|".*")$/;

/** The problem of sums of the statistics, which are lists of numbers, or tables by value (lib/value-table.ts). */
function sumsProblem({ kind, sums }: StatisticsDayRecord): string | undefined {
  if (listKinds.has(kind)) return numberList.test(sums) ? undefined : 'sums: is no list of numbers';
  if (kind !== 'reason' && !kind.startsWith('/')) return 'kind: is unknown';
  const isTable = sums.split('\n').every((line) => tableLine.test(line));
  return isTable ? undefined : 'sums: is no table of values';
}
