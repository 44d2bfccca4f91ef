// The reply to a bulk request: the results in the order of the operations, as JSON text. Together they hold a bounded amount of
// data. A result past it has the error 413 of its own, also where its operation was done.
import { ApiError } from '../errors/errors.ts';
import { failure, okText, type Reply } from '../http/reply.ts';
import { BULK_ANSWER_MAX_BYTES } from '../limits.ts';
import type { BulkOperation, BulkOutcome } from './bulk.ts';
import { recordText, type ShownFacts } from './metadata.ts';

export interface BulkResults {
  add(outcome: BulkOutcome, operation: BulkOperation): void;
  reply(): Reply;
}

/** @param toApiError maps, logs and counts the error of an operation. */
export function createBulkResults(toApiError: (error: unknown) => ApiError): BulkResults {
  const texts: string[] = [];
  let bytes = 0;

  /** Makes room for data. The first data always has room, since its caller cannot ask for less. */
  function fits(data: string): boolean {
    const more = Buffer.byteLength(data);
    if (bytes > 0 && bytes + more > BULK_ANSWER_MAX_BYTES) return false;
    bytes += more;
    return true;
  }

  function textOfDone({ sequentialId, op }: BulkOperation, facts: ShownFacts): string {
    const data = op === 'delete' ? '"Metadata deleted"' : recordText(facts);
    const etag = JSON.stringify(facts.etag);
    if (fits(data)) return `{"sequentialId":${sequentialId},"statusCode":200,"data":${data},"etag":${etag}}`;
    const done = op === 'get' ? '' : 'the operation was done; ';
    const detail = `${done}its data is left out, since all answers together are too large: read it by itself`;
    const { body } = failure(new ApiError('metadataTooLarge', { detail }));
    return `{"sequentialId":${sequentialId},${body.slice(1, -1)},"etag":${etag}}`;
  }

  function textOfError({ sequentialId }: BulkOperation, error: ApiError): string {
    const { data, headers } = error.options;
    const isShown = data !== undefined && fits(data);
    const shown = isShown || data === undefined ? error : withoutData(error);
    const etag = headers?.etag === undefined ? '' : `,"etag":${JSON.stringify(headers.etag)}`;
    return `{"sequentialId":${sequentialId},${failure(shown).body.slice(1, -1)}${etag}}`;
  }

  return {
    add(outcome, operation) {
      texts.push(
        'facts' in outcome
          ? textOfDone(operation, outcome.facts)
          : textOfError(operation, toApiError(outcome.error)),
      );
    },
    reply: () => okText(`{"results":[${texts.join(',')}]}`),
  };
}

/** A failed precondition whose current record has no room: its entity tag is there. */
const withoutData = ({ error, options: { data: _, ...options } }: ApiError): ApiError =>
  new ApiError(error, options);
