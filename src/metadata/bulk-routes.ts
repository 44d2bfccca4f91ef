// The bulk route of servers: many operations on metadata in one request. A bulk of n operations counts as n requests, and few are
// done at once, so that a backend's job leaves room for players.
import { createOperationPermits } from '../admission/operation-permits.ts';
import { createSemaphore } from '../admission/semaphore.ts';
import { assertScope, type ServerAccessDependencies, takeTokens } from '../auth/access/server.ts';
import type { Server } from '../auth/principals.ts';
import type { ApiError } from '../errors/errors.ts';
import { type BodyBounds, isLarge, readJsonBody } from '../http/body.ts';
import { invalidRequest } from '../http/json-members.ts';
import type { Reply } from '../http/reply.ts';
import type { Clock } from '../lib/clock.ts';
import {
  BODY_OVERHEAD_BYTES,
  BULK_BODY_MAX_BYTES,
  BULK_MAX_OPERATIONS,
  BULK_MAX_REQUESTS,
  BULK_MAX_WAIT_MILLISECONDS,
} from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import type { Store } from '../store/ports/store.ts';
import { serverAdapter } from './adapters.ts';
import { parsePatch } from './body.ts';
import { findPlayers, runBulk } from './bulk.ts';
import { parseBulkBody } from './bulk-body.ts';
import { bulkPieces } from './bulk-replies.ts';
import type { MetadataDependencies } from './dependencies.ts';

export interface BulkDependencies
  extends MetadataDependencies,
    Pick<ServerAccessDependencies, 'takeServerToken'> {
  readonly store: MetadataDependencies['store'] & Pick<Store, 'players'>;
  readonly config: MetadataDependencies['config'] & { readonly serverRateLimitPerMinute: number };
  readonly clock: Clock;
  /** Counts the requests of players since the start of the process. */
  readonly countPlayerRequests: () => number;
  /** Maps, logs and counts the error of an operation. */
  readonly toApiError: (error: unknown, context: object) => ApiError;
}

const path = '/api/server/metadata/bulk';

const bulk = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path,
  operation: {
    operationId: 'bulkMetadata',
    tag: 'Player metadata',
    summary: 'Read and write the metadata of many players',
    description:
      `Runs 1 to ${BULK_MAX_OPERATIONS} operations, each by itself, and answers their results in order. Operations on one player run in their ` +
      'order. `set` takes the object itself, `merge` a JSON Merge Patch (RFC 7396), `patch` a JSON Patch (RFC 6902) that may ' +
      'hold counters; `get` also needs the scope `players:read`. A bulk of n operations counts as n requests for the limit of ' +
      'the key. The answer is sent while the operations run: a caller who leaves before its end leaves the others undone.',
    request: {
      'application/json': {
        shape: 'BulkBody',
        example: {
          operations: [
            { sequentialId: 1, op: 'get' },
            { sequentialId: 2, op: 'merge', data: { vip: true }, idempotencyKey: 'vip-2026-11' },
            { playerId: 'ann', op: 'patch', data: [{ op: 'increment', path: '/gold', by: 100 }] },
          ],
        },
      },
    },
    dataShape: 'BulkResults',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies: BulkDependencies) => {
    const { config, store, memoryBudget, toApiError } = dependencies;
    const adapter = serverAdapter(dependencies);
    const maxBytes = Math.max(BULK_BODY_MAX_BYTES, config.metadataMaxBytes + BODY_OVERHEAD_BYTES);
    const requests = createSemaphore(BULK_MAX_REQUESTS, {
      timeoutMilliseconds: BULK_MAX_WAIT_MILLISECONDS,
      refusal: 'bulkRequests',
    });
    const { withPermit } = createOperationPermits(dependencies.clock, dependencies.countPlayerRequests);

    async function begin(bytes: Uint8Array, server: Server, requestId: string) {
      const operations = parseBulkBody(bytes);
      if (operations.some(({ op }) => op === 'get')) assertScope(server, 'players:read');
      // One of more operations than the key may send in a minute takes a whole minute's.
      const most = config.serverRateLimitPerMinute || operations.length;
      await takeTokens(dependencies, server, Math.min(operations.length, most) - 1);
      const targetOf = (sequentialId: number) => adapter.targetOf(server, sequentialId, requestId);
      const context = { targetOf, maxBytes: config.metadataMaxBytes, parsePatch, withPermit };
      const outcomes = runBulk(context, await findPlayers(store.players, operations));
      return bulkPieces(outcomes, (error) => toApiError(error, { requestId, method: 'POST', path }));
    }

    return (request, server, bodyLength, requestId) => {
      assertNoConditions(request);
      const read = async (bounds: BodyBounds) =>
        begin(await readJsonBody(request, bounds, (whole) => whole), server, requestId);
      // Also the reading of the body waits for its turn, since it takes memory and keeps the thread.
      return replyWithin((send) =>
        requests.withPermit(() =>
          isLarge(bodyLength)
            ? memoryBudget.withGrowing(adapter.budgetKey(server), bodyLength, async (reservation) =>
                send(await read({ bodyLength, maxBytes, reservation })),
              )
            : read({ bodyLength, maxBytes }).then(send),
        ),
      );
    };
  },
});

/** Gives a reply as soon as there are pieces of it. The work ends when the last piece was sent. */
export function replyWithin(
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

/** A client that adds these headers to every request would take its bulk for safe to repeat. @throws ApiError `invalidRequest` */
function assertNoConditions({ headers }: Request): void {
  for (const [header, member] of [
    ['Idempotency-Key', 'idempotencyKey'],
    ['If-Match', 'ifMatch'],
  ] as const) {
    if (headers.has(header))
      throw invalidRequest(`a bulk takes no ${header}: give each operation its ${member}`);
  }
}

export const bulkRoutes = [bulk];
