// The bulk route of servers: many operations on metadata in one request.
import { assertScope } from '../auth/access/server.ts';
import type { Server } from '../auth/principals.ts';
import { invalidRequest } from '../http/json-members.ts';
import { BODY_OVERHEAD_BYTES, BULK_BODY_MAX_BYTES, BULK_MAX_OPERATIONS } from '../limits.ts';
import {
  type BulkAdmissionDependencies,
  replyInBulk,
  takeBulkTokens,
  textsOf,
  turnsIn,
} from '../route/bulk.ts';
import { defineServerRoute } from '../route/route.ts';
import type { Store } from '../store/ports/store.ts';
import { serverAdapter } from './adapters.ts';
import { parsePatch } from './body.ts';
import { findPlayers, runBulk } from './bulk.ts';
import { parseBulkBody } from './bulk-body.ts';
import { resultText } from './bulk-replies.ts';
import type { MetadataDependencies } from './dependencies.ts';

export interface BulkDependencies extends MetadataDependencies, BulkAdmissionDependencies {
  readonly store: MetadataDependencies['store'] & Pick<Store, 'players'>;
  readonly config: MetadataDependencies['config'] & BulkAdmissionDependencies['config'];
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
    const { config, store, bulkAdmission, toApiError } = dependencies;
    const adapter = serverAdapter(dependencies);
    const maxBytes = Math.max(BULK_BODY_MAX_BYTES, config.metadataMaxBytes + BODY_OVERHEAD_BYTES);

    async function begin(bytes: Uint8Array, server: Server, requestId: string) {
      const operations = parseBulkBody(bytes);
      if (operations.some(({ op }) => op === 'get')) assertScope(server, 'players:read');
      await takeBulkTokens(dependencies, server, operations.length);
      const targetOf = (sequentialId: number) => adapter.targetOf(server, sequentialId, requestId);
      const context = {
        targetOf,
        maxBytes: config.metadataMaxBytes,
        parsePatch,
        turns: turnsIn(bulkAdmission),
      };
      const outcomes = runBulk(context, await findPlayers(store.players, operations));
      const mapError = (error: unknown) => toApiError(error, { requestId, method: 'POST', path });
      return textsOf(outcomes, (operation, outcome) => resultText(operation, outcome, mapError));
    }

    return (request, server, bodyLength, requestId) => {
      assertNoConditions(request);
      return replyInBulk(dependencies, { request, server, bodyLength, maxBytes }, (bytes) =>
        begin(bytes, server, requestId),
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
