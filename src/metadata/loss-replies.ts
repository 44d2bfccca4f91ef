// Losses in answers, as JSON text: the context of a session is stored as JSON text, and is sent as it is.
import { type ApiError, errorCatalogue } from '../errors/errors.ts';
import { toTimestamp } from '../lib/clock.ts';
import type { Outcome } from '../lib/in-order.ts';
import type { Loss } from '../store/ports/losses.ts';
import type { PlayerLosses, RestoreResult } from './loss-restore.ts';
import { withContext } from './replies.ts';

const factsOf = ({ lostAt, by, restoredAt, context: _, sequentialId: __, ...loss }: Loss) => ({
  version: loss.version,
  lostAt: toTimestamp(lostAt),
  bytesBefore: loss.bytesBefore,
  bytesAfter: loss.bytesAfter,
  membersBefore: loss.membersBefore,
  membersAfter: loss.membersAfter,
  writtenBy: by,
  keyId: loss.keyId,
  keyName: loss.keyName,
  sessionId: loss.sessionId,
  installationId: loss.installationId,
  gameVersion: loss.gameVersion,
  restoredAt: restoredAt === null ? null : toTimestamp(restoredAt),
});

/** A loss among those of one player. */
export const lossTextOfPlayer = (loss: Loss): string => withContext(factsOf(loss), loss.context);

/** A loss among those of many players. */
export const lossText = (loss: Loss, playerId: string): string =>
  withContext({ playerId, sequentialId: loss.sequentialId, ...factsOf(loss) }, loss.context);

/** The result of one player's restore. @param toApiError maps, logs and counts an error */
export const restoreText = (
  { playerId, sequentialId }: PlayerLosses,
  outcome: Outcome<RestoreResult>,
  toApiError: (error: unknown) => ApiError,
): string =>
  JSON.stringify({
    ...{ playerId, sequentialId },
    ...('result' in outcome ? outcome.result : failed(toApiError(outcome.error))),
  });

const unknown = {
  ...{ version: null, versionBytes: null, currentBytes: null, writesSince: null, online: null, etag: null },
};

function errorOf({ error, options: { detail } }: ApiError) {
  const { message } = errorCatalogue[error];
  return detail === undefined ? { message } : { message, detail };
}

const failed = (error: ApiError) => ({
  ...unknown,
  outcome: 'failed' as const,
  error: errorOf(error),
});
