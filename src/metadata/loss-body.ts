// Reads the body of a restore of many losses, which may be longer than a small body, and the query of a list of losses.
import { invalidRequest } from '../http/json-members.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { readLimit, readQuery, readTime } from '../http/query.ts';
import { isGameVersion } from '../lib/game-version.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { toText } from '../lib/json-text.ts';
import { isArray } from '../lib/json-values.ts';
import {
  BULK_MAX_OPERATIONS,
  LOSS_GAME_VERSION_MAX_CHARACTERS,
  LOSSES_PAGE_MAX_ROWS,
  LOSSES_PAGE_ROWS,
} from '../limits.ts';
import type { LossFilter, LossPosition } from '../store/ports/losses.ts';
import { writers } from '../store/ports/versions.ts';
import { readObject, readPlayer, readText } from './bulk-body.ts';

export interface NamedLoss {
  readonly sequentialId: number | undefined;
  readonly playerId: string | undefined;
  readonly version: number;
}

export interface RestoreLossesRequest {
  readonly losses: readonly NamedLoss[];
  readonly dryRun: boolean;
  readonly overwriteNewer: boolean;
  readonly keepProtected: boolean;
}

const lossesSentence = `losses must be a list of 1 to ${BULK_MAX_OPERATIONS} losses`;

/** @throws ApiError `invalidRequest` that names the place */
export function parseRestoreLosses(bytes: Uint8Array): RestoreLossesRequest {
  const names = ['losses', 'dryRun', 'overwriteNewer', 'keepProtected'] as const;
  const { losses, ...flags } = readObject(readText(bytes), names, '');
  if (losses === undefined || !isArray(losses)) throw invalidRequest(lossesSentence);
  const array = openArray(losses);
  if (array.items.length === 0 || array.items.length > BULK_MAX_OPERATIONS)
    throw invalidRequest(lossesSentence);
  return {
    losses: itemValues(array).map((value, index) => parseLoss(toText(value), `losses[${index}]`)),
    dryRun: readFlag(flags.dryRun, 'dryRun'),
    overwriteNewer: readFlag(flags.overwriteNewer, 'overwriteNewer'),
    keepProtected: readFlag(flags.keepProtected, 'keepProtected'),
  };
}

function parseLoss(text: string, place: string): NamedLoss {
  const members = readObject(text, ['sequentialId', 'playerId', 'version'], place);
  const version = parsePositiveInteger(members.version);
  if (version === undefined) throw invalidRequest(`${place}.version must be a positive integer`);
  return { ...readPlayer(members, place), version };
}

function readFlag(text: string | undefined, name: string): boolean {
  if (text === undefined) return false;
  if (text !== 'true' && text !== 'false') throw invalidRequest(`${name} must be true or false`);
  return text === 'true';
}

export interface LossQuery {
  readonly filter: LossFilter;
  readonly limit: number;
  readonly after: LossPosition | undefined;
}

/** @throws ApiError `invalidRequest` that names the parameter */
export function readLossQuery(request: Request): LossQuery {
  const { limit, cursor, gameVersion, writtenBy, restored, from, to } = readQuery(request, [
    'gameVersion',
    'writtenBy',
    'restored',
    'from',
    'to',
    'limit',
    'cursor',
  ]);
  return {
    filter: {
      ...(gameVersion !== undefined && { gameVersion: readGameVersion(gameVersion) }),
      ...(writtenBy !== undefined && { by: readWriter(writtenBy) }),
      ...(restored !== undefined && { isRestored: readFlag(restored, 'restored') }),
      ...(from !== undefined && { from: readTime('from', from) }),
      ...(to !== undefined && { to: readTime('to', to) }),
    },
    limit: readLimit(limit, LOSSES_PAGE_ROWS, LOSSES_PAGE_MAX_ROWS),
    after: cursor === undefined ? undefined : parseCursor(cursor),
  };
}

function readGameVersion(text: string): string {
  if (isGameVersion(text)) return text;
  throw invalidRequest(
    `gameVersion must be a text of 1 to ${LOSS_GAME_VERSION_MAX_CHARACTERS} characters without control characters`,
  );
}

function readWriter(text: string) {
  const writer = writers.find((each) => each === text);
  if (writer === undefined) throw invalidRequest(`writtenBy must be one of ${writers.join(', ')}`);
  return writer;
}

export const formatLossCursor = ({ lostAt, sequentialId, version }: LossPosition): string =>
  Buffer.from(`${lostAt}.${sequentialId}.${version}`).toString('base64url');

function parseCursor(cursor: string): LossPosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, ...parts] = /^(\d{1,15})\.(\d{1,16})\.(\d{1,16})$/.exec(text) ?? [];
  const [lostAt, sequentialId, version] = parts.map(Number);
  if (lostAt === undefined || sequentialId === undefined || version === undefined)
    throw invalidRequest('cursor must be the nextCursor of an earlier answer');
  return { lostAt, sequentialId, version };
}
