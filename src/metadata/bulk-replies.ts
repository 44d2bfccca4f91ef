// The results of a bulk request as JSON text.
import type { ApiError } from '../errors/errors.ts';
import { failure } from '../http/reply.ts';
import type { Outcome } from '../lib/in-order.ts';
import type { BulkOperation } from './bulk.ts';
import { recordText, type ShownFacts } from './metadata.ts';

/** @param toApiError maps, logs and counts the error of an operation */
export function resultText(
  operation: BulkOperation,
  outcome: Outcome<ShownFacts>,
  toApiError: (error: unknown) => ApiError,
): string {
  const members =
    'result' in outcome
      ? membersOfDone(operation, outcome.result)
      : membersOfError(toApiError(outcome.error));
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
