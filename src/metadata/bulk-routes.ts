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
  BULK_MAX_REQUESTS,
  BULK_MAX_WAIT_MILLISECONDS,
} from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import { serverAdapter } from './adapters.ts';
import { parsePatch } from './body.ts';
import { runBulk } from './bulk.ts';
import { parseBulkBody } from './bulk-body.ts';
import { createBulkResults } from './bulk-replies.ts';
import type { MetadataDependencies } from './dependencies.ts';

export interface BulkDependencies
  extends MetadataDependencies,
    Pick<ServerAccessDependencies, 'takeServerToken'> {
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
      'Runs 1 to 100 operations, each by itself, and answers their results in order. Operations on one player run in their ' +
      'order. `set` takes the object itself, `merge` a JSON Merge Patch (RFC 7396), `patch` a JSON Patch (RFC 6902) that may ' +
      'hold counters; `get` also needs the scope `players:read`. A bulk of n operations counts as n requests for the limit of ' +
      'the key. Data of the results past 4 MiB together is left out: such a result is 413, also where its operation was done.',
    request: {
      'application/json': {
        shape: 'BulkBody',
        example: {
          operations: [
            { sequentialId: 1, op: 'get' },
            { sequentialId: 2, op: 'merge', data: { vip: true }, idempotencyKey: 'vip-2026-11' },
            { sequentialId: 3, op: 'patch', data: [{ op: 'increment', path: '/gold', by: 100 }] },
          ],
        },
      },
    },
    dataShape: 'BulkResults',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies: BulkDependencies) => {
    const { config, memoryBudget, toApiError } = dependencies;
    const adapter = serverAdapter(dependencies);
    const maxBytes = Math.max(BULK_BODY_MAX_BYTES, config.metadataMaxBytes + BODY_OVERHEAD_BYTES);
    const requests = createSemaphore(BULK_MAX_REQUESTS, {
      timeoutMilliseconds: BULK_MAX_WAIT_MILLISECONDS,
      refusal: 'bulkRequests',
    });
    const { withPermit } = createOperationPermits(dependencies.clock, dependencies.countPlayerRequests);

    async function parseAndRun(bytes: Uint8Array, server: Server, requestId: string): Promise<Reply> {
      const operations = parseBulkBody(bytes);
      if (operations.some(({ op }) => op === 'get')) assertScope(server, 'players:read');
      await takeTokens(dependencies, server, operations.length - 1);
      const results = createBulkResults((error) => toApiError(error, { requestId, method: 'POST', path }));
      const targetOf = (sequentialId: number) => adapter.targetOf(server, sequentialId, requestId);
      const context = { targetOf, maxBytes: config.metadataMaxBytes, parsePatch, withPermit };
      await runBulk(context, operations, results.add);
      return results.reply();
    }

    return (request, server, bodyLength, requestId) => {
      assertNoConditions(request);
      const work = async (bounds: BodyBounds): Promise<Reply> =>
        parseAndRun(await readJsonBody(request, bounds, (whole) => whole), server, requestId);
      // Also the reading of the body waits for its turn, since it takes memory and keeps the thread.
      return requests.withPermit(() =>
        isLarge(bodyLength)
          ? memoryBudget.withGrowing(adapter.budgetKey(server), bodyLength, (reservation) =>
              work({ bodyLength, maxBytes, reservation }),
            )
          : work({ bodyLength, maxBytes }),
      );
    };
  },
});

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
