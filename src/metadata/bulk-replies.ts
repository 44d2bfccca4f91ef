// The reply to a bulk request: the results in the order of the operations, as JSON text that is made while it is sent.
import type { ApiError } from '../errors/errors.ts';
import { failure } from '../http/reply.ts';
import { BULK_PIECE_CHARACTERS } from '../tuning.ts';
import type { BulkOperation, BulkOutcome, runBulk } from './bulk.ts';
import { recordText, type ShownFacts } from './metadata.ts';

/** @param toApiError maps, logs and counts the error of an operation */
export async function* bulkPieces(
  outcomes: ReturnType<typeof runBulk>,
  toApiError: (error: unknown) => ApiError,
): AsyncGenerator<string> {
  let text = '{"statusCode":200,"data":{"results":[';
  let separator = '';
  for await (const { operation, outcome } of outcomes) {
    text += separator + textOf(operation, outcome, toApiError);
    separator = ',';
    if (text.length < BULK_PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield `${text}]}}`;
}

function textOf(
  operation: BulkOperation,
  outcome: BulkOutcome,
  toApiError: (error: unknown) => ApiError,
): string {
  const members =
    'facts' in outcome ? membersOfDone(operation, outcome.facts) : membersOfError(toApiError(outcome.error));
  return `{${playerOf(operation)},${members}}`;
}

/** The ids of the player, as far as they are known. */
function playerOf({ playerId, sequentialId }: BulkOperation): string {
  const name = playerId === undefined ? [] : [`"playerId":${JSON.stringify(playerId)}`];
  const number = sequentialId === undefined ? [] : [`"sequentialId":${sequentialId}`];
  return [...name, ...number].join();
}

const membersOfDone = ({ op }: BulkOperation, facts: ShownFacts): string =>
  `"statusCode":200,"data":${op === 'delete' ? '"Metadata deleted"' : recordText(facts)},"etag":${JSON.stringify(facts.etag)}`;

function membersOfError(error: ApiError): string {
  const etag = error.options.headers?.etag;
  return failure(error).body.slice(1, -1) + (etag === undefined ? '' : `,"etag":${JSON.stringify(etag)}`);
}
