// Checks of imported records beyond their shape: an import stores nothing that the service would have refused.
import { isPlayerId } from '../auth/verifier.ts';
import { isObjectText } from '../lib/json-scan.ts';
import { METADATA_LIMIT_BYTES, METADATA_MAX_DEPTH, SESSION_CONTEXT_MAX_BYTES } from '../limits.ts';
import {
  type ActiveSessionRecord,
  type EndedSessionRecord,
  fromVersionRecord,
  type MetadataVersionRecord,
  type PlayerRecord,
  type TransferRecord,
} from '../store/ports/transfer.ts';
import { decodeContent } from '../store/shared/version-contents.ts';

/** The problem of a record, as `field: why`; undefined for a valid one. Records are checked in the order of the export. */
export type RecordCheck = (record: TransferRecord) => string | undefined;

/** A kept version may be a delta of the one before it, so the check keeps that one. */
export function createRecordCheck(): RecordCheck {
  const checkVersion = createVersionCheck();
  return (record) => {
    if (record.type === 'player') return playerProblem(record);
    if (record.type === 'metadata-version') return checkVersion(record);
    if (record.type === 'active-session' || record.type === 'ended-session') return sessionProblem(record);
    return undefined;
  };
}

function playerProblem({ playerId, metadataText }: PlayerRecord): string | undefined {
  if (!isPlayerId(playerId)) return 'playerId: has 1 to 255 characters, none a control character';
  return textProblem('metadataText', metadataText, METADATA_LIMIT_BYTES);
}

function sessionProblem(session: ActiveSessionRecord | EndedSessionRecord): string | undefined {
  const isActive = session.type === 'active-session';
  const last = isActive ? session.lastActivity : session.endedAt;
  if (last < session.startedAt) return `${isActive ? 'lastActivity' : 'endedAt'}: is before startedAt`;
  return textProblem('context', session.context, SESSION_CONTEXT_MAX_BYTES);
}

/** The problem of a stored text, which must be a JSON object without white space around it and without lone surrogates. */
function textProblem(field: string, text: string | null, maxBytes: number): string | undefined {
  if (text === null) return undefined;
  if (Buffer.byteLength(text) > maxBytes) return `${field}: takes more than ${maxBytes} bytes`;
  const isBare = text.startsWith('{') && text.endsWith('}') && text.isWellFormed();
  if (isBare && isObjectText(text, METADATA_MAX_DEPTH)) return undefined;
  return `${field}: is not the text of a JSON object nested at most ${METADATA_MAX_DEPTH} deep`;
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
