// A bulk request of a server: it counts as a request for each of its operations, and its results are sent while they run. Its body
// is read when its turn comes, and its turn ends when the answer is sent.
import type { BulkAdmission } from '../admission/bulk-admission.ts';
import type { MemoryBudget } from '../admission/memory-budget.ts';
import { budgetKeyOf, type ServerAccessDependencies, takeTokens } from '../auth/access/server.ts';
import type { Server } from '../auth/principals.ts';
import type { ApiError } from '../errors/errors.ts';
import { type BodyBounds, isLarge, readJsonBody } from '../http/body.ts';
import type { Reply } from '../http/reply.ts';
import type { Outcome, Turns } from '../lib/in-order.ts';
import { isOutage } from '../store/ports/errors.ts';
import { BULK_PIECE_CHARACTERS } from '../tuning.ts';

export interface BulkAdmissionDependencies extends Pick<ServerAccessDependencies, 'takeServerToken'> {
  readonly config: { readonly serverRateLimitPerMinute: number };
  readonly memoryBudget: MemoryBudget;
  readonly bulkAdmission: BulkAdmission;
  /** Maps, logs and counts the error of an operation. */
  readonly toApiError: (error: unknown, context: object) => ApiError;
}

/** The turns of operations among those of all bulk requests. An outage of the store ends all of a request. */
export const turnsIn = ({ operations }: BulkAdmission): Turns => ({
  withPermit: operations.withPermit,
  endsAll: isOutage,
});

/** @throws ApiError `tooManyRequests`, whose `Retry-After` lets the whole bulk through */
export function takeBulkTokens(
  { config, ...dependencies }: Pick<BulkAdmissionDependencies, 'config' | 'takeServerToken'>,
  server: Server,
  operations: number,
): Promise<void> {
  // One of more operations than the key may send in a minute takes a whole minute's.
  const most = config.serverRateLimitPerMinute || operations;
  return takeTokens(dependencies, server, Math.min(operations, most) - 1);
}

interface BulkCall {
  readonly request: Request;
  readonly server: Server;
  readonly bodyLength: number;
  readonly maxBytes: number;
}

/** @param begin begins the operations of a body, and gives the texts of their results */
export function replyInBulk(
  { memoryBudget, bulkAdmission }: BulkAdmissionDependencies,
  { request, server, bodyLength, maxBytes }: BulkCall,
  begin: (bytes: Uint8Array) => Promise<AsyncIterable<string>>,
): Promise<Reply> {
  const read = async (bounds: BodyBounds): Promise<AsyncIterable<string>> =>
    piecesOf(await begin(await readJsonBody(request, bounds, (whole) => whole)));
  // Also the reading of the body waits for its turn, since it takes memory and keeps the thread.
  return replyWithin((send) =>
    bulkAdmission.requests.withPermit(() =>
      isLarge(bodyLength)
        ? memoryBudget.withGrowing(budgetKeyOf(server), bodyLength, async (reservation) =>
            send(await read({ bodyLength, maxBytes, reservation })),
          )
        : read({ bodyLength, maxBytes }).then(send),
    ),
  );
}

/** The texts of results, each made when the one before was taken. */
export async function* textsOf<Item, Result>(
  outcomes: AsyncIterable<{ readonly item: Item; readonly outcome: Outcome<Result> }>,
  toText: (item: Item, outcome: Outcome<Result>) => string,
): AsyncGenerator<string> {
  for await (const { item, outcome } of outcomes) yield toText(item, outcome);
}

/** The envelope around results. Small ones leave together. */
async function* piecesOf(results: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '{"statusCode":200,"data":{"results":[';
  let separator = '';
  for await (const result of results) {
    text += separator + result;
    separator = ',';
    if (text.length < BULK_PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield `${text}]}}`;
}

/** Gives a reply as soon as there are pieces of it. The work ends when the last piece was sent. */
function replyWithin(
  work: (send: (pieces: AsyncIterable<string>) => Promise<void>) => Promise<void>,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    work(async (pieces) => {
      const sent = Promise.withResolvers<void>();
      const body = endingWith(pieces, sent.resolve);
      resolve({ status: 200, body, headers: { 'content-type': 'application/json' } });
      await sent.promise;
    }).catch(reject);
  });
}

async function* endingWith(pieces: AsyncIterable<string>, onEnd: () => void): AsyncGenerator<string> {
  try {
    yield* pieces;
  } finally {
    onEnd();
  }
}
