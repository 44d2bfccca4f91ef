// Losses in answers, as JSON text: the context of a session is stored as JSON text, and is sent as it is.
import { type ApiError, errorCatalogue } from '../errors/errors.ts';
import { toTimestamp } from '../lib/clock.ts';
import type { Loss } from '../store/ports/losses.ts';
import { BULK_PIECE_CHARACTERS } from '../tuning.ts';
import type { runInOrder } from './bulk.ts';
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

/** The results of a restore in pieces, made while they are sent. @param toApiError maps, logs and counts an error */
export async function* restorePieces(
  outcomes: ReturnType<typeof runInOrder<PlayerLosses, RestoreResult>>,
  toApiError: (error: unknown) => ApiError,
): AsyncGenerator<string> {
  let text = '{"statusCode":200,"data":{"results":[';
  let separator = '';
  for await (const { item, outcome } of outcomes) {
    text += separator + resultText(item, 'error' in outcome ? failed(toApiError(outcome.error)) : outcome);
    separator = ',';
    if (text.length < BULK_PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield `${text}]}}`;
}

const resultText = ({ playerId, sequentialId }: PlayerLosses, result: object): string =>
  JSON.stringify({ playerId, sequentialId, ...result });

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
